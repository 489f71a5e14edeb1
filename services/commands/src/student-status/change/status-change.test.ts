import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { monthsLater } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import { studentStatusStream } from '@jwxt/contracts/student-status/change/student-status.events.ts';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { person } from '../../testing/person.ts';
import { loadClass, loadScoreSchool, people } from '../../testing/score-school.ts';
import { carryOutDue } from './status-facts-watch.ts';

const { teacher1, dean, registrar, clerk } = people;
const office = { ...people.office, roleCodes: ['02'] };
let t: TestApp;
const load = (resource: string, rows: readonly object[]) => t.accept('reference.load', { resource, rows });
const query = async <R extends object>(sql: string, values: readonly unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, [...values])).rows;
let today: string;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await load('userRole', [{ userName: 'clerk1', jsbh: '03' }]);
  await load('grade', [{ njdm: '2027', njmc: '2027级', sfzx: '1' }]);
  await load('gradeMajor', [
    {
      njzydm: '2027SE',
      njzymc: '2027级软件工程',
      njdm: '2027',
      zydm: 'SE',
      dwh: '101',
      xqdm: '1',
      xslbdm: '1',
      pyccm: '1',
      xz: 40,
    },
  ]);
  await load('classInfo', [
    { bjdm: 'B2', ywbm: 'B2', bjmc: '软工2602', njzydm: '2026SE', dwh: '101', zydm: 'SE', njdm: '2026', xqdm: '1' },
    { bjdm: 'B3', ywbm: 'B3', bjmc: '软工2701', njzydm: '2027SE', dwh: '101', zydm: 'SE', njdm: '2027', xqdm: '1' },
  ]);
  await load('dataDict', dictionaryRows);
  [{ today }] = (await query<{ today: string }>('select base.school_day()::text as today')) as [{ today: string }];
});
afterAll(() => t.stop());

const codeOf = (outcome: CommandOutcome) => (outcome.status === 'refused' ? outcome.code : outcome.status);
const fieldsOf = (outcome: CommandOutcome) =>
  outcome.status === 'refused' ? (outcome.fieldErrors ?? []).map(({ field }) => field) : [];
const values = (studentCode: string, changeType: string, more: object = {}) => ({
  studentCode,
  changeType,
  changeReason: '21',
  reasonText: '本人申请',
  effectiveDate: today,
  endDate: null,
  classAfter: null,
  studentTypeAfter: null,
  chosenStatus: null,
  targetSchool: null,
  ...more,
});
const create = (form: object, actor = clerk) => t.send('statusChange.create', { values: form }, { actor });
/** An application that has passed every node, by its id. */
async function passed(form: object, nodes = [dean, registrar]): Promise<string> {
  const { key: applyId } = await t.accept<{ key: string }>('statusChange.create', { values: form }, { actor: clerk });
  await t.accept('statusChange.submitApproval', { applyId }, { actor: clerk });
  for (const [revision, actor] of nodes.entries())
    await t.accept(
      'application.decide',
      { applyId, revision, approvalStatus: '0', approvalOpinion: '同意' },
      { actor },
    );
  return applyId;
}
const implement = (applyId: string, more: object = {}, commandId?: string) =>
  t.send(
    'statusChange.doImplement',
    { applyId, documentNumber: null, documentDate: null, ...more },
    { actor: office, ...(commandId ? { commandId } : {}) },
  );
const student = async (code: string) =>
  (await query('select dqztm, bjdm, njzydm from base.student where student_code = $1', [code]))[0];
const rowOf = async (applyId: string) =>
  (await query('select approval_status, implement_status from base.status_change where apply_id = $1', [applyId]))[0];
const effects = async (applyId: string) =>
  (
    await query<{ effect: string }>(
      `select kind || ':' || action || ':' || coalesce(target, '') as effect from base.status_effect
        where fact_key = $1 and done_at is not null order by effect_no`,
      [applyId],
    )
  ).map(({ effect }) => effect);
const roster = async (code: string) =>
  (
    await query<{ id: string }>(
      'select teaching_class_id as id from base.teaching_class_student where student_code = $1 order by 1',
      [code],
    )
  ).map(({ id }) => id);

