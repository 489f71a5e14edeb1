import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { longJobDetail, longJobItems } from '@jwxt/contracts/system/long-job.operations.ts';
import { studentMessages } from '@jwxt/contracts/notice/system-message.operations.ts';
import {
  classToWarn,
  ownClassesToWarn,
  warnStudentOperation,
} from '@jwxt/contracts/student-status/warning/course-warning.operations.ts';
import { guardian } from '@jwxt/contracts/student-status/file/family.resource.ts';
import { courseWarning, warningRecord } from '@jwxt/contracts/student-status/warning/warning-act.resource.ts';
import {
  exportWarningResults,
  guardianLetters,
  ownWarnings,
  queryWarningResults,
  revokeWarningOperation,
  sendWarningsOperation,
  signWarningOperation,
  tellGuardiansOperation,
  warningFigures,
  warningResultDetail,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import {
  computeWarnings,
  confirmWarningsOperation,
  exemptWarningsOperation,
  exportInitialList,
  initialListDetail,
  publishWarningSchemeOperation,
  queryInitialList,
} from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import {
  statusWarningScheme,
  statusWarningType,
  warningLevel,
  warningRule,
} from '@jwxt/contracts/student-status/warning/warning.resource.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { SEMESTER } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
let teacher: Browser;
let student: Browser;
let scheme: string;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  await school.pool.query(`update base.class_info set bzrgh = 'T01' where bjdm = 'B101'`);
  [office, clerk, teacher, student] = await Promise.all([
    school.browser('office1'),
    school.browser('clerk1'),
    school.browser('teacher1'),
    school.browser('student1'),
  ]);
  // 张三 failed one course and waits for another, 李四 earned 4 credits and is on leave, 王五 waits for his only one.
  await addAttempt('A1', 'S2026001', 'K1', 4000);
  await addAttempt('A2', 'S2026002', 'K1', 9500);
  await school.pool.query(`update base.student set dqztm = '02' where student_code = 'S2026002'`);
});
afterAll(() => school.stop());

/** Puts a published attempt into the read model, as the projection would. */
async function addAttempt(attempt: string, studentCode: string, course: string, final: number): Promise<void> {
  await school.pool.query(
    `insert into ${attemptTable} (attempt_id, student_code, student_number, student_name, course_id, course_num,
        course_name, course_credit, semester_id, exam_nature, final, final_name, remark_code, passed, source,
        hierarchy_code, raw_final, rule_version, apply_id, open_department_id, department_id, bjdm, njzydm, replaces,
        recorded_at, revision)
      select $1, $2, $2, $2, course.kch, course.ywbm, course.kcmc, course.xf, $3, '01', $4::int,
        to_char($4::int / 100.0, 'FM990.00'), '00', $4::int >= 6000, '1', 'bfz', null, 'ZGF-60', 'P1', course.kkxy,
        '101', 'B101', 'M101', '{}', now(), (select count(*) from ${attemptTable}) from base.course
      where course.kch = $5`,
    [attempt, studentCode, SEMESTER, final, course],
  );
}

async function compute(): Promise<string[]> {
  const { jobId } = await office.get(computeWarnings, { commandId: id(), warningSchemeId: scheme });
  await expect.poll(async () => (await office.get(longJobDetail, { jobId })).status, { interval: 50 }).toBe('2');
  return (await office.get(longJobItems, { jobId })).list.map(({ itemName, message }) => `${itemName}：${message}`);
}
const list = async (browser: Browser, filter: object = {}) =>
  await browser.get(queryInitialList, { warningSchemeId: scheme, ...filter });
const lineOf = async (name: string) => (await list(office)).rows.find(({ studentName }) => studentName === name)!;
const results = async (browser: Browser, filter: object = {}) => await browser.get(queryWarningResults, filter);

