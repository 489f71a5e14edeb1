import type { ScoreItem } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  scoreTypeNames,
  sheetStatusNames,
  type ScoreType,
  type SheetStatus,
  scoreRemark,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Selection } from '../../kernel/selection.ts';
import type { ListContent, WorkbookColumn, WorkbookContent } from '../../kernel/workbook.ts';
import type { EntryClass } from '../entry/entry-class.read.ts';
import { figureLines } from './sheet-print.ts';
import { countedCell, itemHeader } from './sheet-template.ts';
import type { SheetRowView, SheetView } from '../entry/sheet.read.ts';

/** The sheet with final scores, as it is shown (SCORE-ENTRY-05). */
export function sheetWorkbook(sheet: SheetView): WorkbookContent<SheetRowView> {
  const { entryClass, rules } = sheet;
  const itemColumn = (item: ScoreItem): WorkbookColumn<SheetRowView> => ({
    header: itemHeader(item),
    width: 14,
    value: (row) => countedCell(row, item, sheet),
    kind: item.type === 'number' ? 'number' : 'text',
  });
  return {
    sheet: '成绩单',
    above: [
      `${entryClass.semesterName} ${entryClass.courseName} ${scoreTypeNames[entryClass.scoreType as ScoreType]}` +
        `成绩单（${sheetStatusNames[sheet.status as SheetStatus]}）`,
      `教学班：${entryClass.teachingClassName}    课程编号：${entryClass.courseNum}    学分：` +
        `${entryClass.courseCredit}    任课教师：${entryClass.teacherName}    录入人：${entryClass.importTeacher}`,
      figureLines(sheet).join('；'),
    ],
    columns: [
      { header: '学号', width: 16, value: (row) => row.studentNumber },
      { header: '姓名', width: 12, value: (row) => row.studentName },
      ...rules.items.map(itemColumn),
      {
        header: '备注',
        width: 12,
        value: (row) => (row.scoreRemarkCode === scoreRemark.normal ? '' : row.scoreRemarkName),
      },
      {
        header: '总评成绩',
        width: 14,
        value: (row) => (row.final === null ? '' : row.studentScoreFinalValue),
        kind: 'number',
      },
      { header: '名单来源', width: 10, value: (row) => row.isReExamStudentName },
      { header: '行政班', width: 18, value: (row) => row.administrativeClassName },
      { header: '年级专业', width: 24, value: (row) => row.gradeMajorName },
    ],
    rows: sheet.rows,
  };
}

const classColumns: readonly WorkbookColumn<EntryClass>[] = [
  { header: '学年学期', width: 22, value: (row) => row.semesterName },
  { header: '课程编号', width: 14, value: (row) => row.courseNum },
  { header: '课程名称', width: 24, value: (row) => row.courseName },
  { header: '学分', width: 8, value: (row) => row.courseCredit, kind: 'number' },
  { header: '教学班号', width: 18, value: (row) => row.teachingClassCode },
  { header: '教学班名称', width: 26, value: (row) => row.teachingClassName },
  { header: '开课单位', width: 22, value: (row) => row.openDepartmentName },
  { header: '任课教师', width: 20, value: (row) => row.teacherName },
  { header: '录入人', width: 12, value: (row) => row.importTeacher },
  { header: '人数', width: 8, value: (row) => row.coursePersonCount, kind: 'number' },
  { header: '已录完', width: 8, value: (row) => row.enteredNum, kind: 'number' },
  { header: '录入状态', width: 10, value: (row) => row.entryStateName },
  { header: '当前审批节点', width: 16, value: (row) => row.approvalNodeName },
  {
    header: '逾期',
    width: 8,
    value: ({ windowState, entryState }) =>
      windowState === 'closed' && entryState !== 'submitted' && entryState !== 'passed' ? '是' : '',
  },
  { header: '录入开始时间', width: 20, kind: 'time', value: (row) => row.scoreTermInputBeginTime },
  { header: '录入截止时间', width: 20, kind: 'time', value: (row) => row.scoreTermInputEndTime },
];

/** Classes with their entry progress. */
export function classesWorkbook(classes: Selection<EntryClass>): ListContent<EntryClass> {
  return { sheet: '教学班', columns: classColumns, rows: classes };
}
