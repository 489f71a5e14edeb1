import { fileURLToPath } from 'node:url';
import { ROSTER_OF_CLASSES } from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import { statusAllows } from '@jwxt/contracts/student-status/status.rules.ts';
import { startChild } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinRoster, leaveRoster } from '../../base-info/shared/roster.ts';
import { systemActor, type CommandContext } from '../../kernel/command-context.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadClass, loadScoreSchool } from '../../testing/score-school.ts';
import { endTemporaryStudents } from '../file/temporary-student-end.ts';
import { finishEffects } from './status-effects.ts';
import { recordStatusFacts, type StatusAfter } from './status-fact.ts';

const CHOSEN = '选课';
/** What each class attends, of the courses K1 and K2; E of K3 is chosen. */
const attends = { B1: ['P1', 'P2'], B2: ['Q1', 'Q2'] } as const;
type ClassCode = keyof typeof attends;
const changing = ['R1', 'R2', 'R3', 'R4'];
const leaving = Array.from({ length: 40 }, (_, at) => `L${String(at + 1).padStart(2, '0')}`);

let t: TestApp;
let today: string;
const query = async <R extends object>(sql: string, values: readonly unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, [...values])).rows;
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

beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  const load = (resource: string, rows: readonly object[]) => t.accept('reference.load', { resource, rows });
  await load('classInfo', [
    { bjdm: 'B2', ywbm: 'B2', bjmc: '软工2602', njzydm: '2026SE', dwh: '101', zydm: 'SE', njdm: '2026', xqdm: '1' },
  ]);
  // One of each class never changes: the classes attend what these do.
  const student = (bjdm: string, studentCode: string) => ({
    studentCode,
    studentNumber: studentCode,
    studentName: studentCode,
    xbm: '1',
    bjdm,
    njzydm: '2026SE',
    dwh: '101',
    njdm: '2026',
    zydm: 'SE',
    xqdm: '1',
    xslbdm: '1',
    dqztm: '01',
  });
  await load('student', [
    ...['A1', 'G1', ...changing, ...leaving].map((code) => student('B1', code)),
    student('B2', 'A2'),
  ]);
  await query('delete from base.teaching_class_student');
  for (const [id, course, codes] of [
    ['P1', 'K1', ['A1', ...changing, ...leaving]],
    ['P2', 'K2', ['A1', ...changing, ...leaving]],
    ['Q1', 'K1', ['A2']],
    ['Q2', 'K2', ['A2']],
    ['E', 'K3', []],
  ] as const) {
    await loadClass(t, id, []);
    await query('update base.teaching_class set course_id = $2 where teaching_class_id = $1', [id, course]);
    await load(
      'teachingClassStudent',
      codes.map((studentCode) => ({ teachingClassId: id, studentCode, listSource: ROSTER_OF_CLASSES })),
    );
  }
  await load(
    'userAccount',
    [...changing, ...leaving].map((code) => ({
      userName: code,
      name: code,
      kind: 'student',
      password: 'Jwxt@2026',
      studentCode: code,
    })),
  );
  [{ today }] = (await query<{ today: string }>('select base.school_day()::text as today')) as [{ today: string }];
});
afterAll(() => t.stop());

const dayOf = (offset: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
const rosters = async (code: string): Promise<string[]> =>
  (
    await query<{ id: string }>(
      'select teaching_class_id as id from base.teaching_class_student where student_code = $1 order by 1',
      [code],
    )
  ).map(({ id }) => id);
const change = (factKey: string, studentCode: string, effectiveDate: string, after: StatusAfter) => ({
  factKey,
  studentCode,
  effectiveDate,
  changeType: '99',
  source: 'change' as const,
  applyId: null,
  after,
});

const who = fc.constantFrom(...changing);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      who,
      day: fc.constantFrom(-9, -2, 0, 0, 4),
      after: fc.record(
        { status: fc.constantFrom('01', '02', '03', '13'), bjdm: fc.constantFrom('B1', 'B2') },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const), who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('choose' as const), who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('settle' as const) }) },
);

interface Known {
  readonly facts: { key: string; day: string; after: StatusAfter; cancelled: boolean }[];
  chosen: boolean;
}

