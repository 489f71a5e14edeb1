import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDetail, queryApprovals, recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { auditApplication, auditScore } from '@jwxt/contracts/audit/audit.operations.ts';
import { scoreRollback } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { recognisableAttempts, recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import type { RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { gradeMajor } from '@jwxt/contracts/base-info/major.resource.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { form } from './recognition-form.fixture.ts';

const { system, outside, outSchool } = recognitionOperationsOf;
let school: School;
let clerk: Browser;
let dean: Browser;
let registrar: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  // The plan is small: what most tests ask for is more than half of it.
  await school.pool.query(`update base.parameter set para_value = '100' where param_code = 'RDSXXF'`);
  [clerk, dean, registrar] = await Promise.all([
    school.browser('clerk1'),
    school.browser('dean1'),
    school.browser('registrar1'),
  ]);
});
afterAll(() => school.stop());

const school2 = { outSchoolName: '东湖理工大学', outSchoolScoreType: '1' };

describe('applying for a recognition', () => {
  it('students are found by number, name and pinyin, only in scope', async () => {
    for (const keyword of ['2026001', '张', 'zhangsan', 'ZHANG']) {
      expect((await clerk.get(findStudents, { keyword })).list, keyword).toMatchObject([
        { studentCode: 'S2026001', studentName: '张三', administrativeClassName: '101班' },
      ]);
    }
    expect((await clerk.get(findStudents, { keyword: '%' })).list).toEqual([]);
    expect((await registrar.get(findStudents, {})).list).toHaveLength(3);
  });

  it.each(Object.entries(recognitionOperationsOf))(
    'a student outside the scope cannot be chosen, saved or applied for: %s',
    async (kind, { planCourses, effect, apply, save }) => {
      expect((await clerk.call(effect, { studentId: 'S2026003', relateList: [] })).code).toBe('OUT_OF_SCOPE');
      expect(await clerk.call(planCourses, { studentId: 'S2026003' })).toMatchObject({
        status: 403,
        code: 'OUT_OF_SCOPE',
        message: expect.stringMatching(/^该数据不在您的数据权限范围内。您的“.+”范围：单位：本单位及下级单位$/),
      });
      const line = kind === 'system' ? { attemptId: 'A', outCourseId: 'K1' } : school2;
      expect(await clerk.call(apply as typeof system.apply, form('S2026003', 'K1', line) as never)).toMatchObject({
        status: 403,
        code: 'OUT_OF_SCOPE',
      });
      expect(
        await clerk.call(save as typeof system.save, {
          commandId: crypto.randomUUID(),
          applyId: crypto.randomUUID(),
          studentId: 'S2026003',
          relateList: [],
        }),
      ).toMatchObject({ status: 403, code: 'OUT_OF_SCOPE' });
    },
  );

  it('RECOGNITION-17, RECOGNITION-18: without student or remark it is refused under the field', async () => {
    const answer = await clerk.call(outside.apply, { ...form('', 'K1', {}), scoreCognizanceApplyRemark: ' ' });
    expect(answer.fieldErrors).toEqual([
      { field: 'studentId', message: '请先选择学生再操作' },
      { field: 'scoreCognizanceApplyRemark', message: '必填' },
    ]);
  });

  it('each kind asks its own: own scores, outside scores by code, other schools by name and source', async () => {
    const missing = async (kind: RecognitionKind) =>
      (
        await clerk.call(
          recognitionOperationsOf[kind].apply as typeof system.apply,
          form('S2026001', 'K1', {
            attemptId: '',
            outCourseId: '',
            outCourseCode: '',
            outSchoolName: '',
            outSchoolScoreType: '',
          }),
        )
      ).fieldErrors;
    expect(await missing('system')).toEqual([
      { field: 'relateList.0.outSideList.0.attemptId', message: '请选择原成绩' },
      { field: 'relateList.0.outSideList.0.outCourseId', message: '请选择原成绩' },
    ]);
    expect(await missing('outside')).toEqual([{ field: 'relateList.0.outSideList.0.outCourseCode', message: '必填' }]);
    expect(await missing('outSchool')).toEqual([
      { field: 'relateList.0.outSideList.0.outSchoolScoreType', message: '请选择成绩来源' },
      { field: 'relateList.0.outSideList.0.outSchoolName', message: '必填' },
    ]);
    expect(
      (await clerk.call(outSchool.apply, form('S2026001', 'K1', { outSchoolName: '某校', outSchoolScoreType: '77' })))
        .fieldErrors,
    ).toEqual([{ field: 'relateList.0.outSideList.0.outSchoolScoreType', message: '请选择成绩来源' }]);
  });
});

