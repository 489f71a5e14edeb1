import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRecognition, planCourses, queryRecognitions, recognitionDetail } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { findStudents } from '@jwxt/contracts/system/system.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { decide } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  clerk = await school.browser('clerk1');
});
afterAll(() => school.stop());

const request = (studentId: string) => ({
  commandId: crypto.randomUUID(), studentId, scoreCognizanceApplyRemark: '慕课证书已核验',
  relateList: [{
    outSideList: [{ outCourseName: '程序设计（慕课）', outCourseCredit: '4.0', outScoreCognizanceFinalValue: '88' }],
    inSideList: [{ courseId: 'K1', scoreCognizanceFinalValue: '88' }],
  }],
});

describe('recognising a score', () => {
  it('students are found by number, name and pinyin, only in scope', async () => {
    for (const keyword of ['2026001', '张', 'zhangsan', 'ZHANG']) {
      expect((await clerk.get(findStudents, { keyword })).list, keyword).toMatchObject([{ studentCode: 'S2026001', studentName: '张三', administrativeClassName: '101班' }]);
    }
    expect((await clerk.get(findStudents, { keyword: '%' })).list).toEqual([]);
    expect((await clerk.get(findStudents, {})).list.map(({ studentCode }) => studentCode)).toEqual(['S2026001', 'S2026002']);
    expect((await (await school.browser('registrar1')).get(findStudents, {})).list).toHaveLength(3);
  });

  it('a student outside the scope cannot be chosen or applied for', async () => {
    expect(await clerk.call(planCourses, { studentId: 'S2026003' })).toMatchObject({ status: 403, code: 'OUT_OF_SCOPE', message: '该数据不在您的数据权限范围内' });
    expect(await clerk.call(applyRecognition, request('S2026003'))).toMatchObject({ status: 403, code: 'OUT_OF_SCOPE' });
  });

  it('RECOGNITION-17, RECOGNITION-18: without student or remark it is refused under the field', async () => {
    const answer = await clerk.call(applyRecognition, { ...request(''), scoreCognizanceApplyRemark: ' ' });
    expect(answer.fieldErrors).toEqual([{ field: 'studentId', message: '请先选择学生再操作' }, { field: 'scoreCognizanceApplyRemark', message: '必填' }]);
  });

  it('RECOGNITION-13…16, RECOGNITION-21: the application shows both groups of columns, and takes effect when it has passed', async () => {
    expect((await clerk.get(planCourses, { studentId: 'S2026001' })).list.map(({ courseNum, recognised }) => [courseNum, recognised])).toEqual([['COMP1001', false], ['COMP2001', false], ['MATH1001', false]]);
    const { applyId } = await clerk.get(applyRecognition, request('S2026001'));
    expect((await clerk.get(planCourses, { studentId: 'S2026001' })).list[0]).toMatchObject({ courseNum: 'COMP1001', recognised: true, courseNatureName: '专业基础课', courseAttributeName: '必修', coursePeriod: '64' });
    expect((await clerk.get(queryRecognitions, {})).rows).toMatchObject([{ scoreCognizanceApplyId: applyId, summary: '程序设计（慕课） → 程序设计基础', approvalBusinessStatusName: '待审核' }]);
    const dean = await school.browser('dean1');
    expect(await dean.get(recognitionDetail, { id: applyId })).toMatchObject({
      studentName: '张三', applicantName: '孙教务', scoreCognizanceApplyRemark: '慕课证书已核验', effected: false,
      relateList: [{ outSideList: [{ outCourseName: '程序设计（慕课）', outCourseCredit: '4.0' }], inSideList: [{ courseNum: 'COMP1001', courseCredit: '4.0', scoreCognizanceFinalValue: '88.0' }] }],
    });
    expect(await decide(dean, applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    expect(await decide(await school.browser('registrar1'), applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '9' } });
    expect(await clerk.get(recognitionDetail, { id: applyId })).toMatchObject({ effected: true, approvalBusinessStatus: '9' });
  });

  it('is not shown outside its unit', async () => {
    const dean2 = await school.browser('dean2');
    expect((await dean2.get(queryRecognitions, {})).total).toBe(0);
    const { rows } = await clerk.get(queryRecognitions, { keyword: '张三' });
    expect(await dean2.call(recognitionDetail, { id: rows[0]?.scoreCognizanceApplyId ?? '' })).toMatchObject({ status: 404, code: 'APPROVAL_NOT_FOUND' });
  });
});
