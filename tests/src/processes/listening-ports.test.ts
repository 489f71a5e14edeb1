import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onLinux } from '@jwxt/infra/testing/programs.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { listeningPorts } from './listening-ports.ts';
import { strangersAt } from './strangers.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function listening(answer: Server): Promise<number> {
  await new Promise<void>((resolve) => answer.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => answer.close(resolve)));
  return (answer.address() as AddressInfo).port;
}

describe('a local port', () => {
  it('that tells anything is found', async () => {
    const open = await listening(createServer((_, answer) => answer.end('{"rows":[1]}')));
    expect((await strangersAt(open)).map(({ by }) => by)).toContain('GET /status');
    const shut = await listening(createServer((_, answer) => answer.writeHead(401).end('{"code":"401"}')));
    expect(await strangersAt(shut)).toEqual([]);
  });

  onLinux('没有查找系统监听的全部端口', () =>
    it('of a process is found', async () => {
      const ports = [await listening(createServer()), await listening(createServer())];
      expect(await listeningPorts([process.pid])).toEqual(expect.arrayContaining(ports));
    }),
  );
});
