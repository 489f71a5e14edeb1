import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { load } from '../testing/command-sample.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { stageImport } from '../testing/staged-imports.ts';
import { importJobs } from './import-jobs.ts';
import { IMPORT_TOGETHER } from './import-routes.ts';

/*
 * Imports as the commands service carries them out (BASE-DATA-25).
 */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [], jobKinds: [], followLog: false });
  await loadScoreSchool(t);
  await load(t, 'dataDict', dictionaryRows);
});
afterAll(() => t.stop());

const as = { actor: people.office };
const student = (number: string, more: object = {}) => ({
  studentNumber: number,
  studentName: `学生${number}`,
  sexCode: '1',
  bjdm: 'B1',
  studentType: '4201',
  ...more,
});
const start = async (runId: string, whole = false): Promise<string> =>
  (await t.accept<{ jobId: string }>('studentInfo.import', { runId, whole }, as)).jobId;
const jobOf = async (jobId: string) =>
  (
    await t.app.services.pool.query<{ status: string; done: number; failed: number }>(
      'select status, done, failed from base.long_job where job_id = $1',
      [jobId],
    )
  ).rows[0]!;
const countOf = async (sql: string, value: string): Promise<number> =>
  (await t.app.services.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [value])).rows[0]!.n;
async function worked(jobId: string): Promise<void> {
  const worker = t.another({ jobKinds: importJobs(allResources, {}), followLog: true });
  try {
    await expect.poll(async () => (await jobOf(jobId)).status, { interval: 50 }).toMatch(/[2345]/);
  } finally {
    await worker.close();
  }
}

test('a service that is killed in the middle of an import: the next one goes on, no line is stored twice', async () => {
  const rows = Array.from({ length: 2 * IMPORT_TOGETHER + 5 }, (_none, at) => student(`K${String(at)}`));
  const runId = await stageImport(t, 'studentInfo', 'office1', rows);
  const jobId = await start(runId);
  const second = `${String(IMPORT_TOGETHER + 1)}-${String(2 * IMPORT_TOGETHER)}`;
  const script = fileURLToPath(new URL('../testing/dies-in-an-import.ts', import.meta.url));
  const dying = spawn(process.execPath, [script, second], {
    env: { ...process.env, DATABASE_URL: t.database.url, EVENTSTORE_URL: t.events.url },
    stdio: 'ignore',
  });
  expect((await once(dying, 'exit'))[1]).toBe('SIGKILL');
  expect(await jobOf(jobId)).toMatchObject({ status: '1', done: 1 });
  await worked(jobId);
  expect(await jobOf(jobId)).toMatchObject({ status: '2', done: 3, failed: 0 });
  expect(await countOf('base.student where student_number like $1', 'K%')).toBe(rows.length);
  expect(
    await countOf(`base.operation_log where resource = 'student' and after ->> 'student_number' like $1`, 'K%'),
  ).toBe(rows.length);
  expect(await countOf('base.import_change where run_id = $1 and message is null', runId)).toBe(rows.length);
});

test('what cannot be stored is told by its line, the others stand; of all or none, none', async () => {
  const taken = [student('D1'), student('D2', { bjdm: 'gone' }), student('D1'), student('D3', { idNumber: '1' })];
  const part = await stageImport(t, 'studentInfo', 'office1', taken);
  await worked(await start(part));
  const { rows } = await t.app.services.pool.query<{ row_no: number; message: string | null; field: string | null }>(
    `select row_no, message, errors #>> '{0,field}' as field from base.import_change where run_id = $1 order by row_no`,
    [part],
  );
  expect(rows.map(({ row_no: row, field, message }) => [row, field, message])).toEqual([
    [2, null, null],
    [3, 'bjdm', '行政班：“gone”不存在'],
    [4, 'studentNumber', '学号：学号已存在'],
    [5, 'idNumber', expect.stringMatching(/^证件号：/)],
  ]);
  const whole = await start(await stageImport(t, 'studentInfo', 'office1', [student('E1'), student('D1')]), true);
  await worked(whole);
  expect(await jobOf(whole)).toMatchObject({ status: '4', failed: 1 });
  expect(await countOf('base.student where student_number = $1', 'E1')).toBe(0);
});