describe('out-of-system', () => {
  // RECOGNITION-02, RECOGNITION-08, RECOGNITION-09, RECOGNITION-13…16, RECOGNITION-20, RECOGNITION-22
  it('is shown with its code, audited, and takes effect', async () => {
    const plan = await clerk.get(outside.planCourses, { studentId: 'S2026001' });
    expect(plan).toMatchObject({
      creditLimit: '12.0',
      creditTaken: '0.0',
      list: [{ courseNum: 'COMP1001', recognised: false }, { courseNum: 'COMP2001' }, { courseNum: 'MATH1001' }],
    });
    // What it changes in the progress is told before it is sent, and to who decides; in whose class he is, misses none.
    const relateList = [{ outSideList: [], inSideList: [{ courseId: 'K1' }] }];
    const { progress } = await clerk.get(outside.effect, { studentId: 'S2026001', relateList });
    expect(progress?.modules).toMatchObject([{ earnedBefore: '0.0', earnedAfter: '4.0' }]);
    const { applyId } = await clerk.get(outside.apply, form('S2026001', 'K1', {}));
    expect((await dean.get(outside.detail, { id: applyId })).progress).toEqual(progress);
    expect(await clerk.get(outside.planCourses, { studentId: 'S2026001' })).toMatchObject({
      creditTaken: '4.0',
      list: [
        {
          courseNum: 'COMP1001',
          recognised: true,
          courseNatureName: '专业基础课',
          courseAttributeName: '必修',
          coursePeriod: '64',
        },
        {},
        {},
      ],
    });
    expect((await dean.get(outside.query, {})).rows).toMatchObject([
      {
        scoreCognizanceApplyId: applyId,
        summary: '程序设计（慕课） → 程序设计基础',
        courseCredit: '4.0',
        approvalBusinessStatusName: '待审核',
        own: false,
        mayDecide: true,
      },
    ]);
    expect(await dean.get(outside.query, { view: 'todo' })).toMatchObject({
      total: 1,
      todo: 1,
      rows: [{ scoreCognizanceApplyId: applyId }],
    });
    expect(await dean.get(outside.query, { view: 'passed' })).toMatchObject({ total: 0, todo: 1, rows: [] });
    expect((await registrar.get(outside.query, {})).rows).toMatchObject([{ mayDecide: false }]);
    expect(await dean.get(outside.detail, { id: applyId })).toMatchObject({
      studentName: '张三',
      departmentName: '计算机学院',
      studentClassName: '101班',
      applicantName: '孙教务',
      scoreCognizanceApplyRemark: '证书已核验',
      effected: false,
      processNo: 'XTWCJRDSH',
      form: null,
      relateList: [
        {
          outSideList: [
            { outCourseCode: 'MOOC1', courseNum: '', outCourseName: '程序设计（慕课）', outCourseCredit: '4.0' },
          ],
          inSideList: [
            {
              courseNum: 'COMP1001',
              courseCredit: '4.0',
              scoreCognizanceFinalValue: '88.0',
              scoreHierarchyCode: 'bfz',
            },
          ],
        },
      ],
    });
    // Another kind's call does not show it, nor decide it.
    expect(await dean.call(outSchool.detail, { id: applyId })).toMatchObject({
      status: 404,
      code: 'APPROVAL_NOT_FOUND',
    });
    const audit = async (person: Browser, operation = outside.audit) => {
      const { revision } = await person.get(approvalDetail, { applyId });
      return (
        await person.get(operation, {
          commandId: crypto.randomUUID(),
          approvalStatus: '0',
          approvalOpinion: '同意',
          keyList: [applyId],
          revisions: { [applyId]: revision },
        })
      ).results[applyId];
    };
    expect(await audit(dean, system.audit as never)).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
    expect(await audit(dean)).toMatchObject({ code: '200', data: { approvalBusinessStatus: '2' } });
    expect(await audit(dean)).toMatchObject({ code: 'APPROVAL_NOT_CANDIDATE' });
    expect(await audit(registrar)).toMatchObject({ code: '200', data: { approvalBusinessStatus: '9' } });
    expect(await clerk.get(outside.detail, { id: applyId })).toMatchObject({
      effected: true,
      progress: null,
      approvalBusinessStatus: '9',
    });
  });

  it('only in its unit: not shown, exported or audited elsewhere', async () => {
    const dean2 = await school.browser('dean2');
    const { rows } = await clerk.get(outside.query, { keyword: '张三' });
    expect((await dean2.get(outside.query, {})).total).toBe(0);
    expect(await dean2.call(outside.detail, { id: rows[0]?.scoreCognizanceApplyId ?? '' })).toMatchObject({
      status: 404,
      code: 'APPROVAL_NOT_FOUND',
    });
  });

  it('the office may let fewer outside credits be enough, with a reason; nobody else', async () => {
    const short = (creditShortReason: string) => {
      const asked = form('S2026002', 'K3', { outCourseCredit: '3.0' });
      return { ...asked, relateList: asked.relateList.map((group) => ({ ...group, creditShortReason })) };
    };
    expect(await clerk.call(outside.apply, short(''))).toMatchObject({ code: 'RECOGNITION_CREDIT_SHORT' });
    expect(await clerk.call(outside.apply, short('内容覆盖'))).toMatchObject({
      status: 400,
      fieldErrors: [
        { field: 'relateList.0.creditShortReason', message: '只有教务处可以在原课程学分不足时说明理由并提交' },
      ],
    });
    const office = await school.browser('office1');
    const { applyId } = await office.get(outside.apply, short('实践学时另计'));
    expect(await dean.get(outside.detail, { id: applyId })).toMatchObject({
      relateList: [{ creditShortReason: '实践学时另计' }],
    });
    expect((await dean.get(approvalDetail, { applyId })).applyContent).toContain('学分不足说明:实践学时另计');
    await office.get(recallApproval, { commandId: crypto.randomUUID(), applyId });
  });
});

