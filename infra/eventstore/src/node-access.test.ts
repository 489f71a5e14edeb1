import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccessDeniedError, EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderAccess } from './node-access.ts';
import { type NodeProcess, spawnNode } from './testing/node-process.ts';
import { appendCalls, collect, connectTo, event, startTestNode } from './testing/test-node.ts';

let dataDir: string;
let node: NodeProcess;
let port: number;
const clients: EventStoreDBClient[] = [];
const keep = (client: EventStoreDBClient): EventStoreDBClient => {
  clients.push(client);
  return client;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'event-node-access-'));
  // A folder from before there were secrets: it has events already.
  const before = await startTestNode({ dataDir });
  await before.client.appendToStream('old', event());
  await before.stop();
  node = spawnNode('--port', '0', '--data', dataDir);
  port = await node.listening;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.dispose()));
  node.signal('SIGTERM');
  await node.exited;
  await rm(dataDir, { recursive: true, force: true });
});

describe('the node as a program', () => {
  it.each(appendCalls)(
    'lets nobody of this machine read or append without the secret of its folder ($call)',
    async ({ options }) => {
      const { certFile } = folderAccess(dataDir);
      const secured = `tls=true&tlsCAFile=${encodeURIComponent(certFile)}`;
      const strangers = [
        `localhost:${port}?tls=false`,
        `localhost:${port}?${secured}`,
        `admin:changeit@localhost:${port}?${secured}`,
      ];
      for (const address of strangers) {
        const stranger = keep(EventStoreDBClient.connectionString(`esdb://${address}&defaultDeadline=3000`));
        await expect(stranger.appendToStream('forged', event(), options), address).rejects.toBeInstanceOf(Error);
        await expect(collect(stranger.readAll()), address).rejects.toBeInstanceOf(Error);
        await expect(collect(stranger.readStream('old')), address).rejects.toBeInstanceOf(Error);
      }
      const known = keep(connectTo(dataDir, port));
      expect(await collect(known.readStream('old'))).toHaveLength(1);
      expect(await collect(known.readAll())).toHaveLength(1);
    },
  );

  it('tells those who show a wrong password that they may not', async () => {
    const { certFile } = folderAccess(dataDir);
    const wrong = keep(
      EventStoreDBClient.connectionString(
        `esdb://admin:wrong@localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(certFile)}`,
      ),
    );
    await expect(wrong.appendToStream('forged', event())).rejects.toBeInstanceOf(AccessDeniedError);
  });

  it('does not take somebody else who listens for the node', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'event-node-other-'));
    const other = await startTestNode({ access: folderAccess(elsewhere) });
    const deceived = keep(
      EventStoreDBClient.connectionString(
        `esdb://admin:x@localhost:${other.port}?tls=true&tlsCAFile=` +
          `${encodeURIComponent(folderAccess(dataDir).certFile)}&defaultDeadline=3000`,
      ),
    );
    await expect(deceived.appendToStream('s', event())).rejects.toThrow(/certificate/);
    await other.close();
    await rm(elsewhere, { recursive: true, force: true });
  });

  it('keeps its data and its secret to the owner of the folder, and says the secret nowhere', () => {
    const { passwords } = folderAccess(dataDir);
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const file of ['certificate.pem', 'secret.json'])
      expect(fs.statSync(join(dataDir, 'access', file)).mode & 0o777, file).toBe(0o600);
    expect(passwords.admin.length).toBeGreaterThanOrEqual(32);
    expect(node.lines.join('\n')).not.toContain(passwords.admin);
  });
});

describe('the secret of a folder', () => {
  it('stays the same from start to start', () => {
    expect(folderAccess(dataDir)).toEqual(folderAccess(dataDir));
  });

  it('that is damaged is named, with what to do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'event-node-damaged-'));
    folderAccess(folder);
    fs.writeFileSync(join(folder, 'access', 'secret.json'), '{');
    expect(() => folderAccess(folder)).toThrow(/无法读取.*删除这个目录后重新启动/);
    await rm(folder, { recursive: true, force: true });
  });
});
