import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { longJobDetail, longJobItems } from '@jwxt/contracts/system/long-job.operations.ts';
import {
  confirmGpaCheckOperation,
  exportGpaChecks,
  generateGpaChecks,
  gpaCheckDetailOperation,
  ownGpaChecks,
  queryGpaChecks,
} from '@jwxt/contracts/standing/gpa-check.operations.ts';
import {
  exportGraduationScores,
  generateGraduationScores,
  graduationScoreDetail,
  lockGraduationScoresOperation,
  ownGraduationScores,
  queryGraduationScores,
  unlockGraduationScoreOperation,
} from '@jwxt/contracts/standing/graduation-score.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
let student: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  [office, clerk, student] = await Promise.all([
    school.browser('office1'),
    school.browser('clerk1'),
    school.browser('student1'),
  ]);
  await addAttempt('A1', 'S2026001', 'K1', 9000);
  await addAttempt('A2', 'S2026001', 'K2', 5200);
  await addAttempt('A3', 'S2026002', 'K1', 9500);
  await addAttempt('A4', 'S2026003', 'K2', 7700);
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

/** A scheme of his own, instead of the plan of his grade-major. */
async function insertOwnScheme(studentCode: string, courses: readonly string[]): Promise<void> {
  await school.pool.query(`insert into base.personal_scheme values ('OWN', $1, 'M101', '1', 80)`, [studentCode]);
  await school.pool.query(
    `insert into base.personal_scheme_course
        (personal_scheme_id, student_code, kch, term, xnxq, credit, course_attribute)
      select 'OWN', $1, kch, 1, $2, xf, kcsx from base.course where kch = any($3)`,
    [studentCode, SEMESTER, courses],
  );
}

/** The results of a job, once it has ended. */
async function resultsOf(jobId: string): Promise<string[]> {
  await expect.poll(async () => (await office.get(longJobDetail, { jobId })).status, { interval: 50 }).toBe('2');
  return (await office.get(longJobItems, { jobId })).list.map(({ itemName, message }) => `${itemName}：${message}`);
}

