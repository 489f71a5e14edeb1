import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadScoreSchool } from '../../testing/score-school.ts';
import { watchPunishments } from './punishment-watch.ts';

/* Students of class B1 are of unit 101, whose clerk1 keeps punishments with office1; S1 has an account. */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  await loadScoreSchool(t);
  const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
  const student = (code: string) => ({
    userName: code,
    name: `学生${code}`,
    kind: 'student',
    password: 'Jwxt@2026',
    studentCode: code,
  });
  await load('userAccount', [student('S1')]);
  await load('userRole', [{ userName: 'clerk1', jsbh: '03' }]);
  await query(`insert into base.role_permission (jsbh, qxbh) values ('02', 'punishment:remove'),
    ('02', 'punishment:decideAppeal'), ('03', 'punishment:remove')`);
});
afterAll(() => t.stop());

const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, values)).rows;
const punish = async (id: string, code: string, more: Record<string, string>) => {
  const values = {
    punishment_id: id,
    student_code: code,
    violation_type: '01',
    violation_date: '2026-09-01',
    violation_text: '考试夹带',
    punish_name: '3',
    months: '6',
    punish_date: '2026-09-20',
    ...more,
  };
  const columns = Object.keys(values);
  const places = columns.map((_column, at) => `$${String(at + 1)}`);
  await query(
    `insert into base.punishment (${columns.join(', ')}) values (${places.join(', ')})`,
    Object.values(values),
  );
};
const watch = async (day: string) => watchPunishments(t.app.services.pool, new Date(`${day}T09:00:00+08:00`));
const stateOf = async (id: string) =>
  (
    await query<{ status: string; effect: string | null }>(
      `select punish_status as status, effect_date::text as effect from base.punishment where punishment_id = $1`,
      [id],
    )
  )[0];
const told = async () =>
  (
    await query<{ to: string; title: string }>(
      `select audience.user_name as "to", title from base.system_message_entity
         join base.system_message_audience audience using (system_message_entity_id) order by title, 1`,
    )
  ).map(({ to, title }) => `${to} ${title}`);

test('STUDENT-STATUS-39: in force after the time for an appeal; who keeps it is told once', async () => {
  await punish('P1', 'S1', { deliver_date: '2026-09-21', end_date: '2027-03-21' });
  await punish('P2', 'S2', { deliver_date: '2026-09-21', appeal_status: '1', appeal_date: '2026-09-25' });
  await punish('P3', 'S3', {});
  // Until the tenth day the student may still appeal.
  expect(await watch('2026-10-01')).toEqual({ effected: 0, told: 0 });
  expect(await watch('2026-10-02')).toEqual({ effected: 1, told: 0 });
  expect(await stateOf('P1')).toEqual({ status: '1', effect: '2026-10-02' });
  // An appeal keeps it away; what was not delivered has no time that ends.
  expect([await stateOf('P2'), await stateOf('P3')]).toEqual([
    { status: '0', effect: null },
    { status: '0', effect: null },
  ]);
  expect(await told()).toEqual(['S1 处分已生效']);
  // Three days before the appeal is overdue; who may only remove is not asked.
  expect(await watch('2026-10-07')).toEqual({ effected: 0, told: 1 });
  expect(await watch('2026-10-08')).toEqual({ effected: 0, told: 0 });
  expect(await told()).toEqual(['S1 处分已生效', 'office1 处分申诉待复查']);
  expect(await watch('2027-03-20')).toEqual({ effected: 0, told: 0 });
  expect(await watch('2027-03-21')).toEqual({ effected: 0, told: 1 });
  expect(await watch('2027-03-22')).toEqual({ effected: 0, told: 0 });
  expect((await told()).filter((line) => line.endsWith('处分期满'))).toEqual(['clerk1 处分期满', 'office1 处分期满']);
  const { rows: logged } = await t.app.services.pool.query(
    `select user_name, after->>'effect_date' as effect from base.operation_log where resource = 'punishment'`,
  );
  expect(logged).toEqual([{ user_name: 'system', effect: '2026-10-02' }]);
});
