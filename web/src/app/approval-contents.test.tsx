// @vitest-environment jsdom
import { infoCheckRows } from '@jwxt/contracts/approval/info-check.operations.ts';
import { electiveDetail } from '@jwxt/contracts/elective/elective.operations.ts';
import { businessFiles } from '@jwxt/contracts/file/file.operations.ts';
import type { Operation, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { gradeMajorApprovalCourses } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { schemaPreview } from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import { majorOrDirectionDetail, queryShunt } from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi, type Answering } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { approvalContents } from './all-areas.ts';

signedInAlways({ permissions: ['systemApprove:query'] });

/** What the operation answers about one application; only what the content shows. */
function answering<O extends Operation>(operation: O, data: object & DeepPartial<OutputOf<O>>): Answering {
  const path = operation.path.replace(/\{\w+\}/, 'A1');
  return [{ path }, () => ok(data)];
}
type DeepPartial<T> = T extends readonly (infer Each)[]
  ? DeepPartial<Each>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> }
    : T;

/** Shows what of an application is decided, as its area does in the details. */
function show(processNo: string, ...answers: Answering[]): void {
  const Part = approvalContents[processNo]?.part;
  if (!Part) throw new Error(`${processNo} has no content`);
  stubApi(answers);
  render(<Part applyId="A1" processNo={processNo} />);
}
const textsOf = async (name: string): Promise<string> => (await screen.findByRole('table', { name })).textContent ?? '';

it('a recognition is decided on beside what it is recognised from: both scores, credits, the remark', async () => {
  const outside = {
    outCourseName: '高等数学（网络课程）',
    outCourseCredit: '5.0',
    outSchoolName: '学堂在线',
    outSchoolScoreTypeName: '在线课程',
    outScoreCognizanceFinalValue: '91',
    outSemesterId: '',
    outCourseNatureName: '',
    outCourseAttributeName: '',
    outCourseCode: '',
    outCoursePeriod: '',
  };
  const inside = {
    courseNum: 'MATH1001',
    courseName: '高等数学A',
    courseCredit: '4.5',
    scoreHierarchyCode: '01',
    scoreValueStr: '',
    scoreCognizanceFinalValue: '88',
  };
  const credits = {
    required: '160.0',
    earnedBefore: '27.5',
    earnedAfter: '32.0',
    missingBefore: '132.5',
    missingAfter: '128.0',
  };
  show(
    'XWCJRDSH',
    answering(recognitionOperationsOf.outSchool.detail, {
      courseCredit: '4.5',
      scoreCognizanceApplyRemark: '已核验原件',
      relateList: [{ creditShortReason: '', outSideList: [outside], inSideList: [inside] }],
      progress: {
        ...credits,
        modules: [{ module: '通识必修', ...credits, required: '37.0', missingBefore: '9.5', missingAfter: '5.0' }],
      },
    }),
  );
  const told = await textsOf('认定明细');
  for (const text of ['学堂在线', '高等数学（网络课程）', '91', '高等数学A', '4.5', '88']) expect(told).toContain(text);
  expect(screen.getByText('通识必修')).toBeTruthy();
  expect(screen.getByText('已获 27.5 → 32.0 学分，要求 37.0，还差 9.5 → 5.0')).toBeTruthy();
  expect(screen.getByText(/认定 4\.5 学分；备注：已核验原件/)).toBeTruthy();
});

it('a scheme is decided on by what is different from the former one, course by course', async () => {
  const course = { schemaCourseID: 'C1', courseName: '西方文论', courseBusinessCode: 'ENGM4007', term: 5 };
  show(
    'ZYPYFA',
    answering(schemaPreview, {
      compared: { name: '《2024级方案》', courseNum: 60, credit: '160' },
      frame: { nodes: [] },
      differences: [{ kind: 'moved', before: course, after: { ...course, term: 4 }, fields: ['term'] }],
    }),
  );
  const told = (await screen.findByRole('region', { name: '课程变化' })).textContent;
  for (const text of ['调整学期', '西方文论', '第5学期 → 第4学期']) expect(told).toContain(text);
  expect(screen.getByText('与《2024级方案》相比')).toBeTruthy();
});

