import { describe, expect, test } from 'vitest';
import {
  attemptLine,
  chosenOf,
  creditsOf,
  emptyGroup,
  emptyInside,
  emptyOutside,
  formErrors,
  formOf,
  gradeName,
  proposalOf,
  spareGroups,
  toDraft,
  withProposal,
  type FormContext,
  type Group,
  type OwnAttempt,
  type PlanCourse,
  type RecognitionForm,
} from './recognition-form.model.ts';

const course = (courseId: string, courseCredit: string, extra: Partial<PlanCourse> = {}): PlanCourse => ({
  courseId,
  courseNum: `N${courseId}`,
  courseName: `课程${courseId}`,
  courseCredit,
  coursePeriod: '48',
  courseNatureName: '必修',
  courseAttributeName: '',
  semesterId: '2026-2027-1',
  openDepartmentId: '106',
  openDepartmentName: '数学学院',
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '百分制',
  recognised: false,
  passedFinal: '',
  ...extra,
});
const plan: FormContext['plan'] = {
  list: [
    course('c1', '3.0'),
    course('c2', '2.0'),
    course('c3', '2.0', { recognised: true }),
    course('c5', '2.0', { passedFinal: '75' }),
    course('c4', '1.0', { openDepartmentId: '107', openDepartmentName: '物理学院', scoreHierarchyCode: 'wjz' }),
  ],
  bands: [
    {
      scoreHierarchyCode: 'wjz',
      scoreValueName: '优秀',
      scorePercentileMinValue: 9000,
      scorePercentileMaxValue: 10_000,
      scorePercentileValue: 9500,
    },
    {
      scoreHierarchyCode: 'wjz',
      scoreValueName: '良好',
      scorePercentileMinValue: 8000,
      scorePercentileMaxValue: 8999,
      scorePercentileValue: 8500,
    },
  ],
};
const attempt = (attemptId: string, final: string): OwnAttempt => ({
  attemptId,
  courseId: 'x1',
  courseNum: 'X1',
  courseName: '旧课程',
  courseCredit: '3.0',
  coursePeriod: '48',
  courseNatureName: '',
  courseAttributeName: '',
  semesterId: '2025-2026-2',
  finalName: final,
  final,
  used: false,
  inPlan: false,
});
const context = (kind: FormContext['kind'], more: Partial<FormContext> = {}): FormContext => ({
  kind,
  plan,
  attempts: [attempt('a1', '86.50')],
  mayOverride: false,
  ...more,
});
const outside = (outCourseCredit: string, outScoreCognizanceFinalValue = '85') => ({
  ...emptyOutside,
  outCourseName: '高等数学',
  outCourseCode: 'M1',
  outCourseCredit,
  outScoreCognizanceFinalValue,
});
const group = (more: Partial<Group> = {}): Group => ({
  id: 'g1',
  reason: '',
  outside: [outside('2'), outside('1.5')],
  inside: [{ courseId: 'c1', scoreCognizanceFinalValue: '85.5' }],
  ...more,
});
const form = (...groups: Group[]): RecognitionForm => ({ studentId: 's1', remark: '交流', groups });

