import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { studentMessages } from '@jwxt/contracts/notice/system-message.operations.ts';
import { leaveApply } from '@jwxt/contracts/student-application/kinds/leave-apply.ts';
import { punishmentApply } from '@jwxt/contracts/student-application/kinds/punishment-apply.ts';
import { rewardApply } from '@jwxt/contracts/student-application/kinds/reward-apply.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import {
  backFromLeaveOperation,
  computeStudyScoresOperation,
  leaveOfClasses,
  leaveTotals,
  ownConduct,
} from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { leaveResult } from '@jwxt/contracts/student-status/conduct/leave-result.resource.ts';
import {
  appealPunishmentOperation,
  decideAppealOperation,
  deliverPunishmentOperation,
  removePunishmentOperation,
} from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import { reward } from '@jwxt/contracts/student-status/conduct/reward.resource.ts';
import { studentGrade } from '@jwxt/contracts/student-status/conduct/student-grade.resource.ts';
import { uploadAs } from '../../file/upload-client.fixture.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD, SEMESTER } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

const id = (): string => crypto.randomUUID();
const day = (offset: number): string => toDateTimeText(Date.now() + offset * 86_400_000).slice(0, 10);
const names = ['student1', 'clerk1', 'dean1', 'registrar1', 'office1', 'teacher1', 'teacher1b', 'clerk2'] as const;
let school: School;
let base: string;
let by: Record<(typeof names)[number], Browser>;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: PASSWORD, studentCode: 'S2026001' },
  ]);
  // Teacher T03 advises class B101; clerk2 is of no unit and sees none.
  await insertReferenceRows(school.pool, 'userRole', [
    { userName: 'student1', jsbh: '08' },
    { userName: 'teacher1b', jsbh: '09' },
  ]);
  await school.pool.query(`update base.class_info set fdygh = 'T03' where bjdm = 'B101'`);
  const browsers = await Promise.all(names.map((name) => school.browser(name)));
  by = Object.fromEntries(names.map((name, at) => [name, browsers[at]])) as typeof by;
  base = await school.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => school.stop());

const make = async (who: Browser, { operations }: Pick<Resource, 'operations'>, values: object) =>
  await who.call(operations.create, { commandId: id(), values: values as Record<string, unknown> });
const decide = async (
  who: Browser,
  { operations }: { operations: Pick<StudentApplicationKind['operations'], 'audit'> },
  applyId: string,
  revision: number,
) =>
  (
    await who.get(operations.audit, {
      commandId: id(),
      approvalStatus: '0',
      approvalOpinion: '同意',
      keyList: [applyId],
      revisions: { [applyId]: revision },
    })
  ).results[applyId]?.code;
const titles = async () => (await by.student1.get(studentMessages, {})).rows.map((row) => row.systemMessageEntityTitle);
const own = () => by.student1.get(ownConduct, {});

