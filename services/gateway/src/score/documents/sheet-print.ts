import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { ScoreItem } from '@jwxt/contracts/score/score-sheet.events.ts';
import { figuresOf } from '@jwxt/contracts/score/sheet-figures.ts';
import {
  scoreTypeNames,
  sheetStatusNames,
  type ScoreType,
  type SheetStatus,
  scoreRemark,
  sheetStatus,
  NO_SCORE,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { PdfDocument, type PdfColumn } from '../../kernel/pdf.ts';
import { countedCell } from './sheet-template.ts';
import type { SheetRowView, SheetView } from '../entry/sheet.read.ts';

const signers = ['任课教师', '教研室主任', '院系负责人', '日期'];
const bandNames = ['优（90-100）', '良（80-89）', '中（70-79）', '及格（60-69）', '不及格（60以下）'];

type PrintRow = SheetRowView & { readonly number: number };

/**
 * 成绩登记表: class, items with their weights, remark and final score of every student, figures, and places to sign.
 */
export function sheetPrint(
  sheet: SheetView,
  { schoolName, printedBy, at }: { schoolName: string; printedBy: string; at: Date },
): PdfDocument {
  const { entryClass, rules } = sheet;
  const name = classWithCourse(entryClass);
  const document = new PdfDocument({
    title: `成绩登记表 ${name}`,
    at,
    landscape: rules.items.length > 5,
    foot: `打印：${printedBy} ${toDateTimeText(at)}  ${name}`,
    watermark: watermarkOf(sheet.status),
  });
  document.heading(
    `${schoolName}成绩登记表`,
    `${entryClass.semesterName}  ${scoreTypeNames[entryClass.scoreType as ScoreType]}`,
  );
  document.facts([
    ['课程', `${entryClass.courseNum} ${entryClass.courseName}`],
    ['学分', entryClass.courseCredit],
    ['开课单位', entryClass.openDepartmentName],
    ['教学班', entryClass.teachingClassName],
    ['人数', String(entryClass.coursePersonCount)],
    ['任课教师', entryClass.teacherName],
    ['等级制', rules.scoreHierarchyName],
    ['录入人', entryClass.importTeacher],
    ['状态', sheetStatusNames[sheet.status as SheetStatus]],
  ]);
  document.space(4);
  document.table<PrintRow>(
    columnsOf(sheet),
    sheet.rows.map((row, index) => ({ ...row, number: index + 1 })),
  );
  for (const line of figureLines(sheet)) document.text(line);
  document.signatures(signers);
  return document;
}

/** What a sheet that is not published says across the page. */
function watermarkOf(status: string): string | undefined {
  return status === sheetStatus.published ? undefined : status === sheetStatus.submitted ? '审核中' : '未提交';
}

function columnsOf(sheet: SheetView): PdfColumn<PrintRow>[] {
  const itemColumn = (item: ScoreItem): PdfColumn<PrintRow> => ({
    header: `${item.scoreSubItemName}\n${item.scoreSubItemProportion}%`,
    width: 8,
    value: (row) => countedCell(row, item, sheet),
  });
  return [
    { header: '序号', width: 4, value: ({ number }) => String(number) },
    { header: '学号', width: 11, value: ({ studentNumber }) => studentNumber },
    { header: '姓名', width: 9, value: ({ studentName }) => studentName },
    { header: '行政班', width: 13, value: ({ administrativeClassName }) => administrativeClassName },
    ...sheet.rules.items.map(itemColumn),
    {
      header: '总评',
      width: 8,
      value: ({ studentScoreFinalValue }) => studentScoreFinalValue,
      strong: ({ final, passed }) => final !== null && !passed,
    },
    {
      header: '备注',
      width: 9,
      value: ({ scoreRemarkCode, scoreRemarkName, isReExamStudentName }) =>
        [scoreRemarkCode === scoreRemark.normal ? '' : scoreRemarkName, isReExamStudentName]
          .filter((text) => text !== '')
          .join(' '),
    },
  ];
}

/** Figures over the rows with a final score, as the approval shows them. */
export function figureLines({ rows }: Pick<SheetView, 'rows'>): string[] {
  const figures = figuresOf(rows);
  const share = (tenths: number): string => `${formatDecimal(tenths, 1, 1)}%`;
  const score = (hundredths: number): string => (figures.scoredNum === 0 ? NO_SCORE : formatDecimal(hundredths, 2, 2));
  return [
    `应考 ${figures.personNum} 人，有成绩 ${figures.scoredNum} 人，及格 ${figures.passedNum} 人，及格率 ` +
      `${share(figures.passRate)}，优秀率 ${share(figures.excellentRate)}，平均分 ${score(figures.mean)}，最高 ` +
      `${score(figures.max)}，最低 ${score(figures.min)}`,
    `分布：${bandNames.map((band, index) => `${band} ${figures.bands[index] ?? 0} 人`).join('，')}`,
  ];
}