// STUDENT-STATUS-16
test('休学 during entry keeps what was typed, ends leave and sign-ups; 复学 brings class and plan', async () => {
  await loadClass(t, 'C1', ['S4', 'S5']);
  await loadClass(t, 'C2', ['S4']);
  await query(`update base.teaching_class set course_id = 'K2' where teaching_class_id = 'C2'`);
  await t.accept('scoreSheet.initialise', { teachingClassId: 'C1', scoreType: '1' }, { actor: office });
  const sheet = async () => {
    const { state } = await t.app.services.handler.read(sheetStream('C1', '1'), sheetStreams);
    if (state.status === '0') throw new Error('no sheet');
    return state;
  };
  const item = (await sheet()).rules.items.find(({ enable }) => enable === 'true')!.dataKey;
  await t.accept(
    'scoreSheet.save',
    { teachingClassId: 'C1', scoreType: '1', rows: [{ studentCode: 'S4', revision: 0, items: { [item]: '85.5' } }] },
    { actor: teacher1 },
  );
  await query(`insert into base.leave_result (leave_result_id, student_code, leave_type, begin_time, end_time, days,
      leave_reason) select id, 'S4', '1', now() + start, now() + start + interval '5 days', 50, '病假'
        from (values ('L1', interval '-1 day'), ('L2', interval '9 days')) as told (id, start)`);
  await query(`insert into base.rebuild_sign_up (sign_up_id, student_code, course_id, semester_id, rebuild_mode, amount,
      pay_status, confirmed_at) select id, 'S4', course, class.semester_id, '1', 0, paid, now()
        from base.teaching_class class, (values ('R1', 'K3', '0'), ('R2', 'K2', '2')) as told (id, course, paid)
        join base.course on kch = course where class.teaching_class_id = 'C1'`);
  const applyId = await passed(values('S4', '11', { endDate: monthsLater(today, 6) }));
  expect(await rowOf(applyId)).toEqual({ approval_status: '9', implement_status: '0' });
  expect(await student('S4')).toMatchObject({ dqztm: '01' });
  expect(fieldsOf(await create(values('S4', '29', { classAfter: 'B2' })))).toEqual(['values.studentCode']);

  expect(codeOf(await implement(applyId))).toBe('accepted');
  expect(await student('S4')).toEqual({ dqztm: '02', bjdm: 'B1', njzydm: '2026SE' });
  expect(await rowOf(applyId)).toEqual({ approval_status: '9', implement_status: '2' });
  expect(await roster('S4')).toEqual(['C1']);
  const kept = (await sheet()).rows['S4'];
  expect([remarkOf(kept), cellValues(kept)[item]]).toEqual(['10', 855]);
  expect((await effects(applyId)).toSorted()).toEqual([
    'leave:endLeave:L1',
    'leave:endLeave:L2',
    'roster:leaveRoster:C2',
    'sheet:interruptSheet:C1',
    'signUp:cancelRebuild:R1',
    'signUp:cancelRebuild:R2',
    'student:told:',
  ]);
  // What goes on ends, what is to come is taken back; a fee that was paid is for the office.
  expect(await query('select leave_result_id as id, leave_status from base.leave_result order by 1')).toEqual([
    { id: 'L1', leave_status: '2' },
    { id: 'L2', leave_status: '3' },
  ]);
  expect(
    await query('select sign_up_id as id, cancelled_at is null as kept from base.rebuild_sign_up order by 1'),
  ).toEqual([
    { id: 'R1', kept: false },
    { id: 'R2', kept: true },
  ]);
  // STUDENT-STATUS-04: whoever is away is on the books, and not counted as there.
  const there = async () =>
    (
      await query<{ there: boolean }>(
        `select in_school as there from base.student_states_on($1) where student_code = 'S4'`,
        [today],
      )
    )[0]?.there;
  expect(await there()).toBe(false);
  expect(codeOf(await implement(applyId))).toBe('STATUS_CHANGE_IMPLEMENTED');

  expect(fieldsOf(await create(values('S4', '29', { classAfter: 'B2' })))).toEqual(['values.changeType']);
  // Leave from the exam that was granted before is what the sheet says again.
  await query(`insert into base.granted_remark (apply_id, teaching_class_id, student_code, remark_code, reason)
    values ('G1', 'C1', 'S4', '01', '缓考申请已批准')`);
  const back = await passed(values('S4', '12', { changeReason: '99', classAfter: 'B3' }));
  expect(codeOf(await implement(back))).toBe('accepted');
  expect(await student('S4')).toEqual({ dqztm: '01', bjdm: 'B3', njzydm: '2027SE' });
  expect(await there()).toBe(true);
  expect(remarkOf((await sheet()).rows['S4'])).toBe('01');
  expect(
    await query(`select change_type, status, bjdm from base.students_on($1) where student_code = 'S4'`, [today]),
  ).toEqual([{ change_type: '12', status: '01', bjdm: 'B3' }]);
});