describe('STUDENT-STATUS-39 punishments', () => {
  const form = {
    violationType: '05',
    violationDate: day(-20),
    punishName: '3',
    months: 6,
    violationText: '多次旷课，经教育不改',
    attemptId: null,
    documentNumber: '校学〔2026〕8号',
  };
  const key = id();
  const row = async (who: Browser) => (await who.get(punishment.operations.detail, { key })) as Record<string, unknown>;

  it('are asked for by units with what proves that the student was heard, and decided by unit and office', async () => {
    const sent = { applyId: key, studentId: 'S2026001', form };
    const send = (who: Browser, own: object = {}) =>
      who.call(punishmentApply.operations.apply, { commandId: id(), ...sent, form: { ...form, ...own } });
    expect((await send(by.student1)).code).toBe('FORBIDDEN');
    expect((await send(by.clerk1, { months: 3 })).fieldErrors).toEqual([
      { field: 'months', message: '期限应为 6 至 12 个月' },
    ]);
    expect((await send(by.clerk1, { violationType: '88' })).fieldErrors?.map(({ field }) => field)).toEqual([
      'violationType',
    ]);
    expect((await send(by.clerk1)).fieldErrors?.map(({ field }) => field)).toEqual(['files']);
    const owner = { businessTable: punishmentApply.files.businessTable, businessId: key };
    await uploadAs(by.clerk1, base, Buffer.from('笔录'), { ...owner, fileName: '陈述申辩.txt' });
    expect((await send(by.clerk1)).code).toBe('200');
    expect(await decide(by.dean1, punishmentApply, key, 0)).toBe('200');
    expect(await decide(by.registrar1, punishmentApply, key, 1)).toBe('200');
    await expect.poll(async () => (await by.office1.get(punishment.operations.query, {})).total).toBe(1);
    expect((await own()).punishments).toEqual([]);
  });

  it('tell what happened in no list, in masks by themselves, whole to who may; other units see none', async () => {
    const { rows } = await by.clerk1.get(punishment.operations.query, {});
    expect(rows).toMatchObject([{ punishNameName: '记过', punishStatusName: '拟处分', rowSource: '2' }]);
    expect(rows[0]).toMatchObject({ violationText: null });
    expect((await row(by.clerk1))['violationText']).toMatch(/\*/);
    expect(await by.clerk1.get(punishment.reveal!, { key })).toMatchObject({ violationText: form.violationText });
    expect((await by.dean1.call(punishment.reveal!, { key })).code).toBe('FORBIDDEN');
    expect((await by.clerk2.get(punishment.operations.query, {})).total).toBe(0);
    expect((await by.clerk2.call(punishment.operations.detail, { key })).code).toBe('NOT_FOUND');
    expect((await by.student1.call(punishment.operations.query, {})).code).toBe('FORBIDDEN');
  });

  it('are delivered, appealed against by the student alone, made lighter, and removed after their time', async () => {
    const deliver = (who: Browser, deliverDate: string) =>
      who.call(deliverPunishmentOperation, { commandId: id(), punishmentId: key, deliverDate });
    expect((await deliver(by.clerk2, day(0))).code).toBe('OUT_OF_SCOPE');
    expect((await deliver(by.clerk1, day(1))).fieldErrors?.map(({ field }) => field)).toEqual(['deliverDate']);
    expect((await deliver(by.clerk1, day(0))).code).toBe('200');
    expect((await own()).punishments).toMatchObject([
      { punishNameName: '记过', violationText: form.violationText, appealUntil: day(10) },
    ]);
    const appeal = { punishmentId: key, appealText: '当日因病未能请假' };
    expect((await by.clerk1.call(appealPunishmentOperation, { commandId: id(), ...appeal })).code).toBe('FORBIDDEN');
    await by.student1.get(appealPunishmentOperation, { commandId: id(), ...appeal });
    const decided = { punishmentId: key, appealStatus: '3', appealOpinion: '情节较轻', punishName: '1', months: 6 };
    expect((await by.clerk1.call(decideAppealOperation, { commandId: id(), ...decided } as never)).code).toBe(
      'FORBIDDEN',
    );
    await by.office1.get(decideAppealOperation, { commandId: id(), ...decided } as never);
    expect((await own()).punishments).toMatchObject([
      { punishNameName: '警告', punishStatusName: '生效', appealStatusName: '变更', appealUntil: null },
    ]);
    const remove = () =>
      by.office1.call(removePunishmentOperation, { commandId: id(), punishmentId: key, endReason: '表现良好' });
    expect((await remove()).code).toBe('PUNISHMENT_PERIOD');
    await school.pool.query(`update base.punishment set end_date = base.school_day() where punishment_id = $1`, [key]);
    expect((await remove()).code).toBe('200');
    expect(await titles()).toEqual(expect.arrayContaining(['处分决定已送达', '处分申诉已复查', '处分已解除']));
    expect(await row(by.office1)).toMatchObject({ punishStatusName: '已解除', removeDate: day(0) });
  });

  it('of former years are registered by their days, and change nothing that was approved', async () => {
    const values = {
      studentCode: 'S2026002',
      violationType: '99',
      violationDate: '2026-01-05',
      punishName: '4',
      months: 12,
      violationText: '打架',
      punishDate: '2026-01-10',
      documentNumber: null,
      deliverDate: '2026-01-12',
      removeDate: null,
    };
    expect((await make(by.clerk1, punishment, values)).code).toBe('FORBIDDEN');
    expect((await make(by.office1, punishment, { ...values, months: 6 })).fieldErrors).toEqual([
      { field: 'values.months', message: '期限应为 12 个月' },
    ]);
    const { data } = await make(by.office1, punishment, values);
    expect(await by.office1.get(punishment.operations.detail, { key: data.key })).toMatchObject({
      punishStatusName: '生效',
      effectDate: '2026-01-23',
      endDate: '2027-01-12',
    });
    const removed = await by.office1.call(punishment.operations.delete, { commandId: id(), key });
    expect(removed.message).toContain('由审批产生');
  });
});

