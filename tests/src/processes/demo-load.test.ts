import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderArchive } from '@jwxt/commands/system/archive.ts';
import { removeOldRows } from '@jwxt/commands/system/retention.ts';
import { startTestApp, type TestApp } from '@jwxt/commands/testing/commands-app.ts';
import { loadBaseData } from '@jwxt/infra/base-data/base-data.ts';
import { createCommandSender, type CommandSender } from '@jwxt/infra/base-data/command-sender.ts';
import { loadDemo } from '@jwxt/infra/demo/load-demo.ts';
import { createFolderFileStore } from '@jwxt/infra/runtime/folder-file-store.ts';

let t: TestApp;
let folder: string;
let sender: CommandSender;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-demo-load-'));
  // The stories of which commands alone make what comes next: as far as this load goes.
  t = await startTestApp({ allowBackdated: true, policies: [] });
  sender = createCommandSender(await t.app.http.listen({ port: 0, host: '127.0.0.1' }), t.operatorSecret);
  await loadBaseData(sender);
});
afterAll(async () => {
  await t.stop();
  await rm(folder, { recursive: true });
});

const now = new Date().toISOString();
const load = (through: CommandSender) =>
  loadDemo(through, { students: 600, now, files: createFolderFileStore(join(folder, 'files')) });

/** What its office has made, in the operation log. */
async function made(): Promise<unknown[]> {
  const { rows } = await t.app.services.pool.query(
    `select resource, count(*)::int as n from base.operation_log
      where operation = 'create' and resource = any($1) group by resource order by resource`,
    [['commonCoursePlan', 'executionPlan', 'classPlanSet', 'specialItem']],
  );
  return rows;
}

/** A load that ends with its n-th command: carried out, but the answer is lost. */
async function interruptedAfter(commands: number): Promise<void> {
  let sent = 0;
  const dying: CommandSender = {
    ...sender,
    async send(definition, payload, options) {
      sent += 1;
      if (sent > commands) throw new Error('killed');
      const result = await sender.send(definition, payload, options);
      if (sent >= commands) throw new Error('killed');
      return result;
    },
  };
  await expect(load(dying)).rejects.toThrow('killed');
}

test('a load of the demo that is interrupted goes on where it stopped, though its commands are backdated', async () => {
  await interruptedAfter(200);
  const plans = await made();
  expect(plans).not.toEqual([]);
  // What the next start takes away: the demo happened over the last year, but its commands came today.
  const kept = { sessions: 0, operationLog: 0, messages: 0, jobs: 0, monitorResults: 0, changes: 0 };
  await removeOldRows(
    t.app.services.pool,
    createFolderArchive(join(folder, 'archive')),
    { commands: 90, ...kept },
    new Date(),
  );
  await interruptedAfter(200);
  expect(await made()).toEqual(plans);
  await interruptedAfter(270);
});
