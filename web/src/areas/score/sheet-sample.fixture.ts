import type { Sheet, SheetRow } from './sheet-grid/sheet-grid.model.ts';

/** Sheets for the tests of this area. */

const wjz = (code: string, name: string, min: number, max: number, percentile: number) => ({
  scoreHierarchyCode: 'wjz',
  scoreValueCode: code,
  scoreValueName: name,
  scorePercentileMinValue: min,
  scorePercentileMaxValue: max,
  scorePercentileValue: percentile,
});
export const gradeBands = [
  wjz('1', '优秀', 9000, 10000, 9500),
  wjz('2', '良好', 8000, 8999, 8500),
  wjz('3', '中等', 7000, 7999, 7500),
  wjz('4', '及格', 6000, 6999, 6500),
  wjz('5', '不及格', 0, 5999, 0),
];

/** A number item. */
export function sampleItem(
  dataKey: string,
  name: string,
  proportion: number,
  extra: Partial<Sheet['items'][number]> = {},
): Sheet['items'][number] {
  return {
    scoreSubItemName: name,
    scoreSubItemProportion: proportion,
    dataKey,
    type: 'number',
    enable: 'true',
    scoreHierarchyCode: 'bfz',
    isExamItem: dataKey === 'qm',
    options: [],
    ...extra,
  };
}
export const gradeItem = (dataKey: string, name: string, proportion: number) =>
  sampleItem(dataKey, name, proportion, {
    type: 'select',
    scoreHierarchyCode: 'wjz',
    options: gradeBands.map(({ scoreValueCode, scoreValueName }) => ({ scoreValueCode, scoreValueName })),
  });

/** Student `number` with these stored texts. */
export function sampleRow(
  number: number,
  items: Record<string, string | null> = {},
  extra: Partial<SheetRow> = {},
): SheetRow {
  return {
    studentCode: `s${number}`,
    studentNumber: `20242110${String(number).padStart(2, '0')}`,
    studentName: `学生${number}`,
    items,
    cellInfo: {},
    scoreRemarkCode: '00',
    scoreRemarkName: '正常',
    studentScoreFinalValue: '-',
    studentScoreFinalValueRemark: '',
    final: null,
    passed: false,
    complete: false,
    digit: 2,
    isReExamStudentName: '',
    retaking: false,
    administrativeClassName: '计科2401',
    gradeMajorName: '2024计算机科学与技术',
    canSubmmit: '0',
    ...extra,
  };
}

/** Three students, two items (40 and 60 per cent), revision 5, open for entry. */
export function sampleSheet(extra: Partial<Sheet> = {}): Sheet {
  return {
    teachingClassId: 'tc1',
    teachingClassCode: 'CS3041-01',
    teachingClassName: '操作系统01班',
    scoreType: '1',
    semesterId: '2026-2027-1',
    semesterName: '2026-2027学年第一学期',
    courseNum: 'CS3041',
    courseName: '操作系统',
    courseCredit: '3.0',
    openDepartmentName: '计算机学院',
    teacherName: '周明远、林佳怡',
    importTeacher: '周明远',
    coursePersonCount: 3,
    enteredNum: 0,
    sheetStatus: '2',
    entryState: 'entering',
    entryStateName: '录入中',
    scoreTermInputBeginTime: '2026-11-01 08:00:00',
    scoreTermInputEndTime: '2026-11-29 22:00:00',
    windowState: 'open',
    applyId: null,
    approvalNodeName: null,
    returnOpinion: null,
    returnedBy: null,
    scoreHierarchyCode: 'bfz',
    scoreHierarchyName: '百分制',
    listCode: gradeBands,
    digit: 2,
    passMark: 6000,
    items: [sampleItem('ps', '平时成绩', 40), sampleItem('qm', '期末成绩', 60)],
    rows: [sampleRow(1), sampleRow(2), sampleRow(3)],
    leftRows: [],
    revision: 5,
    serverTime: '2026-11-20 10:32:45',
    editable: true,
    readOnlyReason: null,
    mayEnterFor: false,
    mayRecall: false,
    mayRegisterRemark: false,
    submittedBy: null,
    submittedAt: null,
    remarks: [
      { scoreRemarkCode: '00', scoreRemarkName: '正常', inUse: true, teacherMaySet: true },
      { scoreRemarkCode: '01', scoreRemarkName: '缓考', inUse: true, teacherMaySet: false },
      { scoreRemarkCode: '02', scoreRemarkName: '缺考', inUse: true, teacherMaySet: true },
      { scoreRemarkCode: '03', scoreRemarkName: '旷考', inUse: true, teacherMaySet: true },
    ],
    openChanges: [],
    changeAs: null,
    retake: null,
    retakeCap: null,
    ...extra,
  };
}

export const byOther = (revision: number) => ({
  revision,
  byUserName: 'teacher2',
  byName: '林佳怡',
  at: '2026-11-20 10:31:52',
});