describe('学籍预警', () => {
  it('STUDENT-STATUS-25, 26, 32, 33: rules are readable and versioned; publishing a scheme fixes them', async () => {
    const levels = await office.get(warningLevel.operations.query, {});
    expect(levels.rows.map((row) => row.warningLevelName)).toEqual(['蓝色预警', '黄色预警', '橙色预警', '红色预警']);
    expect((await clerk.get(statusWarningType.operations.query, {})).total).toBe(7);
    const { rows } = await office.get(warningRule.operations.query, { ruleName: '学期学分不足 8' });
    expect(rows).toMatchObject([{ ruleText: '学期获得学分 < 8学分 → 橙色预警', versionNo: 1 }]);
    const { warningRuleId, version, ...rule } = rows[0] as Record<string, unknown>;
    const { ruleName, warningTypeCode, operator, warningLevelCode, grades, studentTypes, sfqy } = rule;
    const values = { ruleName, warningTypeCode, operator, warningLevelCode, grades, studentTypes, sfqy };
    const { key } = await office.get(statusWarningScheme.operations.create, {
      commandId: id(),
      values: {
        schemeName: '秋季预警',
        semesterId: SEMESTER,
        rules: ['XFBZ-2', 'XFBZ-3', 'JDGD-2', 'LXYJ-4'],
        departmentIds: [],
        runTime: null,
      },
    });
    scheme = key;
    expect(await office.call(computeWarnings, { commandId: id(), warningSchemeId: key })).toMatchObject({
      code: 'WARNING_SCHEME_NOT_PUBLISHED',
    });
    const published = { commandId: id(), key, publishStatus: '1' } as const;
    expect(await clerk.call(publishWarningSchemeOperation, published)).toMatchObject({ code: 'FORBIDDEN' });
    await office.get(publishWarningSchemeOperation, published);
    await office.get(warningRule.operations.update, {
      commandId: id(),
      key: String(warningRuleId),
      version: String(version),
      values: { ...values, threshold: '9' } as never,
    });
    expect((await office.get(warningRule.operations.query, { ruleName: '学期学分不足 8' })).rows).toMatchObject([
      { ruleText: '学期获得学分 < 9学分 → 橙色预警', versionNo: 2 },
    ]);
    expect(await office.call(statusWarningScheme.operations.delete, { commandId: id(), key })).toMatchObject({
      code: 'RESOURCE_KEPT',
    });
  });

  it('STUDENT-STATUS-30: computed from real attempts, who is on leave is left out with the reason', async () => {
    expect(await compute()).toEqual([
      '2026级专业101：2 人，新增 2 人，级别变化 0 人，不再命中 0 人，不列入 1 人',
      '2026级专业102：1 人，新增 1 人，级别变化 0 人，不再命中 0 人，不列入 0 人',
    ]);
    const { rows, counts } = await list(office);
    const waits = '另有 1 门课程 4 学分成绩未公布，按获得计';
    expect(Object.fromEntries(rows.map((row) => [row.studentName, [row.initialStatus, row.reasonText]]))).toEqual({
      张三: ['0', `学期获得学分 4学分（本学期获得 0 学分，${waits}）；平均绩点 0（按 4 学分计算）`],
      李四: ['4', '学期获得学分 4学分（本学期获得 4 学分）'],
      王五: ['0', `学期获得学分 4学分（本学期获得 0 学分，${waits}）`],
    });
    expect(rows.find(({ studentName }) => studentName === '张三')?.reasons).toEqual([
      { figure: '学期获得学分 4学分', words: `本学期获得 0 学分，${waits}` },
      { figure: '平均绩点 0', words: '按 4 学分计算' },
    ]);
    expect(new Set(rows.map(({ warningLevelName }) => warningLevelName))).toEqual(new Set(['橙色预警']));
    expect((await lineOf('李四')).leftOut).toMatch(/^休学，自 \d{4}-\d{2}-\d{2}$/);
    expect(counts).toEqual({ 0: 2, 1: 0, 2: 0, 3: 0, 4: 1 });
    expect(await compute()).toEqual([expect.stringContaining('新增 0 人'), expect.stringContaining('新增 0 人')]);
    expect(await list(office, { initialChange: '0' })).toMatchObject({ total: 3 });
    const detail = await office.get(initialListDetail, { key: (await lineOf('张三')).initialId });
    expect(detail.hits[0]).toMatchObject({ versionNo: 1, isNewest: false, attempts: [{ courseNum: 'COMP1001' }] });
  });

  it('STUDENT-STATUS-30: units decide about their own students; teachers and students see nothing', async () => {
    expect((await list(clerk)).rows.map(({ studentName }) => studentName)).toEqual(['张三', '李四']);
    expect((await clerk.call(exportInitialList, { warningSchemeId: scheme })).status).toBe(200);
    const foreign = (await lineOf('王五')).initialId;
    const mine = { commandId: id(), keys: [foreign] };
    const outside = { code: 'OUT_OF_SCOPE' };
    expect(await clerk.call(confirmWarningsOperation, mine)).toMatchObject(outside);
    expect(await clerk.call(exemptWarningsOperation, { ...mine, exemptSign: '1', exemptReason: '免' })).toMatchObject(
      outside,
    );
    expect(await clerk.call(initialListDetail, { key: foreign })).toMatchObject({ code: 'NOT_FOUND' });
    for (const who of [teacher, student])
      expect(await who.call(queryInitialList, {})).toMatchObject({ code: 'FORBIDDEN' });
    const asked = { keys: [foreign], exemptSign: '1' as const };
    expect(await office.call(exemptWarningsOperation, { commandId: id(), ...asked })).toMatchObject({
      fieldErrors: [{ field: 'exemptReason' }],
    });
    const exempted = { commandId: id(), ...asked, exemptReason: '刚转入' };
    expect(await office.get(exemptWarningsOperation, exempted)).toEqual({ changed: 1, kept: 0 });
    const keys = (await list(office)).rows.map(({ initialId }) => initialId);
    expect(await office.get(confirmWarningsOperation, { commandId: id(), keys })).toEqual({ changed: 1, kept: 2 });
    await compute();
    expect(await lineOf('王五')).toMatchObject({ initialStatus: '2', exemptReason: '刚转入', exemptSign: '1' });
  });

  it('STUDENT-STATUS-27, 34: sent once, signed by the student, told to guardians, revoked with a reason', async () => {
    const [row] = (await results(clerk)).rows;
    expect(row).toMatchObject({ studentName: '张三', sendStatus: '0', warningTypeName: '学分不足', times: 1 });
    const key = row!.warningResultId;
    expect((await student.get(ownWarnings, {})).list).toEqual([]);
    expect(await student.call(signWarningOperation, { commandId: id(), key })).toMatchObject({
      code: 'WARNING_NOT_SENT',
    });
    expect(await clerk.get(sendWarningsOperation, { commandId: id(), keys: [key] })).toEqual({ changed: 1, kept: 0 });
    expect(await clerk.get(sendWarningsOperation, { commandId: id(), keys: [key] })).toEqual({ changed: 0, kept: 1 });
    const told = (await student.get(studentMessages, {})).rows.filter(({ systemMessageEntityTitle: title }) =>
      title.includes('学籍预警'),
    );
    expect(told).toHaveLength(1);
    const { list: own } = await student.get(ownWarnings, {});
    expect(own).toMatchObject([
      { warningLevelName: '橙色预警', hits: [{ attempts: [{ courseNum: 'COMP1001' }] }, {}, {}] },
    ]);
    await student.get(signWarningOperation, { commandId: id(), key });
    expect((await results(teacher)).rows).toMatchObject([{ sendStatus: '2', readTime: expect.any(String) }]);
    expect((await office.get(warningFigures, {})).units).toMatchObject([
      { departmentName: '计算机学院', byLevel: { 3: 1 }, total: 1, signed: 1, repeated: 0 },
    ]);
    // STUDENT-STATUS-34: without a guardian on file nobody was told, and such a warning is not ended.
    const record = async (handleType: '2' | '5') =>
      await teacher.call(warningRecord.operations.create, {
        commandId: id(),
        values: {
          studentCode: 'S2026001',
          semesterId: SEMESTER,
          handleType,
          handleTime: '2026-11-19 10:00:00',
          content: '已处理',
        },
      });
    const refused = (message: string) => ({
      fieldErrors: [{ field: 'values.handleType', message: expect.stringContaining(message) }],
    });
    expect(await clerk.get(tellGuardiansOperation, { commandId: id(), keys: [key] })).toEqual({
      changed: 0,
      kept: 0,
      without: 1,
    });
    expect(await record('2')).toMatchObject(refused('还没有登记监护人'));
    expect(await record('5')).toMatchObject(refused('还没有登记监护人'));
    expect((await results(clerk, { noGuardian: '1' })).rows).toMatchObject([{ hasGuardian: false }]);
    await school.pool.query(
      `insert into base.student_family (family_id, student_code, member_name, relation, phone, is_guardian, address)
        values ('F1', 'S2026001', '张父', '51', '13800000000', '1', '湖滨路 1 号')`,
    );
    expect(await teacher.call(guardianLetters, { keys: [key] })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await record('5')).toMatchObject(refused('应先通知监护人'));
    expect((await clerk.call(guardianLetters, { keys: [key] })).status).toBe(200);
    expect(await clerk.get(tellGuardiansOperation, { commandId: id(), keys: [key] })).toEqual({
      changed: 1,
      kept: 0,
      without: 0,
    });
    expect((await results(clerk, { noGuardian: '1' })).total).toBe(0);
    const only = await clerk.call(guardian.operations.delete, { commandId: id(), key: 'F1' });
    expect(only).toMatchObject({ code: 'RESOURCE_KEPT' });
    expect((await clerk.call(exportWarningResults, {})).status).toBe(200);
    const { rows: log } = await school.pool.query(
      `select looked ->> 'rows' as rows, looked -> 'fields' as fields from base.operation_log
        where resource = 'statusWarningResult' and operation = 'export' and looked -> 'fields' <> '[]'`,
    );
    expect(log).toEqual([{ rows: '1', fields: ['phone', 'address'] }]);
  });

  it('STUDENT-STATUS-31: the adviser records a talk with a student of the own class, beside the letter', async () => {
    const record = (studentCode: string) =>
      teacher.call(warningRecord.operations.create, {
        commandId: id(),
        values: {
          studentCode,
          semesterId: SEMESTER,
          handleType: '1',
          handleTime: '2026-11-20 10:00:00',
          content: '已谈话，制定了学习计划',
        },
      });
    expect(await record('S2026003')).toMatchObject({ code: 'OUT_OF_SCOPE' });
    expect(await record('S2026002')).toMatchObject({ fieldErrors: [{ message: '该学生在这个学期没有学籍预警' }] });
    expect((await record('S2026001')).status).toBe(200);
    const [row] = (await results(office)).rows;
    const { records } = await office.get(warningResultDetail, { key: row!.warningResultId });
    expect(records.map(({ handleTypeName, handlerName }) => [handleTypeName, handlerName])).toEqual([
      ['家长通知', '孙教务'],
      ['谈话', '王老师'],
    ]);
  });

  it('STUDENT-STATUS-27: another level is another warning; what holds no more is told, and revoked', async () => {
    await addAttempt('A3', 'S2026001', 'K3', 9000);
    await addAttempt('A4', 'S2026001', 'K2', 9000);
    await compute();
    const line = await lineOf('张三');
    expect(line).toMatchObject({ warningLevelName: '黄色预警', levelBefore: '橙色预警', initialStatus: '0' });
    await office.get(confirmWarningsOperation, { commandId: id(), keys: [line.initialId] });
    const [row] = (await results(office)).rows;
    expect(row).toMatchObject({ warningLevelName: '黄色预警', sendStatus: '0' });
    const keys = [row!.warningResultId];
    expect(await office.get(sendWarningsOperation, { commandId: id(), keys })).toEqual({ changed: 1, kept: 0 });
    await addAttempt('A5', 'S2026001', 'K1', 9000);
    expect((await compute())[0]).toContain('不再命中 1 人');
    expect((await results(office)).rows).toMatchObject([{ isGone: true, sendStatus: '1' }]);
    const revoked = { commandId: id(), key: keys[0]!, revokeReason: '补考通过' };
    expect(await clerk.call(revokeWarningOperation, revoked)).toMatchObject({ code: 'FORBIDDEN' });
    await office.get(revokeWarningOperation, revoked);
    expect((await student.get(ownWarnings, {})).list).toMatchObject([{ revokeReason: '补考通过' }]);
  });

  it('STUDENT-STATUS-28: a teacher warns in an own class; absences of a third of the hours are told', async () => {
    expect((await teacher.get(ownClassesToWarn, {})).list.map(({ teachingClassName }) => teachingClassName)).toEqual([
      '计算机2班',
      '计算机1班',
    ]);
    const warn = (teachingClassId: string, absentHours: number | null) =>
      teacher.call(warnStudentOperation, {
        commandId: id(),
        teachingClassId,
        studentCode: 'S2026001',
        warnReason: '1',
        absentHours,
        warnText: '多次缺课',
      });
    expect(await warn('TC2', 3)).toMatchObject({ code: 'OUT_OF_SCOPE' });
    expect(await warn('TC1', null)).toMatchObject({ fieldErrors: [{ field: 'absentHours' }] });
    expect(await warn('TC1', 6)).toMatchObject({ data: { losesExam: false } });
    expect(await warn('TC1', 22)).toMatchObject({ data: { losesExam: true } });
    // STUDENT-STATUS-35: the teacher sees who has leave today.
    await school.pool.query(
      `insert into base.leave_result
        (leave_result_id, student_code, leave_type, begin_time, end_time, days, leave_reason)
        select 'today', min(student_code), '2', now(), now() + interval '1 s', 10, '' from base.teaching_class_student
          where teaching_class_id = 'TC1'`,
    );
    const { students, totalHours } = await teacher.get(classToWarn, { teachingClassId: 'TC1' });
    expect(students.map(({ leaveName }) => leaveName)).toContain('事假');
    expect([totalHours, students[0]?.warnings]).toMatchObject([64, [{ absentHours: 22 }]]);
    expect((await student.get(ownWarnings, {})).courses).toMatchObject([{ warnReasonName: '缺勤（22 学时）' }]);
    expect((await clerk.get(courseWarning.operations.query, {})).rows).toMatchObject([{ teacherName: '王老师' }]);
  });
});
