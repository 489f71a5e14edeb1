import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusActs, statusAllows, studentStatus } from '@jwxt/contracts/student-status/status.rules.ts';
import { standingOn } from '@jwxt/contracts/student-status/change/standing-on.fixture.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { systemActor, type CommandContext } from '../../kernel/command-context.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadScoreSchool } from '../../testing/score-school.ts';
import { recordStatusFacts, type StatusFact } from './status-fact.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  await loadScoreSchool(t);
});
afterAll(async () => {
  await t.stop();
});
const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, values)).rows;
const context: CommandContext = {
  commandId: crypto.randomUUID(),
  command: 'test',
  correlationId: 'test',
  causationId: null,
  clientAddress: null,
  actor: systemActor,
  permission: null,
  time: new Date().toISOString(),
};
const record = (...facts: StatusFact[]) =>
  inTransaction(t.app.services.pool, (client) => recordStatusFacts(client, context, facts));
const fact = (factKey: string, effectiveDate: string, after: StatusFact['after']): StatusFact => ({
  factKey,
  studentCode: 'S4',
  effectiveDate,
  changeType: '11',
  source: 'change',
  applyId: null,
  after,
});
const on = async (day: string, code = 'S4') =>
  (
    await query<{ status: string; bjdm: string; change_type: string | null }>(
      `select status, bjdm, change_type from base.students_on($1) where student_code = $2`,
      [day, code],
    )
  )[0];

test('SQL says of a status what the rules say', async () => {
  for (const act of statusActs)
    expect(
      (
        await query<{ status: string }>('select status from base.status_allowance where act = $1 order by 1', [act])
      ).map(({ status }) => status),
    ).toEqual(
      Object.values(studentStatus)
        .filter((status) => statusAllows(status, act))
        .toSorted(),
    );
});

test('STUDENT-STATUS-16: a change holds from its day on, also one that comes later', async () => {
  expect(await on('2026-08-31')).toBeUndefined();
  expect(await on('2026-09-01')).toMatchObject({ status: '01', bjdm: 'B1', change_type: null });
  await record(fact('1', '2026-10-10', { status: '02' }), fact('2', '2099-01-01', { status: '05' }));
  await record(fact('1', '2026-10-10', { status: '02' }));
  expect(await on('2026-10-09')).toMatchObject({ status: '01' });
  expect(await on('2026-10-10')).toMatchObject({ status: '02', change_type: '11' });
  expect(await on('2099-01-01')).toMatchObject({ status: '05' });
  expect(await query(`select dqztm from base.student where student_code = 'S4'`)).toEqual([{ dqztm: '02' }]);
  await record(fact('3', '2026-09-15', { status: '13' }));
  expect(await on('2026-09-20')).toMatchObject({ status: '13' });
  expect(await on('2026-10-10')).toMatchObject({ status: '02' });
  expect(await query(`select dqztm from base.student where student_code = 'S4'`)).toEqual([{ dqztm: '02' }]);
});

test('a class or status that is changed without a fact becomes one', async () => {
  await query(`update base.student set dqztm = '03' where student_code = 'S5'`);
  expect(
    await query(
      `select source, status, in_school from base.student_status_fact where student_code = 'S5' order by seq`,
    ),
  ).toEqual([
    { source: 'enrolled', status: '01', in_school: true },
    { source: 'correction', status: '03', in_school: false },
  ]);
  expect(await on('2099-01-01', 'S5')).toBeUndefined();
  expect(await on('2026-09-01', 'S5')).toBeDefined();
});

test('facts say of every day what the fold of the changes says, whatever came when and was taken back', async () => {
  const days = ['2026-09-10', '2026-09-20', '2026-10-01', '2026-10-20', '2026-11-05', '2099-02-01'];
  const change = fc.record(
    { status: fc.constantFrom('01', '02', '03', '13'), studentType: fc.constantFrom('2', '3') },
    { requiredKeys: [] },
  );
  const changes = fc.array(
    fc.record({ effectiveDate: fc.constantFrom(...days), changedTo: change, cancelled: fc.boolean() }),
    { minLength: 1, maxLength: 6 },
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(changes, async (asked) => {
      run += 1;
      const studentCode = `P${String(run)}`;
      await query(
        `insert into base.student (student_code, student_number, student_name, xbm, bjdm, njzydm, dwh, njdm, zydm, xqdm,
            xslbdm) values ($1, $1, $1, '1', 'B1', '2026SE', '101', '2026', 'SE', '1', '1')`,
        [studentCode],
      );
      const knownAt: string[] = [];
      for (const [at, { effectiveDate, changedTo, cancelled }] of asked.entries()) {
        const factKey = `${studentCode}-${String(at)}`;
        await record({ ...fact(factKey, effectiveDate, changedTo), studentCode, changeType: '99' });
        if (cancelled)
          await query('update base.student_status_fact set cancelled_at = now() where fact_key = $1', [factKey]);
        knownAt.push((await query<{ at: string }>('select clock_timestamp()::text as at'))[0]!.at);
      }
      const state = {
        changes: asked.map((each, at) => ({ ...each, applyId: String(at), changeType: '99' })),
      };
      const enrolled = { status: '01', inSchool: true, bjdm: 'B1', studentType: '1' };
      for (const day of days) {
        const [known] = await query<{ status: string; student_type: string }>(
          'select status, student_type from base.student_states_on($1) where student_code = $2',
          [day, studentCode],
        );
        const folded = standingOn(state, enrolled, day);
        expect([known?.status, known?.student_type]).toEqual([folded.status, folded.studentType]);
        // What was known before a later change, also one of an earlier day, is what had been said until then.
        const half = Math.ceil(asked.length / 2);
        const [earlier] = await query<{ status: string }>(
          'select status from base.student_states_on($1, $3) where student_code = $2',
          [day, studentCode, knownAt[half - 1]],
        );
        expect(earlier?.status).toBe(standingOn({ changes: state.changes.slice(0, half) }, enrolled, day).status);
      }
    }),
    { numRuns: 12 },
  );
});