test('a change of tomorrow waits for its day, is carried out once, and can be taken back until then', async () => {
  const tomorrow = (await query<{ day: string }>('select (base.school_day() + 1)::text as day'))[0]!.day;
  const ahead = await passed(values('S5', '29', { changeReason: '99', classAfter: 'B2', effectiveDate: tomorrow }), [
    dean,
  ]);
  await t.accept(
    'statusChange.doImplement',
    { applyId: ahead, documentNumber: null, documentDate: null },
    { actor: office },
  );
  expect(await rowOf(ahead)).toEqual({ approval_status: '9', implement_status: '1' });
  await carryOutDue(t.app.services);
  expect(await student('S5')).toMatchObject({ bjdm: 'B1' });
  const cancel = (applyId: string) => t.send('statusChange.cancel', { applyId, reason: '学生撤回' }, { actor: office });
  expect(codeOf(await cancel(ahead))).toBe('accepted');
  expect(await rowOf(ahead)).toEqual({ approval_status: '9', implement_status: '3' });

  const again = await passed(values('S5', '29', { changeReason: '99', classAfter: 'B2', effectiveDate: tomorrow }), [
    dean,
  ]);
  expect(codeOf(await implement(again))).toBe('accepted');
  // The day comes, in two processes at once.
  await query('update base.student_status_fact set effective_date = base.school_day() where apply_id = any($1)', [
    [ahead, again],
  ]);
  const other = t.another();
  await Promise.all([carryOutDue(t.app.services), carryOutDue(other.services), carryOutDue(t.app.services)]);
  await other.close();
  expect(await student('S5')).toMatchObject({ bjdm: 'B2' });
  expect(await rowOf(again)).toMatchObject({ implement_status: '2' });
  expect(await query(`select count(*)::int as n from base.status_transition where student_code = 'S5'`)).toEqual([
    { n: 1 },
  ]);
  expect(
    await query(
      `select count(*)::int as n from base.operation_log
        where resource = 'student' and key = 'S5' and operation = 'update'`,
    ),
  ).toEqual([{ n: 1 }]);
  expect((await t.stream(studentStatusStream('S5'))).map(({ event }) => event.type)).toEqual([
    'StatusChangeImplemented',
    'StatusChangeCancelled',
    'StatusChangeImplemented',
  ]);
});

test('退学 goes to the school, needs a document, closes the account; what changed meanwhile stops it', async () => {
  await load('userAccount', [
    { userName: 'S6', name: '学生S6', kind: 'student', password: 'Jwxt@2026', studentCode: 'S6' },
  ]);
  const applyId = await passed(values('S6', '31'), [dean, registrar, office]);
  await query(`update base.student set bjdm = 'B2' where student_code = 'S6'`);
  expect(codeOf(await implement(applyId, { documentNumber: '校学籍〔2026〕1号' }))).toBe('STATUS_CHANGE_STALE');
  await query(`update base.student set bjdm = 'B1' where student_code = 'S6'`);
  expect(codeOf(await implement(applyId))).toBe('STATUS_CHANGE_DOCUMENT');
  expect(codeOf(await implement(applyId, { documentNumber: '校学籍〔2026〕1号' }))).toBe('accepted');
  expect(await student('S6')).toMatchObject({ dqztm: '03' });
  expect(await query(`select sfqy from base.user_account where user_name = 'S6'`)).toEqual([{ sfqy: '0' }]);
  expect(await query(`select count(*)::int as n from base.students_on($1) where student_code = 'S6'`, [today])).toEqual(
    [{ n: 0 }],
  );
});

test('a student applies for himself, for what students may', async () => {
  const actor = person('stu7', { name: '学生S7', studentCode: 'S7', departmentId: '101' });
  const own = (more: object) => ({
    applyId: crypto.randomUUID(),
    changeType: '29',
    changeReason: '99',
    reasonText: '宿舍调整',
    effectiveDate: today,
    endDate: null,
    classAfter: 'B2',
    targetSchool: null,
    ...more,
  });
  expect(
    fieldsOf(await t.send('statusChange.applyOwn', own({ changeType: '42', classAfter: null }), { actor })),
  ).toEqual(['changeType']);
  expect(
    fieldsOf(
      await t.send(
        'statusChange.applyOwn',
        own({ changeType: '11', changeReason: '10', classAfter: null, endDate: monthsLater(today, 6) }),
        { actor },
      ),
    ),
  ).toEqual(['files']);
  const form = own({});
  await t.accept('statusChange.applyOwn', form, { actor });
  expect(await rowOf(form.applyId)).toEqual({ approval_status: '2', implement_status: '0' });
  expect(codeOf(await t.send('statusChange.applyOwn', own({}), { actor }))).toBe('INVALID_INPUT');
});