it('STUDENT-STATUS-38: an award of a year comes once, asked for or registered; a punishment warns', async () => {
  const form = {
    xnzj: '2025-2026',
    rewardName: '三好学生',
    rewardLevel: '3',
    rewardCategory: '5',
    rewardGrade: null,
    rewardType: '2',
    rewardWay: '3',
    rewardAmount: '500',
    rewardDate: day(-3),
    awardUnit: '学校',
    documentNumber: null,
    totalPerson: null,
    selfRank: null,
  };
  const applyId = id();
  const owner = { businessTable: rewardApply.files.businessTable, businessId: applyId };
  await uploadAs(by.student1, base, Buffer.from('证书'), { ...owner, fileName: '证书.txt' });
  await by.student1.get(rewardApply.operations.apply, { commandId: id(), applyId, studentId: 'S2026001', form });
  for (const [at, who] of [by.clerk1, by.dean1, by.registrar1].entries())
    expect(await decide(who, rewardApply, applyId, at)).toBe('200');
  await expect.poll(async () => (await own()).rewards).toMatchObject([{ rewardName: '三好学生' }]);
  expect((await by.clerk1.get(reward.operations.query, {})).rows).toMatchObject([
    { studentName: '张三', rewardAmount: '500', despitePunishment: '0' },
  ]);
  const values = { ...form, studentCode: 'S2026001', despitePunishment: '0' };
  expect((await make(by.office1, reward, values)).fieldErrors).toEqual([
    { field: 'values.studentCode', message: '该学生该学年已有同名奖励' },
  ]);
  // S2026002 has a probation in force: the office says that it is given all the same.
  const other = { ...values, studentCode: 'S2026002' };
  expect((await make(by.office1, reward, other)).fieldErrors?.map(({ field }) => field)).toEqual([
    'values.despitePunishment',
  ]);
  expect((await make(by.office1, reward, { ...other, despitePunishment: '1' })).code).toBe('200');
});

it('STUDENT-STATUS-35: advisers grant short leave, units long leave; teachers see it, advisers sign off', async () => {
  const form = (begin: string, end: string) => ({
    leaveType: '1' as const,
    beginTime: begin,
    endTime: end,
    leaveReason: '住院',
  });
  const send = (own: object) =>
    by.student1.call(leaveApply.operations.apply, {
      commandId: id(),
      applyId: id(),
      studentId: 'S2026001',
      form: form(`${day(-1)} 08:00:00`, `${day(1)} 12:00:00`),
      ...own,
    });
  const applyId = id();
  expect((await send({ applyId })).code).toBe('200');
  // Nobody but the adviser of the class is asked, another teacher not at all.
  expect(await decide(by.dean1, leaveApply, applyId, 0)).not.toBe('200');
  const todo = { view: 'todo' as const, pageNo: 1, pageSize: 10 };
  expect((await by.teacher1b.get(leaveApply.operations.query, todo)).rows).toMatchObject([
    { studentName: '张三', subjectName: '病假 2.5 天', currentNodeName: '辅导员审批' },
  ]);
  expect(await decide(by.teacher1b, leaveApply, applyId, 0)).toBe('200');
  await expect.poll(async () => (await own()).leaves).toMatchObject([{ days: '2.5', leaveStatusName: '已准假' }]);
  expect((await send({})).fieldErrors?.map(({ field }) => field)).toEqual(['beginTime']);

  // T01 teaches the student, T03 advises the class.
  const shown = await by.teacher1.get(leaveOfClasses, { view: 'now', pageNo: 1, pageSize: 10 });
  expect(shown.rows).toMatchObject([{ studentName: '张三', mayBack: false }]);
  const leaveResultId = shown.rows[0]!.leaveResultId;
  expect((await by.teacher1.call(backFromLeaveOperation, { commandId: id(), leaveResultId })).code).toBe('FORBIDDEN');
  expect((await by.clerk2.call(backFromLeaveOperation, { commandId: id(), leaveResultId })).code).toBe('OUT_OF_SCOPE');
  await by.teacher1b.get(backFromLeaveOperation, { commandId: id(), leaveResultId });
  expect((await own()).leaves).toMatchObject([{ leaveStatusName: '已销假' }]);

  const long = id();
  await send({ applyId: long, form: form(`${day(10)} 08:00:00`, `${day(54)} 18:00:00`) });
  expect((await by.student1.get(leaveApply.operations.detail, { id: long })).details).toContainEqual({
    label: '注意',
    value: expect.stringContaining('超过 42 天，建议办理休学') as string,
  });
  expect(await decide(by.teacher1b, leaveApply, long, 0)).toBe('200');
  expect(await decide(by.dean1, leaveApply, long, 1)).toBe('200');
  await expect.poll(async () => (await own()).leaves).toHaveLength(2);
  expect((await by.clerk1.get(leaveResult.operations.query, {})).rows[0]?.['affectClasses']).toContain('程序设计基础');
});