it('a first scheme is decided on by its courses, term by term, as there is none to compare it with', async () => {
  const course = { schemaCourseID: 'C1', courseName: '系统解剖学', courseBusinessCode: 'MEDI1001', term: 1 };
  show(
    'ZYPYFA',
    answering(schemaPreview, {
      compared: null,
      frame: { nodes: [] },
      differences: [],
      rows: [{ ...course, courseAttribute: '', examMethod: '', credit: '4.5', totalHour: '72' }],
    }),
  );
  const told = (await screen.findByRole('region', { name: '教学进程' })).textContent;
  for (const text of ['第1学期', '系统解剖学', '4.5', '72']) expect(told).toContain(text);
  expect(screen.getByText('教学进程（1 门）')).toBeTruthy();
});

// STUDENT-STATUS-41
it('the result of a streaming is decided on student by student: rank, what was asked for, what he gets', async () => {
  const row = {
    studentCode: 'S1',
    studentNumber: '2026010101',
    studentName: '张三',
    className: '软工2601',
    rank: 1,
    rankScore: '3.86',
    volunteers: ['工程应用', '学术研究'],
    admitMajorName: '工程应用',
    admitWayName: '志愿',
    targetClassName: '',
    why: '',
  };
  show(
    'ZYFLSP',
    answering(majorOrDirectionDetail, { batch: { diversionId: 'D1' }, majorOrDirectionList: [] }),
    answering(queryShunt, { rows: [row], total: 1 }),
  );
  await screen.findByText('张三');
  const told = await textsOf('分流名单');
  for (const text of ['3.86', '1 工程应用；2 学术研究', '志愿']) expect(told).toContain(text);
});

it('a plan is decided on by its courses with term, module, credit', async () => {
  const course = {
    executionPlanId: 'E1',
    term: 3,
    semesterId: '2026-2027-1',
    courseBusinessCode: 'ACCT2001',
    courseName: '中级财务会计',
    courseSystemName: '学科基础',
    courseAttributeName: '必修',
    openDepartmentName: '经济管理学院',
    examMethodName: '考试',
    credit: '3.5',
    totalHour: '56',
    hours: '理论56',
  };
  show('NJZYSP', answering(gradeMajorApprovalCourses, { list: [course] }));
  await screen.findByText('中级财务会计');
  const told = await textsOf('送审的课程');
  for (const text of ['第3学期', '学科基础', '必修', '3.5', '理论56']) expect(told).toContain(text);
});

it('an elective is decided on by hours, teachers, whom it is open to, and what it says of itself', async () => {
  show(
    'GXKSQ',
    answering(electiveDetail, {
      planId: 'A1',
      hourList: [{ xsmc: '理论', xs: '24' }],
      teacherList: [{ xm: '郑嘉思', ywbm: '20010002', dwmc: '计算机学院' }],
      isSchoolWide: '1',
      rangeList: [],
      teacherInfo: '讲授逻辑学十年',
      courseInfo: '学会论证',
      remark: '',
    }),
    [businessFiles, () => ok([])],
  );
  for (const text of ['24 学时', '郑嘉思（20010002，计算机学院）', '讲授逻辑学十年', '学会论证'])
    expect(await screen.findByText(text), text).toBeTruthy();
  expect(await screen.findByText('申请人没有上传附件')).toBeTruthy();
});

// APPROVAL-85, APPROVAL-35
it('personal data is decided on field by field, before and after, however long, with its evidence', async () => {
  const address = '河南省郑州市中原区科学大道100号学生公寓3号楼502室';
  const row = {
    id: 'A1:address',
    updateField: '家庭住址',
    updateFieldCode: 'address',
    preUpdateText: '',
    updateText: address,
    updateInfo: '已搬家',
    isEffective: '1' as const,
  };
  const file = {
    relationalId: 'f',
    uid: 'f',
    name: '户口簿.pdf',
    fileSize: 9,
    uploader: '张三',
    time: '',
    fileType: 'pdf',
  };
  show('XSXXHD', answering(infoCheckRows, { rows: [row], fileId: 'F1', mayToggle: true }), [
    businessFiles,
    () => ok([file]),
  ]);
  const table = await screen.findByRole('table', { name: '信息变更确认' });
  await within(table).findByText(address);
  for (const text of ['家庭住址', '（空）', '已搬家']) expect(within(table).getByText(text), text).toBeTruthy();
  expect(within(table).getByRole('switch', { name: '家庭住址是否生效' })).toBeTruthy();
  expect(await screen.findByText('户口簿.pdf')).toBeTruthy();
});
