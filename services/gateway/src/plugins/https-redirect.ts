import { createServer, type Server } from 'node:http';

/** Listens for plain http and sends who comes there with a browser to https; nothing is ever answered over it. */
export async function redirectToHttps({
  host,
  port,
  httpsPort,
  origin,
}: {
  host: string;
  port: number;
  httpsPort: number;
  origin: string | undefined;
}): Promise<Server> {
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 8_192 },
    (request, response) => {
      const name = /^(\[[\da-fA-F:.]+\]|[\w.-]+)(:\d+)?$/.exec(request.headers.host ?? '')?.[1];
      const to =
        origin ?? (name === undefined ? undefined : `https://${name}${httpsPort === 443 ? '' : `:${httpsPort}`}`);
      const path = request.url?.startsWith('/') ? request.url : '/';
      if (to === undefined || (request.method !== 'GET' && request.method !== 'HEAD'))
        response.writeHead(400, { connection: 'close' }).end();
      else response.writeHead(308, { location: `${to}${path}`, connection: 'close' }).end();
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  return server;
}