// STUDENT-STATUS-16
test('whatever changes, for whatever days: rosters are selection plus changes, accounts follow', async () => {
  const enrolled = (
    await query<{ day: string }>(
      `select effective_date::text as day from base.student_status_fact where student_code = 'R1'`,
    )
  )[0]!.day;
  const standing = ({ facts }: Known, day: string) =>
    facts
      .filter((fact) => !fact.cancelled && fact.day <= day)
      .toSorted((one, other) => one.day.localeCompare(other.day))
      .reduce<{ status: string; bjdm: string }>((state, { after }) => ({ ...state, ...after }), {
        status: '',
        bjdm: '',
      });
  const enters = (known: Known): boolean => statusAllows(standing(known, today).status, 'enterScores');
  let no = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 70, maxLength: 70 }), async (steps) => {
      const known = new Map(
        changing.map((code): [string, Known] => [
          code,
          { facts: [{ key: '', day: enrolled, after: { status: '01', bjdm: 'B1' }, cancelled: false }], chosen: false },
        ]),
      );
      for (const one of steps) {
        const of = 'who' in one ? known.get(one.who)! : null;
        if (one.what === 'change') {
          const key = `R:${String((no += 1))}`;
          const was = enters(of!);
          of!.facts.push({ key, day: dayOf(one.day), after: one.after, cancelled: false });
          await inTransaction(t.app.services.pool, (client) =>
            recordStatusFacts(client, context, [change(key, one.who, dayOf(one.day), one.after)]),
          );
          if (was && !enters(of!)) of!.chosen = false;
        } else if (one.what === 'cancel') {
          const coming = of!.facts.findLast(({ day, cancelled }) => day > today && !cancelled);
          if (!coming) continue;
          coming.cancelled = true;
          await query('update base.student_status_fact set cancelled_at = now() where fact_key = $1', [coming.key]);
        } else {
          await finishEffects(t.app.services);
          if (one.what === 'settle') continue;
          const place = { teachingClassId: 'E', studentCode: one.who, listSource: CHOSEN };
          const refused = await inTransaction(t.app.services.pool, (client) =>
            of!.chosen ? leaveRoster(client, context, place) : joinRoster(client, context, place),
          );
          expect(refused === null).toBe(of!.chosen || enters(of!));
          if (refused === null) of!.chosen = !of!.chosen;
        }
      }
      await finishEffects(t.app.services);
      for (const [code, of] of known) {
        const { status, bjdm } = standing(of, today);
        expect(
          await query(
            `select dqztm as status, bjdm,
                (select sfqy from base.user_account where user_name = student.student_code) as account
               from base.student where student_code = $1`,
            [code],
          ),
        ).toEqual([{ status, bjdm, account: statusAllows(status, 'account') ? '1' : '0' }]);
        expect(await rosters(code)).toEqual(
          enters(of) ? [...(of.chosen ? ['E'] : []), ...attends[bjdm as ClassCode]] : [],
        );
        for (const day of [-9, -3, -2, 0, 3, 4].map(dayOf).filter((each) => each >= enrolled))
          expect(
            await query('select status, bjdm from base.student_states_on($1) where student_code = $2', [day, code]),
          ).toEqual([standing(of, day)]);
      }
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

test('killed with -9 between a change and its effects, the next process does the rest, each once', async () => {
  await inTransaction(t.app.services.pool, (client) =>
    recordStatusFacts(
      client,
      context,
      leaving.map((code) => change(code, code, today, { status: '03' })),
    ),
  );
  const done = async () =>
    (
      await query<{ n: number }>(
        `select count(*)::int as n from base.status_effect where fact_key = any($1) and action <> 'told'
          and done_at is not null`,
        [leaving],
      )
    )[0]!.n;
  const child = await startChild({
    script: fileURLToPath(new URL('../../main.ts', import.meta.url)),
    onLine: () => undefined,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(await findFreePort()),
      DATABASE_URL: t.database.url,
      EVENTSTORE_URL: t.events.url,
      INTERNAL_TOKEN: crypto.randomUUID(),
    },
  });
  await expect.poll(done, { timeout: 60_000, interval: 3 }).toBeGreaterThan(0);
  process.kill(child.pid, 'SIGKILL');
  await expect.poll(() => child.running).toBe(false);
  expect(await done()).toBeLessThan(leaving.length * 3);
  await Promise.all([finishEffects(t.app.services), finishEffects(t.app.services)]);
  expect(await done()).toBe(leaving.length * 3);
  for (const code of leaving) expect(await rosters(code)).toEqual([]);
  expect(
    await query(
      `select resource, operation, count(*)::int as n from base.operation_log
        where before ->> 'student_code' = any($1) and resource = 'teachingClassStudent' or key = any($1)
          and resource = 'userAccount' and operation = 'disable' group by 1, 2 order by 1`,
      [leaving],
    ),
  ).toEqual([
    { resource: 'teachingClassStudent', operation: 'delete', n: leaving.length * 2 },
    { resource: 'userAccount', operation: 'disable', n: leaving.length },
  ]);
});

// STUDENT-STATUS-10
test('a temporary student whose time has ended is on no roster that goes on', async () => {
  await t.accept('reference.load', {
    resource: 'teachingClassStudent',
    rows: [{ teachingClassId: 'P1', studentCode: 'G1', listSource: '' }],
  });
  await query(
    `insert into base.temporary_student (temporary_student_id, temporary_number, student_name, sex_code,
        temporary_type, bjdm, dwh, xqdm, begin_date, end_date)
      select 'G1', 'L20260001', 'G1', '1', '1', 'B1', '101', '1', base.school_day() - 1, base.school_day()`,
  );
  expect(await endTemporaryStudents(t.app.services)).toBe(0);
  await query(`update base.temporary_student set end_date = base.school_day() - 1`);
  expect(await endTemporaryStudents(t.app.services)).toBe(1);
  expect(await rosters('G1')).toEqual([]);
});
