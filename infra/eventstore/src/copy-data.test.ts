import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyDataFolder } from './copy-data.ts';
import { LogDamaged } from './log-check.ts';
import { startNode } from './node.ts';
import { collect, connect, event, startTestNode, type TestNode } from './testing/test-node.ts';

let node: TestNode;
let target: string;
beforeEach(async () => {
  node = await startTestNode({ segmentSize: 20_000 });
  target = await mkdtemp(join(tmpdir(), 'event-node-copy-'));
});
afterEach(async () => {
  await node.close();
  await rm(target, { recursive: true, force: true });
});

/** Everything in the log of a data folder, with its place. */
async function contents(dataDir: string): Promise<string[]> {
  const copy = await startNode({ port: 0, dataDir, access: 'anybody' });
  const client = connect(copy.port);
  const events = await collect(client.readAll());
  await client.dispose();
  await copy.close();
  return events.map(({ event: read }) =>
    JSON.stringify([read!.id, read!.streamId, String(read!.revision), String(read!.position.commit)]),
  );
}

it('copies a prefix with everything acknowledged before, while many write', async () => {
  const acknowledged: string[] = [];
  let writing = true;
  const write = async (writer: number): Promise<void> => {
    while (writing) {
      const batch = Array.from({ length: 1 + (acknowledged.length % 3) }, () => event('Written', { writer }));
      await node.client.appendToStream(`writer-${writer}`, batch);
      acknowledged.push(...batch.map(({ id }) => id));
    }
  };
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
  const copies: { folder: string; promised: string[]; position: number }[] = [];
  for (let round = 0; round < 4; round++) {
    const grown = acknowledged.length + 200;
    while (acknowledged.length < grown) await node.client.appendToStream('other', [event()]);
    const promised = [...acknowledged];
    const folder = join(target, String(round));
    const { position } = await copyDataFolder(node.dataDir, folder);
    copies.push({ folder, promised, position });
  }
  writing = false;
  await Promise.all(writers);
  await node.stop();
  const original = await contents(node.dataDir);
  for (const { folder, promised, position } of copies) {
    expect(await readdir(folder)).toContain('index.sqlite');
    const copied = await contents(folder);
    expect(copied).toEqual(original.slice(0, copied.length));
    const ids = new Set(copied.map((line) => (JSON.parse(line) as string[])[0]));
    expect(promised.filter((id) => !ids.has(id))).toEqual([]);
    expect((JSON.parse(copied.at(-1)!) as string[])[3]).toSatisfy((last: string) => Number(last) < position);
  }
  expect((await readdir(join(node.dataDir, 'log'))).length).toBeGreaterThan(3);
  await node.restart();
});

it('refuses a folder that is not empty, and a log that is damaged', async () => {
  await writeFile(join(target, 'something'), '');
  await expect(copyDataFolder(node.dataDir, target)).rejects.toThrow(/不是空目录/);
  await node.client.appendToStream('a', [event()]);
  await node.client.appendToStream('a', [event()]);
  await node.stop();
  const [file] = await readdir(join(node.dataDir, 'log'));
  const bytes = await readFile(join(node.dataDir, 'log', file!));
  bytes[100]! ^= 0xff;
  await writeFile(join(node.dataDir, 'log', file!), bytes);
  await expect(copyDataFolder(node.dataDir, join(target, 'copy'))).rejects.toBeInstanceOf(LogDamaged);
});