describe('绩点核查', () => {
  const generate = async () =>
    await resultsOf((await office.get(generateGpaChecks, { commandId: id(), semesterId: SEMESTER })).jobId);
  const list = async (browser: Browser, filter: object = {}) =>
    await browser.get(queryGpaChecks, { semesterId: SEMESTER, ...filter });
  const say = async (gpaCheckId: string, checkStatus: '1' | '2', objection = '') =>
    await student.call(confirmGpaCheckOperation, { commandId: id(), gpaCheckId, checkStatus, objection });

  it('SCORE-MORE-21: a list is frozen for a semester, with ranks, for who may see its students', async () => {
    expect(await generate()).toEqual([
      '2026级专业101：新列入 2 人，更新 0 人，未变化 0 人',
      '2026级专业102：新列入 1 人，更新 0 人，未变化 0 人',
    ]);
    const { rows, counts } = await list(office);
    expect(
      rows.map((row) => [row.studentName, row.gpa, row.weightedAverage, row.rankInClass, row.rankInMajor]),
    ).toEqual([
      ['李四', '4.00', '95.00', '1 / 2', '1 / 2'],
      ['张三', '2.00', '71.00', '2 / 2', '2 / 2'],
      ['王五', '2.70', '77.00', '1 / 1', '1 / 1'],
    ]);
    expect(rows[1]).toMatchObject({ creditEarned: '4.0', creditFailed: '4.0', ruleVersion: '2020-1', versionNo: 1 });
    expect(counts).toEqual({ 0: 3, 1: 0, 2: 0 });
    expect((await list(clerk)).rows.map(({ studentName }) => studentName)).toEqual(['李四', '张三']);
    expect(await office.get(queryGpaChecks, { keyword: '张三' })).toMatchObject({ semesterId: SEMESTER, total: 1 });
    expect((await clerk.call(exportGpaChecks, { semesterId: SEMESTER })).status).toBe(200);
    expect(await clerk.call(generateGpaChecks, { commandId: id(), semesterId: SEMESTER })).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await student.call(queryGpaChecks, { semesterId: SEMESTER })).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('SCORE-MORE-21: the student agrees or objects; the office sees who has not', async () => {
    const { list: own } = await student.get(ownGpaChecks, {});
    expect(own).toMatchObject([{ gpa: '2.00', versionNo: 1, before: null, checkStatus: '0', courses: [{}, {}] }]);
    expect(own[0]).not.toHaveProperty('rankInClass');
    const { gpaCheckId } = own[0]!;
    expect(await say(gpaCheckId, '2', ' ')).toMatchObject({ fieldErrors: [{ field: 'objection' }] });
    expect(await say(gpaCheckId, '2', '高等数学应为 62 分')).toMatchObject({ status: 200 });
    expect(await list(clerk, { checkStatus: '2' })).toMatchObject({
      total: 1,
      rows: [{ studentName: '张三', objection: '高等数学应为 62 分' }],
    });
    expect(await say(gpaCheckId, '1')).toMatchObject({ status: 200 });
    expect((await list(office)).counts).toEqual({ 0: 2, 1: 1, 2: 0 });
    const other = (await list(office)).rows.find(({ studentCode }) => studentCode === 'S2026003')!;
    expect(await say(other.gpaCheckId, '1')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await clerk.call(gpaCheckDetailOperation, { key: other.gpaCheckId })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('SCORE-MORE-21: generated again, who changed has a new version; what was said stands while true', async () => {
    expect(await generate()).toEqual(expect.arrayContaining([expect.stringContaining('未变化')]));
    const { gpaCheckId } = (await student.get(ownGpaChecks, {})).list[0]!;
    // Somebody else passes: ranks move, the own scores do not.
    await addAttempt('A5', 'S2026002', 'K2', 9600);
    await generate();
    expect((await student.get(ownGpaChecks, {})).list).toMatchObject([{ checkStatus: '1' }]);
    await addAttempt('A6', 'S2026001', 'K2', 6200);
    await generate();
    const { list: own } = await student.get(ownGpaChecks, {});
    expect(own).toMatchObject([{ gpa: '2.50', checkStatus: '0', before: { gpa: '2.00' } }]);
    expect(await say(gpaCheckId, '1')).toMatchObject({ code: 'GPA_CHECK_CHANGED' });
    expect(await office.get(gpaCheckDetailOperation, { key: own[0]!.gpaCheckId })).toMatchObject({
      row: { gpa: '2.50' },
      courses: [{ finalName: '90.00' }, { finalName: '62.00', why: '最高分有效' }],
      earlier: expect.arrayContaining([expect.objectContaining({ versionNo: 1, gpa: '2.00' })]),
    });
  });

  it('SCORE-MORE-40: a list with a score that is not open is neither shown to its student nor answered', async () => {
    const { gpaCheckId } = (await student.get(ownGpaChecks, {})).list[0]!;
    await school.pool.query(`update base.score_query_control set sfqy = '0'`);
    expect(await student.get(ownGpaChecks, {})).toEqual({ list: [], withheld: ['2026-2027学年第一学期'] });
    expect(await say(gpaCheckId, '1')).toMatchObject({ code: 'GPA_CHECK_WITHHELD' });
    await school.pool.query(`update base.score_query_control set sfqy = '1'`);
  });
});

describe('毕业成绩', () => {
  const batch = { graduationBatch: '2030届' };
  const generate = async () =>
    await resultsOf(
      (await office.get(generateGraduationScores, { commandId: id(), ...batch, gradeCode: '2026' })).jobId,
    );
  const snapshot = async (browser: Browser, studentName = '张三') =>
    (await browser.get(queryGraduationScores, batch)).rows.find((row) => row.studentName === studentName)!;

  it('SCORE-MORE-25: a batch is taken: credits, averages, failed courses, and what of the plan is there', async () => {
    await school.pool.query(`update base.grade_major set zdxf = 1600 where njzydm = 'M101'`);
    // 李四 follows a scheme of his own: K1 and K2 alone.
    await insertOwnScheme('S2026002', ['K1', 'K2']);
    expect(await generate()).toEqual(['2026级专业101：生成 2 人', '2026级专业102：生成 1 人']);
    expect((await office.get(queryGraduationScores, batch)).batches).toEqual(['2030届']);
    const row = await snapshot(clerk);
    expect(row).toMatchObject({ requiredCredit: '160.0', earnedCredit: '8.0', gpa: '2.50', failedCourseNum: 0 });
    expect(await clerk.get(graduationScoreDetail, { key: row.graduationScoreId })).toMatchObject({
      modules: [
        { courseAttributeName: '必修', plannedCredit: '12.0', earnedCredit: '8.0', passedNum: 2, failedNum: 0 },
      ],
      courses: [{ finalName: '90.00' }, { finalName: '62.00' }],
    });
    expect(
      (await clerk.get(graduationScoreDetail, { key: (await snapshot(clerk, '李四')).graduationScoreId })).modules,
    ).toMatchObject([{ courseAttributeName: '必修', plannedCredit: '8.0' }]);
    expect((await clerk.get(queryGraduationScores, batch)).total).toBe(2);
    expect((await student.get(ownGraduationScores, {})).list).toMatchObject([{ row: { gpa: '2.50' } }]);
    expect((await clerk.call(exportGraduationScores, batch)).status).toBe(200);
    for (const operation of [generateGraduationScores, lockGraduationScoresOperation])
      expect(await clerk.call(operation, { commandId: id(), ...batch, gradeCode: '2026', keys: [] })).toMatchObject({
        code: 'FORBIDDEN',
      });
  });

  it('SCORE-MORE-25: a locked one does not follow later scores until it is unlocked with a reason', async () => {
    const { graduationScoreId: key } = await snapshot(office);
    expect(await office.get(lockGraduationScoresOperation, { commandId: id(), ...batch, keys: [key] })).toEqual({
      locked: 1,
    });
    expect(await office.call(lockGraduationScoresOperation, { commandId: id(), ...batch, keys: [key] })).toMatchObject({
      code: 'GRADUATION_SCORE_LOCKED',
    });
    await addAttempt('A7', 'S2026001', 'K3', 9500);
    await addAttempt('A8', 'S2026002', 'K3', 5000);
    expect(await generate()).toEqual(['2026级专业101：生成 1 人，已锁定 1 人保持不变', '2026级专业102：生成 1 人']);
    expect(await snapshot(office)).toMatchObject({ earnedCredit: '8.0', gpa: '2.50', lockStatus: '1' });
    expect(await snapshot(office, '李四')).toMatchObject({ failedCourseNum: 1, lockStatus: '0' });
    expect((await office.get(queryGraduationScores, { ...batch, hasFailed: '1' })).total).toBe(1);
    const unlock = (reason: string) => office.call(unlockGraduationScoreOperation, { commandId: id(), key, reason });
    expect(await unlock(' ')).toMatchObject({ fieldErrors: [{ field: 'reason', message: '必填' }] });
    expect(await unlock('补录军训成绩')).toMatchObject({ status: 200 });
    expect(await unlock('补录军训成绩')).toMatchObject({ code: 'GRADUATION_SCORE_NOT_LOCKED' });
    await generate();
    expect(await snapshot(office)).toMatchObject({ earnedCredit: '12.0', lockStatus: '0' });
    expect(await office.get(lockGraduationScoresOperation, { commandId: id(), ...batch })).toEqual({ locked: 3 });
  });
});