describe('off-campus', () => {
  // RECOGNITION-03, RECOGNITION-10, RECOGNITION-11, RECOGNITION-20
  it('with school and source, and the unit that opens the course is asked too', async () => {
    const { applyId } = await clerk.get(outSchool.apply, form('S2026001', 'K2', school2));
    const dean2 = await school.browser('dean2');
    expect(await dean.get(outSchool.detail, { id: applyId })).toMatchObject({
      processNo: 'XWCJRDSH',
      currentNodeName: '学生院系审核',
      relateList: [{ outSideList: [{ outSchoolName: '东湖理工大学', outSchoolScoreTypeName: '交换生成绩' }] }],
    });
    expect(await decide(dean, applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    // The student is of another unit, the course of this one.
    expect(await dean2.get(outSchool.detail, { id: applyId })).toMatchObject({ currentNodeName: '开课院系审核' });
    expect((await dean2.get(outSchool.query, {})).total).toBe(1);
    expect(await decide(dean2, applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    expect(await decide(registrar, applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '9' } });
    expect(await clerk.get(outSchool.detail, { id: applyId })).toMatchObject({ effected: true });
  });

  it('courses of two units are asked for apart', async () => {
    const asked = form('S2026002', 'K1', school2);
    const both = {
      ...asked,
      relateList: [
        ...asked.relateList,
        ...form('S2026002', 'K2', { ...school2, outCourseCode: 'M1', outCourseName: '微积分' }).relateList,
      ],
    };
    expect(await clerk.call(outSchool.apply, both)).toMatchObject({
      code: 'RECOGNITION_UNITS_DIFFER',
      fieldErrors: [
        {
          field: 'relateList.1.inSideList.0.courseId',
          message: '“高等数学”由数学学院开设，与其他认定课程的开课单位不同，请分开申请',
        },
      ],
    });
  });

  // RECOGNITION-23, RECOGNITION-25
  it('drafts are kept for the applicant, sent, returned, changed, deleted; the audit list is a workbook', async () => {
    const applyId = crypto.randomUUID();
    const { commandId: _id, studentId, ...filled } = form('S2026002', 'K1', { outSchoolName: '东湖理工大学' });
    await clerk.get(outSchool.save, { commandId: crypto.randomUUID(), applyId, studentId, ...filled });
    expect((await clerk.get(outSchool.query, { view: 'apply' })).rows[0]).toMatchObject({
      scoreCognizanceApplyId: applyId,
      approvalBusinessStatus: '0',
      summary: '程序设计（慕课）',
      courseCredit: '',
    });
    expect(await clerk.get(outSchool.detail, { id: applyId })).toMatchObject({
      form: { relateList: [{ outSideList: [{ outSchoolName: '东湖理工大学', outSchoolScoreType: '' }] }] },
    });
    expect(await dean.call(outSchool.detail, { id: applyId })).toMatchObject({ status: 404 });
    expect((await dean.get(outSchool.query, {})).rows.map((row) => row.scoreCognizanceApplyId)).not.toContain(applyId);

    await clerk.get(outSchool.apply, form('S2026002', 'K1', school2, { applyId }));
    expect(
      (await clerk.get(outSchool.batchDelete, { commandId: crypto.randomUUID(), keyList: [applyId] })).results[applyId],
    ).toEqual({ code: 'RECOGNITION_NOT_DELETABLE', message: '只能删除本人已保存、已退回或已撤回的认定申请' });
    await decide(dean, applyId, '2', { backNode: '0', approvalOpinion: '请补成绩单' });
    expect(await clerk.get(outSchool.detail, { id: applyId })).toMatchObject({
      approvalBusinessStatus: '3',
      opinion: '请补成绩单',
      form: { relateList: [{ inSideList: [{ courseId: 'K1', scoreCognizanceFinalValue: '88.0' }] }] },
    });

    const { bytes } = await dean.call(outSchool.exportAuditExcel, { approvalBusinessStatus: '3' });
    const { sheets } = await readXlsx(bytes);
    const [head, line, ...rest] = sheets[0]!.rows as string[][];
    expect(head).toContain('成绩来源');
    expect(line).toEqual(
      expect.arrayContaining([
        '李四',
        '东湖理工大学',
        '交换生成绩',
        '程序设计（慕课）',
        '程序设计基础',
        88,
        '请补成绩单',
      ]),
    );
    expect(rest).toEqual([]);

    await clerk.get(outSchool.apply, form('S2026002', 'K1', school2, { applyId }));
    expect(await dean.get(outSchool.detail, { id: applyId })).toMatchObject({
      approvalBusinessStatus: '1',
      opinion: null,
    });
    await clerk.get(recallApproval, { commandId: crypto.randomUUID(), applyId });
    expect(
      (
        await dean
          .get(outSchool.batchDelete, { commandId: crypto.randomUUID(), keyList: [applyId] })
          .catch(() => ({ results: {} }))
      ).results,
    ).toEqual({});
    expect(
      (await clerk.get(outSchool.batchDelete, { commandId: crypto.randomUUID(), keyList: [applyId] })).results[applyId],
    ).toEqual({ code: '200', message: '删除成功' });
    expect(await clerk.call(outSchool.detail, { id: applyId })).toMatchObject({ status: 404 });
  });
});

describe('in-system', () => {
  // RECOGNITION-01, RECOGNITION-04, RECOGNITION-05, RECOGNITION-07, RECOGNITION-21
  it('an own passed score is recognised as another course of the plan, once', async () => {
    const teacher = await school.browser('teacher1');
    const sheetApply = await submitSheet(teacher, 'TC1', {
      S2026001: { ps: '50', qm: '40' },
      S2026002: { ps: '85', qm: '90' },
    });
    for (const person of [dean, registrar]) await decide(person, sheetApply, '0');
    expect((await clerk.get(recognisableAttempts, { studentId: 'S2026001' })).list).toEqual([]);
    const {
      list: [attempt],
    } = await clerk.get(recognisableAttempts, { studentId: 'S2026002' });
    expect(attempt).toMatchObject({ courseNum: 'COMP1001', final: '88.00', used: false, inPlan: true });
    const own = { attemptId: attempt!.attemptId, outCourseId: attempt!.courseId };
    expect(await clerk.call(system.apply, form('S2026002', 'K1', own))).toMatchObject({
      code: 'RECOGNITION_SAME_COURSE',
    });
    expect(
      await clerk.call(system.apply, form('S2026002', 'K3', { ...own, attemptId: 'TC9.1.S2026002' })),
    ).toMatchObject({ code: 'RECOGNITION_ATTEMPT_UNKNOWN' });
    // What the form says of the score is not believed.
    const { applyId } = await clerk.get(
      system.apply,
      form('S2026002', 'K3', { ...own, outCourseCredit: '40', outScoreCognizanceFinalValue: '100' }),
    );
    expect(await dean.get(system.detail, { id: applyId })).toMatchObject({
      studentName: '李四',
      departmentName: '计算机学院',
      studentClassName: '101班',
      applicantName: '孙教务',
      scoreCognizanceApplyTime: expect.any(String) as string,
      scoreCognizanceApplyRemark: '证书已核验',
      processNo: 'XTNCJRDSH',
      relateList: [
        {
          outSideList: [
            { courseNum: 'COMP1001', outCourseName: '程序设计基础', outCourseCredit: '4.0', outSemesterId: SEMESTER },
          ],
          inSideList: [{ courseNum: 'COMP2001' }],
        },
      ],
    });
    expect((await clerk.get(recognisableAttempts, { studentId: 'S2026002' })).list).toMatchObject([{ used: true }]);
    expect(await clerk.call(system.apply, form('S2026002', 'K2', own))).toMatchObject({
      status: 409,
      code: 'RECOGNITION_SOURCE_USED',
      message: '原成绩“程序设计基础”已用于另一份认定申请，不能重复使用',
    });
    await clerk.get(recallApproval, { commandId: crypto.randomUUID(), applyId });
    expect((await clerk.get(recognisableAttempts, { studentId: 'S2026002' })).list).toMatchObject([{ used: false }]);
  });

  it('in force waits for the office once its source changes: adjusted, and at last revoked, all told', async () => {
    const [office, auditor, teacher] = (await Promise.all(
      ['office1', 'auditor1', 'teacher1'].map((userName) => school.browser(userName)),
    )) as [Browser, Browser, Browser];
    const {
      list: [attempt],
    } = await clerk.get(recognisableAttempts, { studentId: 'S2026002' });
    const own = { attemptId: attempt!.attemptId, outCourseId: attempt!.courseId };
    const card = async (asOf = '') => {
      const { totals, semesters } = await registrar.get(scoreCard, { studentCode: 'S2026002', asOf });
      return [
        totals.earnedCredit,
        ...semesters.flatMap(({ rows }) => rows.map((row) => `${row.courseNum} ${row.why}`)),
      ];
    };
    const alone = ['4.0', 'COMP1001 重修'];
    expect(await card()).toEqual(alone);
    const { applyId } = await clerk.get(system.apply, form('S2026002', 'K3', own));
    for (const person of [dean, registrar]) await decide(person, applyId, '0');
    // Source and target are one achievement: credits count once, now and as a fold of the log tells it.
    const once = ['4.0', 'COMP1001 本课程成绩已认定为“数据结构”，不重复计', 'COMP2001 成绩认定'];
    await expect.poll(() => card()).toEqual(once);
    expect(await card(toDateTimeText(new Date(Date.now() + 1_000)))).toEqual(once);
    const detail = () => office.get(system.detail, { id: applyId });
    const waiting = async () => (await office.get(system.query, { view: 'settle' })).rows;
    expect(await waiting()).toEqual([]);
    expect(await detail()).toMatchObject({ effected: true, sourceChange: '', settlement: null });

    // The sheet comes back, and is published again with less.
    await office.get(scoreRollback, {
      commandId: crypto.randomUUID(),
      teachingClassId: 'TC1',
      status: '1',
      semesterId: SEMESTER,
      scoreType: '1',
      reason: '错登一题',
    });
    await expect
      .poll(waiting)
      .toMatchObject([{ scoreCognizanceApplyId: applyId, sourceChange: '程序设计基础（88.00）已撤销' }]);
    const settle = (outcome: 'kept' | 'adjusted', person = office) =>
      person.call(recognitionOperationsOf.system.settle, {
        commandId: crypto.randomUUID(),
        applyId,
        outcome,
        reason: '核对试卷',
      });
    const revoke = (person = office) =>
      person.call(system.revoke, { commandId: crypto.randomUUID(), applyId, reason: '材料不实' });
    for (const call of [settle('kept', dean), revoke(dean)]) expect(await call).toMatchObject({ status: 403 });
    expect(await settle('adjusted')).toMatchObject({ status: 409, code: 'RECOGNITION_NOT_ADJUSTABLE' });
    const again = await submitSheet(teacher, 'TC1', { S2026002: { ps: '85', qm: '60' } });
    for (const person of [dean, registrar]) await decide(person, again, '0');
    await expect.poll(waiting).toMatchObject([{ sourceChange: '程序设计基础由 88.00 改为 70.00' }]);
    expect(await settle('adjusted')).toMatchObject({ code: '200' });
    expect(await detail()).toMatchObject({
      effected: true,
      sourceChange: '',
      settlement: { text: '按规则调整，数据结构由 88 改为 70', reason: '核对试卷', personName: '钱办公' },
      relateList: [{ inSideList: [{ scoreCognizanceFinalValue: '70.0' }] }],
    });
    expect(await waiting()).toEqual([]);
    expect(await settle('kept')).toMatchObject({ status: 409, code: 'RECOGNITION_NOTHING_TO_SETTLE' });

    // Dangerous: where the school asks for a second person, it waits for one.
    await school.pool.query(`update base.parameter set para_value = '1' where param_code = 'GWCZ_EJQR'`);
    expect(await revoke()).toMatchObject({ code: 'SECOND_PERSON_NEEDED' });
    await school.pool.query(`update base.parameter set para_value = '0' where param_code = 'GWCZ_EJQR'`);
    expect(await revoke()).toMatchObject({ code: '200' });
    expect(await detail()).toMatchObject({
      effected: false,
      approvalBusinessStatusName: '已作废',
      settlement: { text: '撤销认定', reason: '材料不实' },
    });
    await expect.poll(() => card()).toEqual(alone);
    expect((await clerk.get(recognisableAttempts, { studentId: 'S2026002' })).list).toMatchObject([{ used: false }]);
    expect((await clerk.get(system.planCourses, { studentId: 'S2026002' })).list).toMatchObject([
      { passedFinal: '70.00' },
      { courseNum: 'COMP2001', recognised: false, passedFinal: '' },
      {},
    ]);
    const { steps } = await auditor.get(auditScore, { studentCode: '2026002', courseCode: 'COMP2001' });
    expect(steps.map(({ label }) => label).slice(-4)).toEqual(['原成绩变更', '原成绩变更', '按规则调整', '撤销认定']);
    expect(steps.at(-1)).toMatchObject({ title: '认定撤销，认定成绩作废' });
    const { steps: replay } = await office.get(auditApplication, { applyId });
    expect(replay.map(({ title }) => title)).toEqual(expect.arrayContaining(['认定撤销，认定成绩作废']));
  });

  it('not more than the share of the required credits: as the office says, or of the compulsory courses', async () => {
    await school.pool.query(`update base.parameter set para_value = '70' where param_code = 'RDSXXF'`);
    // Electives to choose from make the base no larger.
    await school.pool.query(
      `insert into base.course (kch, ywbm, kcmc, kkxy, kcsx, kcxz, xf, zxs, khfs, score_hierarchy_code)
       select 'E1', 'E1', '选修', kkxy, '3', kcxz, 400, zxs, khfs, score_hierarchy_code
         from base.course where kch = 'K1'`,
    );
    await insertReferenceRows(school.pool, 'executionPlan', [{ njzydm: 'M101', kch: 'E1', xnxq: SEMESTER }]);
    const asked = () =>
      clerk.call(outside.apply, form('S2026001', 'K3', { outCourseCode: 'X3', outCourseName: '结构' }));
    expect(await asked()).toMatchObject({
      status: 409,
      code: 'RECOGNITION_CREDIT_LIMIT',
      message: '认定学分合计 12.0 超过上限 8.4（要求总学分 12.0 的 70%）',
    });
    const office = await school.browser('office1');
    const { operations, fields }: Resource = gradeMajor;
    const row = await office.get(operations.detail, { key: 'M101' });
    const written = Object.keys(fields).filter((name) => !fields[name]?.readOnly);
    await office.get(operations.update, {
      commandId: crypto.randomUUID(),
      key: 'M101',
      version: String(row['version']),
      values: { ...Object.fromEntries(written.map((name) => [name, row[name] ?? null])), zdxf: '16.5' },
    });
    expect(await asked()).toMatchObject({ message: '认定学分合计 12.0 超过上限 11.5（要求总学分 16.5 的 70%）' });
    expect(await clerk.get(outside.planCourses, { studentId: 'S2026001' })).toMatchObject({
      creditBase: '16.5',
      creditPercent: 70,
      creditLimit: '11.5',
      creditTaken: '8.0',
    });
    // A course has the credit that the plan gives it: shown, and taken of the account.
    await school.pool.query(`update base.execution_plan set credit = 36 where kch = 'E1'`);
    expect((await clerk.get(outside.planCourses, { studentId: 'S2026001' })).list).toEqual(
      expect.arrayContaining([expect.objectContaining({ courseId: 'E1', courseCredit: '3.6' })]),
    );
    expect(
      await clerk.call(outside.apply, form('S2026001', 'E1', { outCourseCode: 'X4', outCourseName: '选修' })),
    ).toMatchObject({ message: '认定学分合计 11.6 超过上限 11.5（要求总学分 16.5 的 70%）' });
    await school.pool.query(`delete from base.execution_plan where kch = 'E1'`);
  });

  it('RECOGNITION-19: lists are searched by word, status, day and unit, and paged', async () => {
    const found = async (filter: object) => (await registrar.get(outSchool.query, filter)).total;
    expect(await found({})).toBe(1);
    expect(
      await Promise.all(
        [
          { keyword: '东湖理工' },
          { keyword: '高等数学' },
          { keyword: '张' },
          { approvalBusinessStatus: '9' },
          { approvalBusinessStatus: '1,2' },
          { departmentId: '102' },
          { departmentId: '101' },
          { endDate: '2020-01-01' },
          { beginDate: '2020-01-01' },
        ].map(found),
      ),
    ).toEqual([1, 1, 1, 1, 0, 0, 1, 0, 1]);
    expect((await registrar.get(outSchool.query, { pageNo: 2, pageSize: 1 })).rows).toEqual([]);
  });

  it('its title, which names scores, is searched in the approval centre by those only who read it', async () => {
    const found = async (who: Browser) =>
      (await who.get(queryApprovals, { type: '0', timeScopeValue: '0', keyword: '慕课' })).total;
    expect(await found(registrar)).toBeGreaterThan(0);
    expect(await found(await school.browser('admin'))).toBe(0);
  });

  // SCORE-MORE-32
  it('outside the times of the semester nothing new is taken, the form says so; what came back is taken', async () => {
    await school.pool.query(`update base.parameter set para_value = '100' where param_code = 'RDSXXF'`);
    expect(await clerk.get(outside.window, {})).toEqual({ open: true, text: '本学期随时可以申请' });
    const { applyId } = await clerk.get(outside.apply, form('S2026002', 'K2', {}));
    await decide(dean, applyId, '2', { backNode: '0', approvalOpinion: '请改' });
    await insertReferenceRows(school.pool, 'outsideScoreTime', [
      {
        timeId: 'T1',
        semesterId: SEMESTER,
        cognizanceType: '2',
        beginTime: '2020-01-01T00:00:00.000Z',
        endTime: '2020-02-01T00:00:00.000Z',
      },
    ]);
    expect(await clerk.get(outside.window, {})).toEqual({
      open: false,
      text: '现在不在申请时间内。申请时间：2020-01-01 08:00 至 2020-02-01 08:00',
    });
    expect(await clerk.call(outside.apply, form('S2026001', 'K3', {}))).toMatchObject({
      status: 409,
      code: 'RECOGNITION_CLOSED',
      message: '现在不在系统外成绩认定的申请时间内（2020-01-01 08:00 至 2020-02-01 08:00）',
    });
    expect(await clerk.call(outside.apply, form('S2026002', 'K2', {}, { applyId }))).toMatchObject({ code: '200' });
    await insertReferenceRows(school.pool, 'outsideScoreTime', [
      {
        timeId: 'T2',
        semesterId: SEMESTER,
        cognizanceType: '2',
        beginTime: '2020-01-01T00:00:00.000Z',
        endTime: '2099-02-01T00:00:00.000Z',
        grades: ['1999'],
      },
    ]);
    expect(await clerk.call(outside.apply, form('S2026001', 'K3', {}))).toMatchObject({ code: 'RECOGNITION_CLOSED' });
  });
});
