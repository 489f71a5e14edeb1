import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import { END, EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { everybodyIsAdministrator } from './authentication.ts';
import { httpProbes } from './http-probes.ts';
import { startNode } from './node.ts';
import { StreamIndex } from './stream-index.ts';
import { collect, connect, event, events, startTestNode, type TestNode, until } from './testing/test-node.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
});
afterAll(() => node.close());

it.each([
  (port: number) => `esdb://127.0.0.1:${port}?tls=false`,
  (port: number) => `esdb+discover://127.0.0.1:${port}?tls=false`,
  (port: number) => `esdb://127.0.0.1:${port},127.0.0.1:${port}?tls=false&nodePreference=follower`,
  (port: number) => `esdb://user:secret@127.0.0.1:${port}?tls=false&connectionName=test`,
])('is reached by a single address, by discovery and by a list (%#)', async (address) => {
  const client = EventStoreDBClient.connectionString(address(node.port));
  await client.appendToStream('reached', event());
  expect(await collect(client.readStream('reached', { maxCount: 1 }))).toHaveLength(1);
  await client.dispose();
});

it('tells the address that others reach it by', async () => {
  const other = await startTestNode({ advertise: 'events.school.example:2113' });
  const gossip = (await (await fetch(`http://127.0.0.1:${other.port}/gossip`)).json()) as { members: unknown[] };
  expect(gossip.members).toMatchObject([
    { state: 'Leader', isAlive: true, httpEndPointIp: 'events.school.example', httpEndPointPort: 2113 },
  ]);
  await other.close();
});

it('answers probes over HTTP/1.1 on the same port', async () => {
  const base = `http://127.0.0.1:${node.port}`;
  const codes = [];
  for (const path of ['/health/live', '/health/live?liveCode=200', '/gossip', '/ping', '/info', '/streams/x']) {
    codes.push((await fetch(base + path)).status);
  }
  expect(codes).toEqual([204, 200, 200, 200, 200, 404]);
  expect((await fetch(`${base}/ping`, { method: 'POST' })).status).toBe(405);
  expect(await (await fetch(`${base}/ping`)).json()).toEqual({
    text: 'Ping request successfully handled',
    msgTypeId: 123,
    label: 'Http',
  });
  expect(await (await fetch(`${base}/gossip`)).json()).toMatchObject({
    members: [{ httpEndPointIp: '127.0.0.1', httpEndPointPort: node.port }],
  });
});

it('says that it is not ready while it opens its data', async () => {
  await node.stop();
  const open = StreamIndex.open.bind(StreamIndex);
  const held = Promise.withResolvers<void>();
  const opening = vi.spyOn(StreamIndex, 'open').mockImplementation(async (...args) => {
    await held.promise;
    return open(...args);
  });
  const port = await freePort();
  const starting = startNode({ port, dataDir: node.dataDir, access: 'anybody' });
  await until(() => opening.mock.calls.length > 0);
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(503);
  const client = connect(port);
  await expect(client.appendToStream('early', event())).rejects.toBeInstanceOf(UnavailableError);
  held.resolve();
  const running = await starting;
  opening.mockRestore();
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(204);
  await client.appendToStream('early', event());
  await client.dispose();
  await running.close();
  await node.restart();
});

it('tells probes how much of the log is in an index that is being filled', async () => {
  let part: number | undefined = 0.25;
  const server = http.createServer(
    httpProbes(
      () => undefined,
      () => part,
      everybodyIsAdministrator,
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const health = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/health/live`;
  const filling = await fetch(health);
  expect([filling.status, await filling.json()]).toEqual([503, { state: 'filling-index', done: 0.25 }]);
  part = undefined;
  expect(await (await fetch(health)).text()).toBe('');
  await new Promise((resolve) => server.close(resolve));
});

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('does not know what it does not offer: 404, which clients take for UNIMPLEMENTED', async () => {
  const session = http2.connect(`http://127.0.0.1:${node.port}`);
  const request = session.request({
    ':method': 'POST',
    ':path': '/no.Service/Method',
    'content-type': 'application/grpc',
  });
  request.end();
  expect(
    await new Promise((resolve) =>
      request.once('response', (headers) => resolve([headers[':status'], headers['grpc-status']])),
    ),
  ).toEqual([404, undefined]);
  session.destroy();
  await expect(node.client.createProjection('p', 'fromAll()')).rejects.toMatchObject({ code: 12 });
  await expect(node.client.enableProjection('p')).rejects.toMatchObject({ code: 12 });
});

it('answers keep-alive pings', async () => {
  const session = http2.connect(`http://127.0.0.1:${node.port}`);
  await new Promise((resolve) => session.once('connect', resolve));
  const answer = await new Promise<Error | null>((resolve) => session.ping((error) => resolve(error)));
  expect(answer).toBeNull();
  session.close();
});

it('takes 100 calls at once per connection, as real servers do, and as many subscriptions beside appends', async () => {
  const session = http2.connect(`http://127.0.0.1:${node.port}`);
  await new Promise((resolve) => session.once('remoteSettings', resolve));
  expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
  session.close();
  const subscriptions = Array.from({ length: 90 }, (_, index) => node.client.subscribeToStream(`many-${index}`));
  let received = 0;
  for (const subscription of subscriptions) subscription.on('data', () => received++);
  await Promise.all(
    subscriptions.map(
      (subscription) => new Promise((resolve) => subscription.on('confirmation', resolve as () => void)),
    ),
  );
  await Promise.all(subscriptions.map((_, index) => node.client.appendToStream(`many-${index}`, events(2))));
  await until(() => received >= 180);
  expect(received).toBe(180);
  await Promise.all(subscriptions.map((subscription) => subscription.unsubscribe()));
});

// As real servers do.
it('drops the connections of subscriptions when it stops, refuses new calls, and keeps what was accepted', async () => {
  const other = await startTestNode();
  const subscription = other.client.subscribeToAll({ fromPosition: END });
  // A dropped connection is an error to some versions of the client, and a quiet end to others.
  const ended = new Promise((resolve) => subscription.on('error', resolve).on('end', resolve).resume());
  await new Promise((resolve) => subscription.on('caughtUp', resolve as () => void));
  const accepted = Array.from({ length: 50 }, (_, number) =>
    other.client.appendToStream('last-words', event('T', { number })),
  );
  await accepted[0];
  const outcomes = Promise.allSettled(accepted);
  const { port } = other;
  await other.stop();
  await ended;
  const acknowledged = (await outcomes).filter(({ status }) => status === 'fulfilled').length;
  await expect(connect(port).appendToStream('late', event())).rejects.toMatchObject({ code: 14 });
  await other.restart();
  expect((await collect(other.client.readStream('last-words'))).length).toBeGreaterThanOrEqual(acknowledged);
  await other.close();
});
