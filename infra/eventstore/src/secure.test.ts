import fs from 'node:fs';
import http2 from 'node:http2';
import https from 'node:https';
import { fileURLToPath } from 'node:url';
import { AccessDeniedError, EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendCalls, collect, event, startTestNode, type TestNode } from './testing/test-node.ts';

const CERT = fileURLToPath(new URL('./testing/localhost-cert.pem', import.meta.url));
const KEY = fileURLToPath(new URL('./testing/localhost-key.pem', import.meta.url));
const admin = { username: 'admin', password: 'admin-pass' };
const ops = { username: 'ops', password: 'ops: pass' };

let node: TestNode;
const clients: EventStoreDBClient[] = [];

function connectAs(user: { username: string; password: string } | undefined, scheme = 'esdb'): EventStoreDBClient {
  const credentials = user ? `${user.username}:${encodeURIComponent(user.password)}@` : '';
  const address = `${scheme}://${credentials}localhost:${node.port}?tls=true&tlsCAFile=${encodeURIComponent(CERT)}`;
  const client = EventStoreDBClient.connectionString(address);
  clients.push(client);
  return client;
}

beforeAll(async () => {
  const passwords = { admin: admin.password, ops: ops.password };
  node = await startTestNode({
    access: { cert: fs.readFileSync(CERT), key: fs.readFileSync(KEY), passwords },
    advertise: 'localhost',
  });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.dispose()));
  await node.close();
});

/**
 * With which call an append goes: BatchAppend with the credentials of the connection, Append with those of the call.
 */
const ways = [
  { way: appendCalls[0].call, optionsOf: () => ({}) },
  { way: appendCalls[1].call, optionsOf: (credentials: typeof admin) => ({ credentials }) },
];

describe('over TLS', () => {
  it.each(['esdb', 'esdb+discover'])('serves those who are known, by %s', async (scheme) => {
    const client = connectAs(ops, scheme);
    await client.appendToStream(`known-${scheme}`, event());
    expect(await collect(client.readStream(`known-${scheme}`))).toHaveLength(1);
  });

  it('answers probes on the same port: to anybody whether it lives, to those who are known what it is', async () => {
    const codeOf = (path: string, auth?: string): Promise<number> =>
      new Promise((resolve, reject) => {
        https
          .get(
            {
              host: 'localhost',
              port: node.port,
              path,
              ca: fs.readFileSync(CERT),
              ...(auth === undefined ? {} : { auth }),
            },
            (response) => {
              response.resume();
              resolve(response.statusCode!);
            },
          )
          .on('error', reject);
      });
    expect(await codeOf('/health/live')).toBe(204);
    for (const path of ['/gossip', '/info']) {
      expect(await codeOf(path), path).toBe(401);
      expect(await codeOf(path, 'ops:wrong'), path).toBe(401);
      expect(await codeOf(path, `${ops.username}:${ops.password}`), path).toBe(200);
    }
  });

  it('tells its features and its members to anybody, and nothing else', async () => {
    const session = http2.connect(`https://localhost:${node.port}`, { ca: fs.readFileSync(CERT) });
    const statusOf = (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const call = session.request({
          ':method': 'POST',
          ':path': path,
          'content-type': 'application/grpc',
          te: 'trailers',
        });
        let found: unknown;
        call.on('response', (headers) => (found ??= headers['grpc-status']));
        call.on('trailers', (trailers) => (found ??= trailers['grpc-status']));
        call.on('error', reject);
        call.on('end', () => resolve(String(found)));
        call.resume();
        call.end(Buffer.alloc(5));
      });
    expect(await statusOf('/event_store.client.server_features.ServerFeatures/GetSupportedMethods')).toBe('0');
    expect(await statusOf('/event_store.client.gossip.Gossip/Read')).toBe('0');
    expect(await statusOf('/event_store.client.streams.Streams/Read')).toBe('7');
    session.close();
  });

  it.each([
    ['nobody', undefined],
    ['a wrong password', { ...ops, password: 'wrong' }],
    ['an unknown user', { username: 'someone', password: ops.password }],
  ])('refuses %s', async (_who, user) => {
    const client = connectAs(user);
    await expect(client.appendToStream('closed', event())).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(collect(client.readStream('closed'))).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(collect(connectAs(admin).readStream('closed'))).rejects.toBeInstanceOf(StreamNotFoundError);
  });
});

describe.each(ways)('access rules, with $way', ({ way, optionsOf }) => {
  const stream = `ruled-${way}`;

  it('keep system streams and $all to administrators, and leave the others open', async () => {
    const client = connectAs(ops);
    await client.appendToStream(stream, event(), optionsOf(ops));
    await expect(client.appendToStream('$system', event(), optionsOf(ops))).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(collect(client.readAll())).rejects.toBeInstanceOf(AccessDeniedError);
    await connectAs(admin).appendToStream('$system', event(), optionsOf(admin));
    expect((await collect(connectAs(admin).readAll())).length).toBeGreaterThan(0);
  });

  it('follow the list of the stream', async () => {
    const [client, administrator] = [connectAs(ops), connectAs(admin)];
    const acl = {
      writeRoles: ['someone'],
      readRoles: ['$ops'],
      deleteRoles: ['$admins'],
      metaReadRoles: ['ops'],
      metaWriteRoles: [],
    };
    await administrator.setStreamMetadata(stream, { acl });
    expect(await collect(client.readStream(stream))).toHaveLength(1);
    expect((await client.getStreamMetadata(stream)).metadata).toMatchObject({ acl: { readRoles: ['$ops'] } });
    await expect(client.appendToStream(stream, event(), optionsOf(ops))).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(client.deleteStream(stream)).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(client.setStreamMetadata(stream, {})).rejects.toBeInstanceOf(AccessDeniedError);
    await administrator.appendToStream(stream, event(), optionsOf(admin));
    await administrator.setStreamMetadata(stream, { acl: { readRoles: ['someone'] } });
    const subscription = client.subscribeToStream(stream);
    await expect(collect(subscription)).rejects.toBeInstanceOf(AccessDeniedError);
    await client.appendToStream(stream, event(), optionsOf(ops));
  });
});

it('access rules follow the defaults in $settings', async () => {
  const [client, administrator] = [connectAs(ops), connectAs(admin)];
  await client.appendToStream('settled', event());
  const settings = { $userStreamAcl: { $w: '$admins' }, $systemStreamAcl: { $r: ['$ops', '$admins'] } };
  await administrator.appendToStream('$settings', event('settings', settings));
  await expect(client.appendToStream('settled', event())).rejects.toBeInstanceOf(AccessDeniedError);
  expect(await collect(client.readStream('settled'))).toHaveLength(1);
  expect((await collect(client.readAll())).length).toBeGreaterThan(0);
  await administrator.appendToStream('$settings', event('settings', {}));
  await client.appendToStream('settled', event());
});
