import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { auditScore } from '@jwxt/contracts/audit/audit.operations.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { applyScoreChangeOperation } from '@jwxt/contracts/score/score-change.operations.ts';
import { queryIsExtraData } from '@jwxt/contracts/score/score-entry.operations.ts';
import { printTranscript, scoreCard, transcriptFile } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { scoreCancelRecord } from '@jwxt/contracts/student-application/kinds/score-cancel-record.ts';
import { scorePointApply } from '@jwxt/contracts/student-application/kinds/score-point-apply.ts';
import { scoreAnalysisDetail } from '@jwxt/contracts/statistics/score-analysis.operations.ts';
import { projectCategories, projectCategory } from '@jwxt/contracts/student-application/project-category.resource.ts';
import { uploadAs } from '../file/upload-client.fixture.ts';
import type { Browser } from '../testing/browser.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { decide, fillSheet, publishSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

const soon = { timeout: 60_000, interval: 50 };
const id = () => crypto.randomUUID();
const studentId = 'S2026001';
let school: School;
let base: string;
type Name = 'student1' | 'clerk1' | 'dean1' | 'registrar1' | 'office1' | 'teacher1';
let as: Record<Name, Browser>;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: studentId },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  const names: Name[] = ['student1', 'clerk1', 'dean1', 'registrar1', 'office1', 'teacher1'];
  const browsers = await Promise.all(names.map((name) => school.browser(name)));
  as = Object.fromEntries(names.map((name, at) => [name, browsers[at]])) as Record<Name, Browser>;
  base = await school.app.listen({ port: 0, host: '127.0.0.1' });
  await fillSheet(as.teacher1, 'TC1', { [studentId]: { ps: '80', qm: '80' }, S2026002: { ps: '50', qm: '50' } });
  await publishSheet(as.teacher1, [as.dean1, as.registrar1, as.office1], 'TC1');
  await vi.waitFor(async () => expect(await score()).toEqual(['80.00', true]), soon);
});
afterAll(() => school.stop());

/** Passes an application at every node that asks. */
async function pass(applyId: string): Promise<void> {
  for (const by of [as.dean1, as.registrar1, as.office1])
    if ((await by.call(approvalDetail, { applyId })).data.mayApprove) await decide(by, applyId, '0');
}
const card = () => as.office1.get(scoreCard, { studentCode: studentId });
const rowOf = async () => (await card()).semesters.flatMap(({ rows }) => rows)[0];
/** The score at K1 and whether it counts. */
async function score(): Promise<[string, boolean] | null> {
  const row = await rowOf();
  return row ? [row.finalName, row.counts] : null;
}
/** The teacher corrects the score that was published, which is approved. */
async function correct(before: string, after: string): Promise<void> {
  const { applyId } = await as.teacher1.get(applyScoreChangeOperation, {
    teachingClassId: 'TC1',
    scoreType: '1',
    commandId: id(),
    reason: '漏加分',
    rows: [{ studentCode: studentId, items: { qm: { before, after } } }],
  });
  await pass(applyId);
}

