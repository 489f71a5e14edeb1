import { electiveDraft } from './elective/elective-form.ts';
import type { SheetRules } from './score/score-sheet.events.ts';

/** The one that all samples are about. */
export const student = { studentCode: 'S1', studentNumber: '2024001', studentName: '张三' };
const item = (dataKey: string, scoreSubItemName: string, scoreSubItemProportion: number, isExamItem: boolean) => ({
  dataKey,
  scoreSubItemName,
  scoreSubItemProportion,
  type: 'number' as const,
  enable: 'true' as const,
  scoreHierarchyCode: 'bfz',
  isExamItem,
});
/** The rules that hold on the sheet of the samples. */
export const rules: SheetRules = {
  items: [item('ps', '平时', 40, false), item('qm', '期末', 60, true)],
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '百分制',
  listCode: [],
  digit: 2,
  passMark: 6000,
  ruleVersion: '1',
};
export const half: SheetRules = { ...rules, items: [item('ps', '平时', 50, false), item('qm', '期末', 50, true)] };
export const grades: SheetRules = {
  ...rules,
  scoreHierarchyCode: 'wjz',
  scoreHierarchyName: '五级制',
  items: [{ ...item('lw', '论文', 100, true), type: 'select', scoreHierarchyCode: 'wjz' }],
  listCode: [
    {
      scoreHierarchyCode: 'wjz',
      scoreValueCode: '1',
      scoreValueName: '优秀',
      scorePercentileMinValue: 9000,
      scorePercentileMaxValue: 10000,
      scorePercentileValue: 9500,
    },
    {
      scoreHierarchyCode: 'wjz',
      scoreValueCode: '2',
      scoreValueName: '良好',
      scorePercentileMinValue: 8000,
      scorePercentileMaxValue: 8999,
      scorePercentileValue: 8500,
    },
  ],
};
export const window = { begin: '2026-06-19T00:00:00.000Z', end: '2026-07-19T00:00:00.000Z' };
export const key = { teachingClassId: 'TC1', scoreType: '1' };
export const sameOrigin = {
  ...key,
  courseId: 'K1',
  ...student,
  cause: 'restored',
  text: '原成绩没有变动',
  cells: [],
  final: { before: 5000, after: 5000 },
};
export const facts = {
  ...key,
  teachingClassCode: 'T-01',
  teachingClassName: '计科1班',
  semesterId: '2026-2027-1',
  semesterName: '第一学期',
  courseId: 'K1',
  courseNum: 'C1',
  courseName: '数据结构',
  courseCredit: 40,
  openDepartmentId: '101',
  openDepartmentName: '计算机学院',
  teachers: [],
  importTeacher: '王老师',
};
export const figures = {
  personNum: 1,
  scoredNum: 1,
  passedNum: 1,
  excellentNum: 0,
  passRate: 1000,
  excellentRate: 0,
  failRate: 0,
  mean: 6100,
  max: 6100,
  min: 6100,
  bands: [0, 0, 0, 1, 0],
};
export const submitted = {
  ...student,
  administrativeClassName: '',
  gradeMajorName: '',
  isReExamStudentName: '',
  departmentId: '101',
  bjdm: 'B',
  njzydm: 'N',
  cells: { ps: 610, qm: 610 },
  scoreRemarkCode: '00',
  final: 6100,
  passed: true,
};
export const application = (round = 1, processNo = 'ZKCJSP', processName = '正考成绩审批') => ({
  applyId: 'A1',
  round,
  applicant: { userName: 't', name: '王老师', departmentId: '101', departmentName: '计算机学院' },
  applyTime: '2026-06-24T01:00:00.000Z',
  businessId: 'TC1.1',
  businessTable: 'T',
  scoreType: '1',
  teachingClassId: 'TC1',
  enteredBy: [],
  content: { title: '数据结构 计科1班', pieces: [], differences: [], contentHash: 'h' },
  process: {
    processNo,
    processName,
    processVersion: 1,
    approvalType: '1',
    recallAllowed: true,
    nodes: [
      {
        processNodeId: 'n1',
        processNodeName: '院系审核',
        roleCode: '04',
        roleName: '院系审核人',
        scopeRule: 'KKDW',
        scopeUnit: '101',
        scopeUnitName: '计算机学院',
        skipped: false,
        skipReason: null,
      },
    ],
  },
});
export const change = {
  ...student,
  administrativeClassName: '',
  gradeMajorName: '',
  cells: [{ dataKey: 'qm', itemName: '期末', before: 580, after: 610 }],
  remark: null,
  final: { before: 5900, after: 6080 },
  passedBefore: false,
  passedAfter: true,
};
export const request = {
  applyId: 'A2',
  sheet: facts,
  rules,
  rows: [change],
  reason: '漏加 3 分',
  application: application(),
};
/** What every event of an application says. */
export const subject = { applyId: 'A1', processNo: 'ZKCJSP', businessId: 'TC1.1', round: 1 };
export const decision = {
  ...subject,
  processNodeId: 'n1',
  processNodeName: '院系审核',
  auditPersonName: '李院长',
  auditPersonDepartmentName: '计算机学院',
  opinion: '同意',
  contentHash: 'h',
};
export const attempt = {
  attemptId: 'AT',
  ...student,
  courseId: 'K1',
  courseNum: 'C1',
  courseName: '数据结构',
  courseCredit: 40,
  semesterId: '2026-2027-1',
  examNature: '01',
  final: 6100,
  finalName: '61.00',
  scoreRemarkCode: '00',
  passed: true,
  source: '1',
  ruleVersion: '1',
  teachingClassId: 'TC1',
  scoreType: '1',
  applyId: 'A1',
  openDepartmentId: '101',
  departmentId: '101',
  bjdm: 'B',
  njzydm: 'N',
};
const outside = {
  outSemesterId: '',
  outCourseNatureName: '',
  outCourseAttributeName: '',
  outCourseCode: '',
  outCourseName: '慕课算法',
  outCourseCredit: 40,
  outCoursePeriod: '',
  outScoreCognizanceFinalValue: '88',
  outSchoolScoreTypeName: '',
};
const inside = {
  semesterId: '',
  courseId: 'K1',
  courseNatureName: '',
  courseAttributeName: '',
  courseNum: 'C1',
  courseName: '数据结构',
  courseCredit: 40,
  coursePeriod: '',
  scoreCognizanceFinalValue: 8800,
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '百分制',
  scoreValueStr: '',
  openDepartmentId: '101',
};
export const recognised = {
  ...student,
  departmentId: '101',
  departmentName: '',
  bjdm: 'B',
  studentClassName: '',
  njzydm: 'N',
};
export const valued = (mark: number) => ({
  scoreCognizanceFinalValue: mark * 100,
  scoreValueStr: '',
  finalName: `${mark}`,
});
export const changedSource = { attemptId: 'A1', courseName: '慕课算法', before: '88', after: '72' };
export const recognition = {
  applyId: 'R1',
  ...recognised,
  relateList: [{ outSideList: [outside], inSideList: [inside] }],
  remark: '证书已核验',
  application: application(1, 'XTWCJRDSH', '系统外成绩认定审核'),
};
export const time = '2026-06-24T01:00:00.000Z';
const form = electiveDraft.parse({ courseName: '茶文化', credit: '2', classPlanNum: '3', classSize: '60' });
export const elective = { planId: 'P1', form, shown: { names: {}, hourList: [], teacherList: [], rangeList: [] } };
