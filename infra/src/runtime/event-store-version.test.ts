import { afterEach, expect, test } from 'vitest';
import { startScriptedServer, type ScriptedServer } from '@jwxt/eventstore/testing/scripted-server.ts';
import { collectingLog } from '../testing/collecting-log.ts';
import { connectEventLog } from './event-log.ts';
import { nameUnfitServer, unfitVersion } from './event-store-version.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

test.each(['23.10.0', '23.10.8', '24.10.5', '24.10.14', '25.0.1', '26.1.0', '24.10.5.1234', 'unknown'])(
  '%s is fit, or not known to be unfit',
  (version) => {
    expect(unfitVersion(version)).toBeNull();
  },
);

test.each(['24.10.0', '24.10.2', '24.10.4', '24.2.0', '24.6.0', '23.6.0', '22.10.5', '5.0.11'])(
  '%s is not',
  (version) => {
    expect(unfitVersion(version)).toContain(version);
  },
);

test.each([
  ['24.10.2', 1],
  ['24.10.14', 0],
] as const)('a server that says %s is named %i times when a service starts', async (version, times) => {
  server = await startScriptedServer({ version });
  const log = connectEventLog(server.url, { name: 'version-test' });
  const { lines, logger } = collectingLog();
  const asked: string[] = [];
  const naming = nameUnfitServer(
    {
      async serverVersion() {
        asked.push(await log.serverVersion());
        return asked.at(-1)!;
      },
    },
    logger,
  );
  try {
    await expect.poll(() => asked).toEqual([version]);
    await expect.poll(() => lines.filter((line) => line.includes('不适用')).length).toBe(times);
  } finally {
    naming.close();
    await log.close();
  }
});
