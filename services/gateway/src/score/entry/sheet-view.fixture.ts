import { standardRemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetRowView, SheetView } from './sheet.read.ts';

const band = (scoreValueCode: string, scoreValueName: string, min: number, max: number, value: number) => ({
  scoreHierarchyCode: 'wjz',
  scoreValueCode,
  scoreValueName,
  scorePercentileMinValue: min,
  scorePercentileMaxValue: max,
  scorePercentileValue: value,
});
const item = (dataKey: string, scoreSubItemName: string, scoreSubItemProportion: number, more: object = {}) => ({
  dataKey,
  scoreSubItemName,
  scoreSubItemProportion,
  type: 'number' as const,
  enable: 'true' as const,
  scoreHierarchyCode: 'bfz',
  isExamItem: dataKey === 'qm',
  ...more,
});

/** 平时 40, 期末 60. */
export const percentRules: SheetRules = {
  items: [item('ps', '平时成绩', 40), item('qm', '期末成绩', 60)],
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '百分制',
  listCode: [],
  digit: 0,
  passMark: 6000,
  ruleVersion: '1',
};
/** A thesis, judged by one grade; a part that nobody types stands beside it. */
export const gradeRules: SheetRules = {
  ...percentRules,
  scoreHierarchyCode: 'wjz',
  scoreHierarchyName: '五级制',
  items: [
    item('lw', '论文成绩', 100, { type: 'select', scoreHierarchyCode: 'wjz', isExamItem: true }),
    item('kt', '开题', 0, { enable: 'false' }),
  ],
  listCode: [
    band('1', '优秀', 9000, 10_000, 9500),
    band('2', '良好', 8000, 8999, 8500),
    band('3', '中等', 7000, 7999, 7500),
    band('4', '及格', 6000, 6999, 6500),
    band('5', '不及格', 0, 5999, 0),
  ],
};

/** A student's row with these values. */
export function rowOf(
  number: number,
  studentName: string,
  cells: Readonly<Record<string, CellValue>>,
  rules: SheetRules,
  more: Partial<SheetRowView> = {},
): SheetRowView {
  const { final, passed, complete } = computeRow(cells, more.scoreRemarkCode ?? '00', rules);
  return {
    studentCode: `S${number}`,
    studentNumber: `20260${number}`,
    studentName,
    items: Object.fromEntries(rules.items.map(({ dataKey }) => [dataKey, cellText(cells[dataKey] ?? null)])),
    cellInfo: {},
    scoreRemarkCode: '00',
    scoreRemarkName: '正常',
    studentScoreFinalValue: finalText(final, rules),
    studentScoreFinalValueRemark: '',
    final,
    passed,
    complete,
    digit: rules.digit,
    isReExamStudentName: '',
    retaking: false,
    administrativeClassName: '软件1班',
    gradeMajorName: '2026级软件工程',
    canSubmmit: '0',
    ...more,
  };
}

/** A sheet as the read model tells it. */
export function sheetViewOf(
  rules: SheetRules,
  rows: readonly SheetRowView[],
  more: Partial<SheetView> = {},
): SheetView {
  return {
    entryClass: {
      teachingClassId: 'TC1',
      teachingClassCode: 'TC1',
      teachingClassName: '程序设计01班',
      scoreType: '1',
      semesterId: '2026-2027-1',
      semesterName: '2026-2027学年第一学期',
      courseNum: 'B01001',
      courseName: '程序设计',
      courseCredit: '4.0',
      openDepartmentName: '计算机学院',
      teacherName: '王老师、陈老师',
      importTeacher: '王老师',
      coursePersonCount: rows.length,
      enteredNum: 0,
      sheetStatus: '2',
      entryState: 'entering',
      entryStateName: '录入中',
      scoreTermInputBeginTime: '2026-11-01 00:00:00',
      scoreTermInputEndTime: '2026-12-31 23:59:59',
      windowState: 'open',
      applyId: null,
      approvalNodeName: null,
      returnOpinion: null,
      returnedBy: null,
    },
    rules,
    rows,
    leftRows: [],
    revision: 7,
    status: '2',
    submittedBy: null,
    submittedAt: null,
    openChanges: [],
    teaches: true,
    importTeacherGh: null,
    remarks: standardRemarkSettings,
    appliedAndUndecided: false,
    ...more,
  };
}