describe('a score is cancelled (SCORE-MORE-39)', () => {
  const { operations } = scoreCancelRecord;
  const asked = (form: object = {}) => ({
    commandId: id(),
    applyId: id(),
    studentId,
    form: { attemptId: `TC1.1.${studentId}`, cancelReason: '替考', ...form },
  });
  let applyId: string;

  it('for a student by staff, who choose among the scores that count; the reason is asked for', async () => {
    const { choices } = await as.clerk1.get(operations.offer, { studentId });
    expect(choices['attemptId']).toEqual([
      {
        value: `TC1.1.${studentId}`,
        label: '程序设计基础（COMP1001） 80.00',
        note: '2026-2027学年第一学期 正常考试',
        closed: null,
      },
    ]);
    expect((await as.student1.call(operations.apply, asked())).code).toBe('FORBIDDEN');
    expect(await as.clerk1.call(operations.apply, asked({ attemptId: 'TC9.1.S2026001' }))).toMatchObject({
      code: 'ATTEMPT_GONE',
      fieldErrors: [{ field: 'attemptId' }],
    });
    // The scores of a graduate are locked (SCORE-MORE-25).
    await school.pool.query(
      `insert into base.graduation_score (graduation_score_id, graduation_batch, student_code, required_credit,
        earned_credit, failed_course_num, rule_version, module_detail, courses, snapshot_time, lock_status, lock_time)
        values ('G1', '2026届', $1, 0, 0, 0, '', '[]', '[]', now(), '1', now())`,
      [studentId],
    );
    expect(await as.clerk1.call(operations.apply, asked())).toMatchObject({
      code: 'ATTEMPT_LOCKED',
      message: '该生的毕业成绩（批次 2026届）已锁定，请先解锁，再注销成绩',
    });
    await school.pool.query('delete from base.graduation_score');
    const sent = asked();
    ({ applyId } = sent);
    await as.clerk1.get(operations.apply, sent);
    expect((await as.clerk1.call(operations.apply, asked())).code).toBe('STUDENT_APPLICATION_OPEN');
    expect((await as.dean1.get(operations.detail, { id: applyId })).details).toContainEqual({
      label: '注销原因',
      value: '替考',
    });
    expect(await score()).toEqual(['80.00', true]);
  });

  it('once unit and office pass it: it stays in the history, and in no sum and no transcript', async () => {
    await pass(applyId);
    await expect.poll(score, soon).toEqual(['80.00', false]);
    const { totals, semesters } = await card();
    expect(semesters[0]!.rows[0]).toMatchObject({ why: '已注销：替考', passed: true });
    expect(totals).toMatchObject({ earnedCredit: '0.0', gpa: '-', passedNum: 0 });
    // SCORE-MORE-49: in an analysis neither the totals nor the items count it.
    const analysis = () => as.office1.get(scoreAnalysisDetail, { teachingClassId: 'TC1', scoreType: '1' });
    await expect.poll(async () => (await analysis()).items.map(({ scoredNum }) => scoredNum), soon).toEqual([1, 1]);
    const print = {
      commandId: id(),
      studentCode: studentId,
      language: 'zh',
      allAttempts: '1',
      reason: '升学',
    } as const;
    expect((await as.office1.call(printTranscript, print)).code).toBe('TRANSCRIPT_EMPTY');
    expect((await as.clerk1.get(operations.offer, { studentId })).choices['attemptId']).toEqual([]);
    expect(await as.office1.get(operations.query, { view: 'audit' })).toMatchObject({
      rows: [{ subjectName: '程序设计基础（COMP1001）80.00', effected: true }],
    });
  });

  it('a correction changes it and leaves it cancelled; the office restores it as it is by then', async () => {
    await correct('80.0', '90');
    await expect.poll(score, soon).toEqual(['86.00', false]);
    expect((await as.clerk1.call(operations.revoke, { commandId: id(), applyId, reason: '查无此事' })).code).toBe(
      'FORBIDDEN',
    );
    await as.office1.get(operations.revoke, { commandId: id(), applyId, reason: '查无此事' });
    await expect.poll(score, soon).toEqual(['86.00', true]);
    expect((await card()).totals).toMatchObject({ earnedCredit: '4.0', passedNum: 1 });
  });

  it('and all of it stands in the replay of the score', async () => {
    const { steps } = await as.office1.get(auditScore, { studentCode: '2026001', courseCode: 'COMP1001' });
    expect(steps.map(({ label }) => label).slice(-5)).toEqual(['注销', '申请更改', '审核通过', '更改生效', '恢复']);
    expect(steps.find(({ label }) => label === '注销')).toMatchObject({
      sentence: '张三的成绩注销，不再计入，原因：替考',
      byName: '系统',
    });
  });

  it('is not passed while the score is another than was asked about', async () => {
    const sent = asked();
    await as.clerk1.get(operations.apply, sent);
    await correct('90.0', '80');
    expect(await decide(as.dean1, sent.applyId, '0')).toMatchObject({
      message: '该成绩已由 86.00 变为 80.00，请退回后重新申请',
    });
  });
});

