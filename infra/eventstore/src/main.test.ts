import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnNode } from './testing/node-process.ts';
import { connectTo, events } from './testing/test-node.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'event-node-main-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it('says where it listens, and ends well on SIGTERM while clients are connected', async () => {
  const node = spawnNode('--port', '0', '--data', dataDir);
  const client = connectTo(dataDir, await node.listening);
  await client.appendToStream('s', events(3));
  const subscription = client.subscribeToAll();
  const ended = new Promise((resolve) => subscription.on('error', resolve));
  await new Promise((resolve) => subscription.on('caughtUp', resolve as () => void));
  node.signal('SIGTERM');
  expect(await node.exited).toBe(0);
  await ended;
  await client.dispose();
  expect(node.lines).toHaveLength(2);
  expect(node.lines[0]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} 信息 事件节点正在监听 127\.0\.0\.1:\d+，数据目录 /,
  );
  expect(node.lines[1]).toContain('信息 事件节点已停止');
});

it('explains in Chinese why it does not start', async () => {
  const running = spawnNode('--port', '0', '--data', dataDir);
  const port = await running.listening;
  const refused = async (...args: string[]): Promise<string> => {
    const node = spawnNode(...args);
    expect(await node.exited).toBe(1);
    expect(node.lines.join('\n')).not.toContain('    at ');
    return node.lines.join('\n');
  };
  expect(await refused('--port', '0', '--data', dataDir)).toContain(`数据目录 ${dataDir} 正被另一个事件节点使用`);
  expect(await refused('--port', String(port), '--data', join(dataDir, 'other'))).toContain(`端口 ${port} 已被占用`);
  expect(await refused('--port', 'x', '--data', dataDir)).toContain('用法：');
  expect(await refused('--nonsense')).toContain('用法：');
  const free = ['--port', '0', '--data', join(dataDir, 'free')];
  expect(await refused(...free, '--tls-cert', 'cert.pem')).toContain('--tls-cert 与 --tls-key 须同时给出');
  expect(await refused(...free, '--tls-cert', 'cert.pem', '--tls-key', 'key.pem')).toContain(
    'EVENT_NODE_ADMIN_PASSWORD',
  );
  running.signal('SIGKILL');
  await running.exited;

  const segment = join(dataDir, 'log', (await readdir(join(dataDir, 'log')))[0]!);
  const file = await open(segment, 'r+');
  await file.write(Buffer.from([0xff]), 0, 1, 120);
  await file.close();
  const message = await refused('--port', '0', '--data', dataDir);
  expect(message).toContain('事件日志已损坏，节点拒绝启动以免丢失数据');
  expect(message).toContain(`${segment} 在位置 44 之后损坏`);
});
