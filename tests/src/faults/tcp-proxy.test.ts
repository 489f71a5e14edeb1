import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTcpProxy, type Target, type TcpProxy } from './tcp-proxy.ts';

let echo: Server;
const echoing = (): Target => ({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port });
let proxy: TcpProxy;
beforeAll(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await openTcpProxy(() => Promise.resolve([echoing()]));
});
afterAll(async () => {
  await proxy.close();
  echo.close();
});

const dial = (): Socket => connect({ host: '127.0.0.1', port: proxy.port }).on('error', () => undefined);
async function answer(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}
/**
 * Asks over a new connection and waits for the answer: what was sent before over another one has had the time to pass.
 */
async function askAnew(text: string): Promise<string> {
  const socket = dial();
  socket.write(text);
  const heard = await answer(socket);
  socket.destroy();
  return heard;
}

it('passes data both ways, also when it delays', async () => {
  expect(await askAnew('one')).toBe('one');
  proxy.delay(20);
  expect(await askAnew('two')).toBe('two');
  proxy.delay(0);
});

it('passes over what takes no connections, and says where those that stand lead to', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const nobody = { host: '127.0.0.1', port: (gone.address() as AddressInfo).port };
  await new Promise((resolve) => gone.close(resolve));
  const balancer = await openTcpProxy(() => Promise.resolve([nobody, echoing()]));
  const socket = connect({ host: '127.0.0.1', port: balancer.port }).on('error', () => undefined);
  socket.write('anybody?');
  expect(await answer(socket)).toBe('anybody?');
  expect([balancer.connectionsTo(nobody.port), balancer.connectionsTo(echoing().port)]).toEqual([0, 1]);
  await balancer.close();
});

it('cuts every connection, and takes new ones', async () => {
  const socket = dial();
  socket.write('before');
  expect(await answer(socket)).toBe('before');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  proxy.cut();
  await closed;
  expect(await askAnew('after')).toBe('after');
});

it('holds everything back while it is silent, and passes it on afterwards', async () => {
  const [old, young] = [dial(), dial()];
  old.write('a');
  expect(await answer(old)).toBe('a');
  proxy.silence();
  let heard = 0;
  for (const socket of [old, young]) {
    socket.on('data', () => {
      heard += 1;
    });
    socket.write('held');
  }
  await new Promise(setImmediate);
  expect(heard).toBe(0);
  proxy.resume();
  await expect.poll(() => heard).toBe(2);
  for (const socket of [old, young]) socket.destroy();
});

it('leaves forgotten connections silent for ever, open to the eye, while new ones work', async () => {
  const old = dial();
  old.write('a');
  expect(await answer(old)).toBe('a');
  let heard = 0;
  old.on('data', () => {
    heard += 1;
  });
  proxy.silence();
  proxy.forget();
  old.write('anybody?');
  expect(await askAnew('new')).toBe('new');
  expect(heard).toBe(0);
  expect(old.destroyed).toBe(false);
  proxy.cut();
});