describe('an award adds to a score or earns credits (SCORE-MORE-36)', () => {
  const { operations, files } = scorePointApply;
  const form = {
    pointType: '1',
    projectCategoryId: '11',
    projectName: '数学建模竞赛',
    awardLevel: '1',
    obtainDate: '2026-10-01',
    courseId: 'K1',
    point: '5.5',
  } as const;
  const asked = (changed: object = {}) => ({
    commandId: id(),
    applyId: id(),
    studentId,
    form: { ...form, ...changed },
  });
  /** Sends with a certificate, which is approved. */
  async function award(changed: object = {}): Promise<string> {
    const sent = asked(changed);
    await uploadAs(as.student1, base, Buffer.from('证书'), {
      businessTable: files.businessTable,
      businessId: sent.applyId,
      fileName: '证书.txt',
    });
    await as.student1.get(operations.apply, sent);
    await pass(sent.applyId);
    await expect
      .poll(async () => (await as.student1.get(operations.detail, { id: sent.applyId })).effected, soon)
      .toBe(true);
    return sent.applyId;
  }
  const refused = async (changed: object) => {
    const { code, fieldErrors } = await as.student1.call(operations.apply, asked(changed));
    return [code, fieldErrors?.[0]?.field];
  };
  let bonus: string;

  it('PICKERS-150, PICKERS-151: categories in use are offered in their order', async () => {
    const [first] = await as.student1.get(projectCategories, {});
    expect(first).toEqual({ projectCategoryId: '11', projectLevelName: '国家级', projectCategoryName: '学科竞赛' });
    const { rows } = await as.office1.get(projectCategory.operations.query, {});
    expect(rows).toHaveLength(10);
    await school.pool.query(`update base.project_category set sfqy = '0' where project_category_id = '12'`);
    expect((await as.student1.get(projectCategories, {})).map((one) => one.projectCategoryId)).not.toContain('12');
  });

  it('that is evidenced, and of which a course that was passed can have the points', async () => {
    expect((await as.student1.get(operations.offer, {})).choices['courseId']).toEqual([
      { value: 'K1', label: '程序设计基础（COMP1001）', note: '2026-2027学年第一学期 80.00', closed: null },
    ]);
    expect(await refused({})).toEqual(['STUDENT_APPLICATION_NEEDS_FILE', 'files']);
    expect(await refused({ courseId: null })).toEqual(['BONUS_NEEDS_COURSE', 'courseId']);
    expect(await refused({ courseId: 'K2' })).toEqual(['BONUS_NO_SCORE', 'courseId']);
    expect(await refused({ point: '10.5' })).toEqual(['INVALID_INPUT', 'form.point']);
    expect(await refused({ projectCategoryId: '12' })).toEqual(['PROJECT_CATEGORY_UNKNOWN', 'projectCategoryId']);
    expect(await refused({ obtainDate: '2199-01-01' })).toEqual(['AWARD_NOT_YET', 'obtainDate']);
  });

  it('the points are on top of what the sheet says, also after a correction; never more than 10', async () => {
    bonus = await award();
    await expect.poll(score, soon).toEqual(['85.50', true]);
    expect((await as.student1.get(operations.detail, { id: bonus })).details).toContainEqual({
      label: '项目类别',
      value: '国家级 学科竞赛',
    });
    await correct('80.0', '90');
    await expect.poll(score, soon).toEqual(['91.50', true]);
    expect(await refused({ projectName: '程序设计大赛' })).toEqual(['BONUS_TOO_MUCH', 'point']);
    // The same award, in whatever writing, for credits.
    expect(await refused({ pointType: '2', projectName: '数学 建模竞赛' })).toEqual([
      'STUDENT_APPLICATION_NEEDS_FILE',
      'files',
    ]);
  });

  it('innovation credits are a score outside classes that nobody edits, until they are taken back', async () => {
    const earned = { pointType: '2', projectName: '发明专利', courseId: null, point: '2' };
    const applyId = await award(earned);
    expect((await card()).extra).toMatchObject([{ extraName: '发明专利', credit: '2.0', inTranscript: '1' }]);
    expect(await as.office1.get(queryIsExtraData, { studentExtraScoreId: applyId })).toEqual({ isExtraData: '0' });
    await as.office1.get(operations.revoke, { commandId: id(), applyId, reason: '证书无效' });
    expect((await card()).extra).toEqual([]);
  });

  // SCORE-MORE-04: an approval that has passed is cancelled, 9 → 5.
  it('the office takes points back: the score is what the sheet says, the application void', async () => {
    const status = async () => (await as.student1.get(operations.detail, { id: bonus })).approvalBusinessStatusName;
    expect(await status()).toBe('通过');
    expect(
      (await as.office1.call(operations.revoke, { commandId: id(), applyId: bonus, reason: '证书无效' })).code,
    ).toBe(SUCCESS_CODE);
    await expect.poll(score, soon).toEqual(['86.00', true]);
    expect(await status()).toBe('已作废');
    const { steps } = await as.office1.get(auditScore, { studentCode: '2026001', courseCode: 'COMP1001' });
    expect(steps.at(-1)).toMatchObject({
      label: '撤销加分',
      changes: [{ name: '总评', before: '91.50', after: '86.00' }],
    });
  });
});

it('SCORE-MORE-18: a transcript says the remarks that the school has it say (成绩单显示)', async () => {
  const table = readModelTable(attemptModel, 'attempt');
  await school.pool.query(`update ${table} set remark_code = '02' where student_code = $1`, [studentId]);
  const text = async () => {
    const asked = {
      commandId: id(),
      studentCode: studentId,
      language: 'zh',
      allAttempts: '1',
      reason: '升学',
    } as const;
    const { code } = await as.office1.get(printTranscript, asked);
    return pdfTexts((await as.office1.call(transcriptFile, { code })).bytes).join('\n');
  };
  expect(await text()).toContain('缺考');
  await school.pool.query(`update base.score_remark set show_name = '0' where score_remark_code = '02'`);
  expect(await text()).not.toContain('缺考');
});