describe('the recognition form', () => {
  test('is sent as typed, with full-width digits as digits, and filled in again as it was', () => {
    const sent = toDraft(
      form(group({ outside: [outside('３.５')], inside: [{ courseId: 'c1', scoreCognizanceFinalValue: '８５' }] })),
    );
    expect(sent).toMatchObject({
      scoreCognizanceApplyRemark: '交流',
      relateList: [
        {
          outSideList: [{ outCourseName: '高等数学', outCourseCredit: '3.5' }],
          inSideList: [{ courseId: 'c1', scoreCognizanceFinalValue: '85' }],
        },
      ],
    });
    expect(toDraft(formOf('s1', sent))).toEqual(sent);
    expect(formOf('s1', { scoreCognizanceApplyRemark: '', relateList: [] }).groups).toHaveLength(1);
    expect(formErrors(form(group()), context('outside'))).toEqual({});
  });

  test('RECOGNITION-17, RECOGNITION-18: asks for the student and the remark', () => {
    expect(formErrors({ ...form(group()), studentId: '', remark: ' ' }, context('outside'))).toMatchObject({
      studentId: '请先选择学生再操作',
      scoreCognizanceApplyRemark: '必填',
    });
  });

  test('names each wrong field by its path, in the words of its kind', () => {
    expect(formErrors(form(emptyGroup('g1')), context('outside'))).toEqual({
      'relateList.0.outSideList.0.outCourseCode': '必填',
      'relateList.0.outSideList.0.outCourseName': '必填',
      'relateList.0.outSideList.0.outCourseCredit': '应为数字，最多一位小数',
      'relateList.0.outSideList.0.outScoreCognizanceFinalValue': '必填',
      'relateList.0.inSideList.0.courseId': '请选择认定课程',
      'relateList.0.inSideList.0.scoreCognizanceFinalValue': '应为数字，最多一位小数',
    });
    expect(formErrors(form(group()), context('outSchool'))).toMatchObject({
      'relateList.0.outSideList.0.outSchoolScoreType': '请选择成绩来源',
      'relateList.0.outSideList.1.outSchoolName': '必填',
    });
    expect(formErrors(form(group()), context('system'))).toMatchObject({
      'relateList.0.outSideList.0.attemptId': '请选择原成绩',
    });
    expect(
      formErrors(form(group({ inside: [{ courseId: 'c1', scoreCognizanceFinalValue: '100.1' }] })), context('outside')),
    ).toEqual({ 'relateList.0.inSideList.0.scoreCognizanceFinalValue': '认定成绩应在 0 至 100 之间' });
    expect(formErrors(form(), context('outside'))).toEqual({ relateList: '请至少填写一组原成绩与认定课程' });
  });

  test('counts credits in tenths and refuses too few outside, unless the office gives a reason', () => {
    expect(creditsOf(group(), plan.list)).toEqual({ outside: '3.5', inside: '3.0', short: false });
    expect(creditsOf(emptyGroup('g1'), plan.list)).toEqual({ outside: '—', inside: '—', short: false });
    const two = group({
      inside: [
        { courseId: 'c1', scoreCognizanceFinalValue: '85' },
        { courseId: 'c2', scoreCognizanceFinalValue: '85' },
      ],
    });
    const short = { 'relateList.0': '原课程学分合计 3.5 少于认定课程学分合计 5.0' };
    expect(formErrors(form(two), context('outside'))).toEqual(short);
    expect(formErrors(form({ ...two, reason: '另有实践' }), context('outside'))).toEqual(short);
    expect(formErrors(form(two), context('outside', { mayOverride: true }))).toEqual(short);
    expect(formErrors(form({ ...two, reason: '另有实践' }), context('outside', { mayOverride: true }))).toEqual({});
  });

  test('takes a course once, none recognised, passed or as itself, an own score once, off-campus of a unit', () => {
    const again = group({
      id: 'g2',
      outside: [outside('9')],
      inside: [{ courseId: 'c1', scoreCognizanceFinalValue: '80' }],
    });
    expect(formErrors(form(group(), again), context('outside'))).toEqual({
      'relateList.1.inSideList.0.courseId': '课程“课程c1”在本次申请中出现多次',
    });
    expect(
      formErrors(form(group({ inside: [{ courseId: 'c3', scoreCognizanceFinalValue: '85' }] })), context('outside')),
    ).toEqual({ 'relateList.0.inSideList.0.courseId': '课程“课程c3”已有认定成绩，不能重复认定' });
    expect(
      formErrors(form(group({ inside: [{ courseId: 'c5', scoreCognizanceFinalValue: '85' }] })), context('outside')),
    ).toEqual({ 'relateList.0.inSideList.0.courseId': '课程“课程c5”已有及格成绩 75，无需认定' });
    const own = group({ outside: [attemptLine(attempt('a1', '86.50'))] });
    expect(
      formErrors(
        form(own, { ...own, id: 'g2', inside: [{ courseId: 'c2', scoreCognizanceFinalValue: '80' }] }),
        context('system'),
      ),
    ).toEqual({ 'relateList.1.outSideList.0.attemptId': '原成绩“旧课程”在本次申请中出现多次' });
    const itself = group({ outside: [{ ...attemptLine(attempt('a1', '86.50')), outCourseId: 'c1' }] });
    expect(formErrors(form(itself), context('system'))).toEqual({
      'relateList.0.inSideList.0.courseId': '原成绩与认定课程是同一门课程“课程c1”',
    });
    const school = { outSchoolName: '某校', outSchoolScoreType: '1' };
    const units = group({
      outside: [{ ...outside('9'), ...school }],
      inside: [
        { courseId: 'c1', scoreCognizanceFinalValue: '80' },
        { courseId: 'c4', scoreCognizanceFinalValue: '80' },
      ],
    });
    expect(formErrors(form(units), context('outSchool'))).toEqual({
      'relateList.0.inSideList.1.courseId': '“课程c4”由物理学院开设，与其他认定课程的开课单位不同，请分开申请',
    });
  });

  test('proposes the mean by credits, of numbers and of grades, and lets people change it', () => {
    const before = group({ outside: [emptyOutside], inside: [emptyInside] });
    const after = withProposal(
      before,
      { ...before, outside: [outside('3', '90'), outside('1', '良好')] },
      context('outside'),
    );
    expect(after.inside).toEqual([{ courseId: '', scoreCognizanceFinalValue: '88.8' }]);
    expect(
      withProposal(after, { ...after, outside: [outside('3', '80')] }, context('outside')).inside[0]
        ?.scoreCognizanceFinalValue,
    ).toBe('80.0');
    const typed = { ...after, inside: [{ courseId: 'c1', scoreCognizanceFinalValue: '87' }] };
    expect(
      withProposal(typed, { ...typed, outside: [outside('3', '80')] }, context('outside')).inside[0]
        ?.scoreCognizanceFinalValue,
    ).toBe('87');
    expect(proposalOf(group({ outside: [outside('3', 'B+')] }), context('outside'))).toBe('');
    expect(proposalOf(group({ outside: [attemptLine(attempt('a1', '86.50'))] }), context('system'))).toBe('86.5');
  });

  test('begins with one group for each score that the plan does not ask for, and that is not taken yet', () => {
    const attempts = [
      attempt('a1', '86.50'),
      { ...attempt('a2', '70.00'), inPlan: true },
      { ...attempt('a3', '60.00'), used: true },
    ];
    expect(spareGroups(attempts)).toEqual([{ ...emptyGroup('a1'), outside: [attemptLine(attempt('a1', '86.50'))] }]);
  });

  test('names the grade that a value is in the course’s grade system', () => {
    expect(
      [
        { courseId: 'c4', scoreCognizanceFinalValue: '88' },
        { courseId: 'c4', scoreCognizanceFinalValue: '' },
        { courseId: 'c1', scoreCognizanceFinalValue: '88' },
      ].map((line) => gradeName(line, plan)),
    ).toEqual(['良好', '', '']);
  });
});

test('what a form would recognise, and from which own scores, is told once a course is chosen', () => {
  const empty = emptyGroup('g');
  expect(chosenOf({ studentId: 's', remark: '', groups: [empty] })).toBeNull();
  const own = { ...emptyOutside, attemptId: 'a1', outCourseId: 'k9' };
  const group: Group = {
    ...empty,
    outside: [own, emptyOutside],
    inside: [{ courseId: 'c1', scoreCognizanceFinalValue: '' }, emptyInside],
  };
  expect(chosenOf({ studentId: 's', remark: '', groups: [empty, group] })).toEqual([
    { outSideList: [{ attemptId: 'a1', outCourseId: 'k9' }], inSideList: [{ courseId: 'c1' }] },
  ]);
});