// STUDENT-STATUS-35
it('leave of a semester is added up, who reached the limit of the school is listed and may be taken off', async () => {
  await school.pool.query(
    `insert into base.leave_result (leave_result_id, student_code, leave_type, begin_time, end_time, days, leave_reason,
        leave_status)
      select 'sum' || n, 'S2026002', '1', ksrq::timestamptz + n * interval '10 days',
          ksrq::timestamptz + n * interval '10 days' + interval '9 days', days, '住院', status
        from base.semester, (values (0, 200, '2'), (1, 215, '1'), (2, 300, '3')) as leave (n, days, status)
       where xnxq = $1`,
    [SEMESTER],
  );
  const totals = (who: Browser, asked: object = {}) => who.get(leaveTotals, { pageNo: 1, pageSize: 10, ...asked });
  expect(await totals(by.clerk1, { semesterId: SEMESTER, keyword: '李四' })).toMatchObject({ total: 0, limit: 42 });
  const all = await totals(by.clerk1, { semesterId: SEMESTER, keyword: '李四', view: 'all' });
  expect(all.rows).toMatchObject([{ days: '41.5', leaveNum: 2, reached: false }]);
  // The school wants less: the same student is listed, and is not any more once he does not attend.
  await school.pool.query(
    `insert into base.parameter (param_code, para_name, para_value) values ('XJ_QJXX', '', '40')
      on conflict (param_code) do update set para_value = excluded.para_value`,
  );
  expect(await totals(by.clerk1, { semesterId: SEMESTER, keyword: '李四' })).toMatchObject({
    limit: 40,
    reachedNum: 1,
    rows: [{ studentName: '李四', reached: true, openChange: null, maySuspend: true }],
  });
  expect((await totals(by.clerk2, { semesterId: SEMESTER, view: 'all' })).total).toBe(0);
  expect((await by.student1.call(leaveTotals, { pageNo: 1, pageSize: 10 })).code).toBe('FORBIDDEN');
  await school.pool.query(`update base.student set dqztm = '02' where student_code = 'S2026002'`);
  expect((await totals(by.clerk1, { semesterId: SEMESTER, keyword: '李四' })).rows).toMatchObject([
    { statusName: '休学', maySuspend: false },
  ]);
  await school.pool.query(`update base.student set dqztm = '01' where student_code = 'S2026002'`);
});

it('STUDENT-STATUS-29: yearly grades have a total by the weights of the school, and ranks in the class', async () => {
  const values = (studentCode: string, studyScore: string) => ({
    studentCode,
    xnzj: SEMESTER.slice(0, 9),
    gradeLevel: '2',
    moralScore: '90',
    studyScore,
    sportScore: '80',
  });
  expect((await make(by.clerk1, studentGrade, values('S2026001', '80'))).code).toBe('200');
  expect((await make(by.clerk1, studentGrade, values('S2026002', '85'))).code).toBe('200');
  expect((await make(by.clerk1, studentGrade, values('S2026003', '85'))).code).toBe('OUT_OF_SCOPE');
  const { rows } = await by.clerk1.get(studentGrade.operations.query, {});
  expect(rows).toMatchObject([
    { studentName: '李四', totalScore: '85.5', rankInClass: 1 },
    { studentName: '张三', totalScore: '82', rankInClass: 2 },
  ]);
  // Whose study part is empty gets it from the scores of the year; nobody has any here.
  await make(by.clerk1, studentGrade, { ...values('S2026001', ''), xnzj: '2024-2025', studyScore: null });
  const compute = { commandId: id(), xnzj: '2024-2025' };
  expect((await by.clerk1.call(computeStudyScoresOperation, compute)).code).toBe('FORBIDDEN');
  expect(await by.office1.get(computeStudyScoresOperation, compute)).toEqual({ computed: 0, without: 1 });
  expect((await own()).grades).toMatchObject([
    { gradeLevelName: '良好', totalScore: '82', rankInClass: 2 },
    { totalScore: '', rankInClass: null },
  ]);
});
