import { describe, expect, test } from 'vitest';
import { creditsOf, emptyGroup, formErrors, formOf, toApplication, type PlanCourse, type RecognitionForm } from './recognition-form.model.ts';

const course = (courseId: string, courseCredit: string, extra: Partial<PlanCourse> = {}): PlanCourse =>
  ({ courseId, courseNum: `N${courseId}`, courseName: `课程${courseId}`, courseCredit, coursePeriod: '48', courseNatureName: '必修', courseAttributeName: '', semesterId: '2026-2027-1', recognised: false, ...extra });
const courses = [course('c1', '3.0'), course('c2', '2.0'), course('c3', '2.0', { recognised: true })];
const outside = (credit: string, value = '85') => ({ name: '高等数学', code: 'M1', credit, value, source: '' });
const form: RecognitionForm = { studentId: 's1', remark: '交流', groups: [{ id: 'g1', outside: [outside('2'), outside('1.5')], inside: [{ courseId: 'c1', value: '85.5' }] }] };
const withInside = (inside: RecognitionForm['groups'][number]['inside']): RecognitionForm => ({ ...form, groups: [{ ...form.groups[0] ?? emptyGroup('g1'), inside }] });

describe('the recognition form', () => {
  test('is sent as typed, with full-width digits as digits', () => {
    const sent = toApplication({ ...form, groups: [{ id: 'g1', outside: [outside('３.５')], inside: [{ courseId: 'c1', value: '８５' }] }] }, 'a1');
    expect(sent).toMatchObject({ applyId: 'a1', studentId: 's1', relateList: [{ outSideList: [{ outCourseName: '高等数学', outCourseCredit: '3.5' }], inSideList: [{ courseId: 'c1', scoreCognizanceFinalValue: '85' }] }] });
    expect(formErrors(form, courses)).toEqual({});
  });

  test('RECOGNITION-17 RECOGNITION-18 asks for the student and the remark', () => {
    expect(formErrors({ ...form, studentId: '', remark: ' ' }, courses)).toMatchObject({ studentId: '请先选择学生再操作', scoreCognizanceApplyRemark: '必填' });
  });

  test('names each wrong field by its path', () => {
    const errors = formErrors({ ...form, groups: [emptyGroup('g1')] }, courses);
    expect(errors).toMatchObject({
      'relateList.0.outSideList.0.outCourseName': '必填', 'relateList.0.outSideList.0.outCourseCredit': '应为数字，最多一位小数',
      'relateList.0.inSideList.0.courseId': '请选择认定课程', 'relateList.0.inSideList.0.scoreCognizanceFinalValue': '应为数字，最多一位小数',
    });
    expect(formErrors(withInside([{ courseId: 'c1', value: '100.1' }]), courses)).toEqual({ 'relateList.0.inSideList.0.scoreCognizanceFinalValue': '认定成绩应在 0 至 100 之间' });
    expect(formErrors({ ...form, groups: [] }, courses)).toEqual({ relateList: '请至少填写一组原成绩与认定课程' });
  });

  test('counts credits in tenths and refuses too few outside', () => {
    expect(creditsOf(form.groups[0] ?? emptyGroup('g1'), courses)).toEqual({ outside: '3.5', inside: '3.0', short: false });
    const two = withInside([{ courseId: 'c1', value: '85' }, { courseId: 'c2', value: '85' }]);
    expect(formErrors(two, courses)).toEqual({ 'relateList.0': '原课程学分合计 3.5 少于认定课程学分合计 5.0' });
    expect(creditsOf(emptyGroup('g1'), courses)).toEqual({ outside: '—', inside: '—', short: false });
  });

  test('takes a course once, and none that is recognised already', () => {
    const group = { id: 'g2', outside: [outside('9')], inside: [{ courseId: 'c1', value: '80' }] };
    expect(formErrors({ ...form, groups: [...form.groups, group] }, courses)).toEqual({ 'relateList.1.inSideList.0.courseId': '课程“课程c1”在本次申请中出现多次' });
    expect(formErrors(withInside([{ courseId: 'c3', value: '85' }]), courses)).toEqual({ 'relateList.0.inSideList.0.courseId': '课程“课程c3”已有认定成绩，不能重复认定' });
  });

  test('a returned application is filled in again', () => {
    const detail = { studentId: 's1', scoreCognizanceApplyRemark: '交流', relateList: [{
      outSideList: [{ outCourseName: '高等数学', outCourseCode: 'M1', outCourseCredit: '2', outScoreCognizanceFinalValue: '85', outSchoolScoreTypeName: '' }], inSideList: [{ courseNum: 'Nc1', scoreCognizanceFinalValue: '85.5' }],
    }] };
    expect(formOf(detail as never, courses)).toEqual({ studentId: 's1', remark: '交流', groups: [{ id: 'kept0', outside: [outside('2')], inside: [{ courseId: 'c1', value: '85.5' }] }] });
  });
});
