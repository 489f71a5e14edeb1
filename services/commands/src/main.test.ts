import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { startChild, type Child } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { derivedSecret } from '@jwxt/infra/runtime/internal-secrets.ts';
import { createInternalClient, InternalCallError } from '@jwxt/infra/runtime/internal-http.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import {
  createTestDatabase,
  startTestEventStore,
  type TestDatabase,
  type TestEventStore,
} from '@jwxt/infra/testing/engines.ts';
import { person } from './testing/person.ts';

const script = fileURLToPath(new URL('main.ts', import.meta.url));
const token = randomBytes(16).toString('hex');

let database: TestDatabase;
let events: TestEventStore;
beforeAll(async () => {
  [database, events] = await Promise.all([createTestDatabase(), startTestEventStore()]);
});
afterAll(async () => {
  await events.stop();
  await database.drop();
});

/** Starts the service as the supervisor does and waits until it is ready. */
async function started(more: Record<string, string> = {}): Promise<{ child: Child; url: string; lines: string[] }> {
  const port = await findFreePort();
  const lines: string[] = [];
  const child = await startChild({
    script,
    onLine: (line) => lines.push(line),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: database.url,
      EVENTSTORE_URL: events.url,
      INTERNAL_TOKEN: token,
      ...more,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const ready = async (): Promise<boolean> =>
    !child.running ||
    (await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    ));
  await expect.poll(ready).toBe(true);
  return { child, url, lines };
}

test('asked to stop under load it answers what it took, exits with 0, and what was accepted is stored', async () => {
  const { child, url } = await started();
  const client = createInternalClient(url, { caller: 'operator', secret: derivedSecret(token, 'operator') });
  /**
   * Codes of campuses whose command was accepted. Without an answer nothing is known: then the gateway sends the same
   * command again.
   */
  const load = async (xqdm: string): Promise<string[]> => {
    try {
      const { body } = await client.call('/commands/reference.load', {
        body: {
          commandId: randomUUID(),
          correlationId: randomUUID(),
          clientAddress: null,
          actor: person('admin'),
          permission: null,
          payload: { resource: 'campus', rows: [{ xqdm, xqmc: `校区${xqdm}` }] },
        },
      });
      expect(commandOutcome.parse(body).status).toBe('accepted');
      return [xqdm];
    } catch (error) {
      if (error instanceof InternalCallError) return [];
      throw error;
    }
  };
  expect(await load('first')).toEqual(['first']);
  const answers = Array.from({ length: 60 }, (_unused, index) => load(String(index)));
  await Promise.race(answers);
  const exit = child.stop(15_000);
  const accepted = (await Promise.all(answers)).flat();
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(accepted.length).toBeGreaterThan(0);
  const pool = createPool(database.url, { name: 'test' });
  const { rows } = await pool.query<{ xqdm: string }>('select xqdm from base.campus');
  await pool.end();
  expect(rows.map(({ xqdm }) => xqdm)).toEqual(expect.arrayContaining(accepted));
});

test('a bad configuration is refused with one Chinese line for each variable, and no secret', async () => {
  const { child, lines } = await started({ DATABASE_URL: 'mysql://x', INTERNAL_TOKEN: 'short', PORT: '8o81' });
  expect(await child.exited).toEqual({ code: 78, signal: null });
  expect(lines.join('\n')).toContain('环境变量 DATABASE_URL');
  expect(lines.join('\n')).toContain('环境变量 PORT 的值“8o81”不正确');
  expect(lines.join('\n')).toContain('INTERNAL_TOKEN 的值（已隐藏，长度 5）');
});
