import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDetail, queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { businessFiles } from '@jwxt/contracts/file/file.operations.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import { expenseCategories } from '@jwxt/contracts/student-application/expense-category.resource.ts';
import { exchangeStudent } from '@jwxt/contracts/student-application/exchange-student.resource.ts';
import { exchangeStudentApply } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.ts';
import { studentMessages } from '@jwxt/contracts/notice/system-message.operations.ts';
import { uploadAs } from '../file/upload-client.fixture.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

const handledTable = readModelTable(approvalListModel, 'handled');
const { operations, files } = exchangeStudentApply;
let school: School;
let student: Browser;
let clerk: Browser;
let dean: Browser;
let registrar: Browser;
let office: Browser;
let base: string;
const id = () => crypto.randomUUID();
beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  [student, clerk, dean, registrar, office] = (await Promise.all(
    ['student1', 'clerk1', 'dean1', 'registrar1', 'office1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser, Browser];
  base = await school.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => school.stop());

const form = {
  partnerSchool: '南山大学',
  projectName: '春季交换',
  projectCategoryId: null,
  beginSemesterId: SEMESTER,
  endSemesterId: SEMESTER,
  studyPlan: [{ outCourse: 'Algorithms', inCourse: '算法设计' }],
  budget: [],
};
const asked = (more: object = {}, changed: object = {}) => ({
  commandId: id(),
  applyId: id(),
  studentId: 'S2026001',
  form: { ...form, ...changed },
  ...more,
});
const decide = async (by: Browser, applyId: string, revision: number, approvalStatus: '0' | '1' = '0') =>
  (
    await by.get(operations.audit, {
      commandId: id(),
      approvalStatus,
      approvalOpinion: approvalStatus === '0' ? '同意' : '成绩未达要求',
      keyList: [applyId],
      revisions: { [applyId]: revision },
    })
  ).results[applyId]!;
const detail = (by: Browser, applyId: string) => by.get(operations.detail, { id: applyId });
const exchanges = async () =>
  (await office.get(exchangeStudent.operations.query, { pageNo: 1, pageSize: 20 })).rows.map((row) => [
    row['partnerSchool'],
    row['exchangeStatus'],
  ]);

describe('an application of a student (SCORE-MORE-45)', () => {
  it('is refused at the field that is wrong, and leaves nothing behind', async () => {
    const wrong = async (changed: object) =>
      (await student.call(operations.apply, asked({}, changed))).fieldErrors?.map(({ field }) => field);
    expect(await wrong({ partnerSchool: '' })).toEqual(['form.partnerSchool']);
    expect(await wrong({ beginSemesterId: '2030-2031-1' })).toEqual(['beginSemesterId']);
    expect(await wrong({ studyPlan: [{ outCourse: '', inCourse: '算法设计' }] })).toEqual([
      'form.studyPlan.0.outCourse',
    ]);
    expect((await student.get(operations.query, { view: 'apply', pageNo: 1, pageSize: 10 })).total).toBe(0);
  });

  it('PICKERS-153, PICKERS-154: a budget names expenses of its kind of project, and is told with its sum', async () => {
    const offered = await student.get(expenseCategories, { id: '34' });
    expect(offered[0]).toEqual({ expenseCategoryCode: '0101', expenseCategoryName: '国际旅费' });
    const ofOthers = await student.get(expenseCategories, { id: '11' });
    expect(ofOthers.map(({ expenseCategoryName }) => expenseCategoryName)).toEqual([
      '城市间交通费',
      '住宿费',
      '伙食费',
      '资料费',
      '其他',
    ]);
    const row = {
      expenseCategoryCode: '0101',
      payAmountFee: '5000.5',
      payDate: null,
      paidBy: '4' as const,
      gh: null,
      remark: null,
    };
    const wrong = async (changed: object) =>
      (await student.call(operations.apply, asked({}, changed))).fieldErrors?.map(({ field }) => field);
    expect(await wrong({ budget: [row] })).toEqual(['projectCategoryId']);
    expect(await wrong({ projectCategoryId: '11', budget: [row] })).toEqual(['budget.0.expenseCategoryCode']);
    expect(await wrong({ projectCategoryId: '34', budget: [{ ...row, payAmountFee: '0' }] })).toEqual([
      'form.budget.0.payAmountFee',
    ]);
    const sent = asked(
      {},
      {
        projectCategoryId: '34',
        budget: [row, { ...row, expenseCategoryCode: '0202', payAmountFee: '1200', payDate: '2026-10-08', gh: 'T01' }],
      },
    );
    await student.get(operations.apply, sent);
    expect((await detail(student, sent.applyId)).details.slice(-3)).toEqual([
      { label: '经费预算 1', value: '国际旅费 5000.50 元，自筹' },
      { label: '经费预算 2', value: '住宿费 1200.00 元，自筹，2026-10-08，经办 王老师' },
      { label: '经费预算合计', value: '6200.50 元' },
    ]);
    await student.get(operations.recall, { commandId: id(), applyId: sent.applyId });
  });

  it('is asked for nobody else by a student, and seen by nobody out of scope', async () => {
    expect((await student.call(operations.apply, asked({ studentId: 'S2026002' }))).code).toBe('OUT_OF_SCOPE');
    expect((await student.call(operations.offer, { studentId: 'S2026002' })).code).toBe('OUT_OF_SCOPE');
  });

  it('is sent once with what was attached, recalled, corrected and sent again; the same once more is not', async () => {
    const sent = asked();
    const { applyId } = sent;
    const owner = { businessTable: files.businessTable, businessId: applyId };
    await uploadAs(student, base, Buffer.from('录取'), { ...owner, fileName: '录取通知.txt' });
    await student.get(operations.apply, sent);
    expect((await student.call(operations.apply, sent)).code).toBe(SUCCESS_CODE);
    expect(await clerk.get(businessFiles, owner)).toMatchObject([{ name: '录取通知.txt' }]);
    expect(await student.call(operations.apply, asked({}, { partnerSchool: '北海大学' }))).toMatchObject({
      code: 'STUDENT_APPLICATION_OPEN',
      message: '该生已有“北海大学”的交换生申请，正在审批或已生效，不能重复申请',
    });
    expect(await detail(student, applyId)).toMatchObject({
      approvalBusinessStatus: '1',
      currentNodeName: '院系审核',
      form,
      own: true,
      details: [
        { label: '对方学校', value: '南山大学' },
        { label: '项目', value: '春季交换' },
        { label: '交换时间' },
        { label: '学习计划 1', value: 'Algorithms → 算法设计' },
      ],
    });
    await student.get(operations.recall, { commandId: id(), applyId });
    // What was taken back leaves its place: another one may be sent, and then it may not.
    const other = asked({}, { partnerSchool: '北海大学' });
    await student.get(operations.apply, other);
    expect((await student.call(operations.apply, { ...sent, commandId: id() })).code).toBe('STUDENT_APPLICATION_OPEN');
    await student.get(operations.recall, { commandId: id(), applyId: other.applyId });
    await student.get(operations.apply, { ...sent, commandId: id(), form: { ...form, projectName: null } });
    expect(await detail(student, applyId)).toMatchObject({ approvalBusinessStatus: '1', form: { projectName: null } });
  });

  it('passes unit and office, and takes effect: the student is an exchange student (SCORE-MORE-44)', async () => {
    const { rows } = await dean.get(operations.query, { view: 'todo', pageNo: 1, pageSize: 10 });
    const { applyId } = rows[0]!;
    expect(rows).toMatchObject([{ studentName: '张三', subjectName: '南山大学', mayDecide: true }]);
    expect((await dean.get(queryApprovals, { pageNum: 1, pageSize: 8, type: '0' })).list).toContainEqual(
      expect.objectContaining({ applyId }),
    );
    expect(await decide(registrar, applyId, 2)).toMatchObject({ code: expect.not.stringMatching(/^200$/) as string });
    expect(await decide(dean, applyId, 2)).toMatchObject({ code: SUCCESS_CODE });
    expect(await decide(registrar, applyId, 3)).toMatchObject({ code: SUCCESS_CODE });
    await expect.poll(async () => (await detail(student, applyId)).effected).toBe(true);
    expect(await exchanges()).toEqual([['南山大学', '1']]);
    expect((await student.call(operations.apply, asked())).code).toBe('STUDENT_APPLICATION_OPEN');
  });

  it('is taken back by the office with a reason, which the student is told; then he may ask anew', async () => {
    const { rows } = await office.get(operations.query, { view: 'audit', keyword: '南山', pageNo: 1, pageSize: 10 });
    const { applyId } = rows[0]!;
    const taken = { applyId, reason: '学生放弃' };
    expect((await clerk.call(operations.revoke, { commandId: id(), ...taken })).code).toBe('FORBIDDEN');
    await office.get(operations.revoke, { commandId: id(), ...taken });
    expect(await detail(student, applyId)).toMatchObject({ effected: false, voidReason: '学生放弃' });
    expect((await office.call(operations.revoke, { commandId: id(), ...taken })).code).toBe(
      'STUDENT_APPLICATION_NOT_EFFECTED',
    );
    expect(await exchanges()).toEqual([['南山大学', '3']]);
    // SCORE-MORE-04: the approval centre says so too, in the list, among what the approver has done, and in the log.
    for (const [person, type] of [
      [office, '0'],
      [dean, '2'],
    ] as const)
      expect(
        (await person.get(queryApprovals, { pageNum: 1, pageSize: 8, type, approvalBusinessStatus: undefined })).list,
      ).toContainEqual(expect.objectContaining({ applyId, approvalBusinessStatusName: '已作废' }));
    const sorted = await school.pool.query(`select distinct status from ${handledTable} where apply_id = $1`, [
      applyId,
    ]);
    expect(sorted.rows).toEqual([{ status: businessStatus.voided }]);
    const shown = (await office.call(approvalDetail, { applyId })).data;
    expect(shown).toMatchObject({ approvalBusinessStatus: '5', mayApprove: false });
    expect(shown.progress.at(-1)).toMatchObject({
      kind: 'revoked',
      processNodeResultName: '撤销',
      processNodeRemark: '学生放弃',
    });
    await expect
      .poll(async () => (await student.get(studentMessages, {})).rows.map((row) => row.systemMessageEntityTitle))
      .toContain('申请已撤销');
  });

  it('that passes in vain says why: what it asks for is there already', async () => {
    const sent = asked({ studentId: 'S2026001' });
    await clerk.get(operations.apply, sent);
    await decide(dean, sent.applyId, 0);
    await decide(registrar, sent.applyId, 1);
    await expect
      .poll(() => detail(student, sent.applyId))
      .toMatchObject({ effected: false, approvalBusinessStatus: '5', voidReason: '该学生已登记这次交换' });
    await expect
      .poll(async () => (await dean.call(approvalDetail, { applyId: sent.applyId })).data.progress.at(-1))
      .toMatchObject({ kind: 'clashed', processNodeResultName: '未能生效', processNodeRemark: '该学生已登记这次交换' });
  });
});

describe('what forms offer a student', () => {
  const offered = async (kind: keyof typeof studentApplications, studentId = 'S2026001') =>
    (await clerk.get(studentApplications[kind].operations.offer, { studentId })).choices;

  it('SCORE-MORE-42: the classes of the semester, and why one has to be attended', async () => {
    await school.pool.query(`update base.course set kclb = '4' where kch = 'K3'`);
    expect(await offered('selfLearn')).toEqual({
      teachingClassId: [
        { value: 'TC1', label: '程序设计基础（COMP1001）', closed: null },
        { value: 'TC3', label: '数据结构（COMP2001）', closed: '体育课程不能免听' },
      ],
    });
  });

  it('SCORE-MORE-41: this semester’s classes of courses that the plan had before and he has no score of', async () => {
    const earlier = { xnxq: '2025-2026-2', xnzj: '2025-2026', xqm: '2', xnxqmc: '2025-2026学年第二学期' };
    await insertReferenceRows(school.pool, 'semester', [
      { ...earlier, ksrq: '2026-02-23', jsrq: '2026-07-10', zs: 19, sfdqxq: '0' },
    ]);
    await school.pool.query(`update base.execution_plan set xnxq = '2025-2026-2' where kch in ('K1', 'K2')`);
    expect(await offered('makeupLearn')).toEqual({
      followTeachingClassId: [
        {
          value: 'TC2',
          label: '高等数学（MATH1001）数学1班',
          note: '郑老师 · 计划 2025-2026学年第二学期',
          closed: null,
        },
      ],
    });
  });

  it('SCORE-MORE-43: the courses that have replaced one he passed', async () => {
    await school.pool.query(`update base.course set gbkch = 'K1' where kch = 'K3'`);
    expect(await offered('upgradeVersionApply')).toEqual({ newCourseId: [] });
    await school.pool.query(
      `insert into ${readModelTable(attemptModel, 'attempt')} (attempt_id, student_code, student_number, student_name,
          course_id, course_num, course_name, course_credit, semester_id, exam_nature, final, final_name, remark_code,
          passed, source, hierarchy_code, rule_version, apply_id, open_department_id, department_id, bjdm, njzydm,
          replaces, recorded_at, revision)
        values ('A1', 'S2026001', '1', '张三', 'K1', 'COMP1001', '程序设计基础', 30, $1, '01', 8000, '80', '00', true,
          '1', 'bfz', 'R', 'P1', '101', '101', 'B101', 'M101', '{}', now(), 0)`,
      [SEMESTER],
    );
    expect(await offered('upgradeVersionApply')).toEqual({
      newCourseId: [
        { value: 'K3', label: '数据结构（COMP2001）', note: '原课程 程序设计基础（COMP1001）', closed: null },
      ],
    });
  });
});
