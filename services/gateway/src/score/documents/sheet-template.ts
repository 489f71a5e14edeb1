import type { z } from 'zod';
import { countedValue } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { importFailure } from '@jwxt/contracts/score/score-document.operations.ts';
import { sheetId, type ScoreItem } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { WorkbookColumn, WorkbookContent } from '../../kernel/workbook.ts';
import type { SheetRowView, SheetView } from '../entry/sheet.read.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreTypeNames, type ScoreType, scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';

/** Key of the remark among a row's cells, as saves and conflicts name it. */
export const REMARK_KEY = 'scoreRemarkCode';
export const REMARK_HEADER = '备注';
/** Columns before the items, the first of them hidden. */
export const fixedHeaders = ['序号', '学号', '姓名', '行政班'] as const;

const mark = '成绩录入表';
const separator = '|';

/**
 * Head of the hidden column: of which sheet the file is, at which revision the teacher saw it, and the class's name for
 * people.
 */
export function templateKey({
  entryClass: { teachingClassId, scoreType, teachingClassName },
  revision,
}: Pick<SheetView, 'entryClass' | 'revision'>): string {
  return [mark, sheetId(teachingClassId, scoreType), revision, teachingClassName].join(separator);
}

/** What {@link templateKey} said; null for anything else. */
export function readTemplateKey(
  text: string,
): { readonly sheetId: string; readonly revision: number; readonly className: string } | null {
  const [first, sheet = '', revision = '', ...className] = text.split(separator);
  return first === mark && sheet !== '' && /^\d{1,9}$/.test(revision)
    ? { sheetId: sheet, revision: Number(revision), className: className.join(separator) }
    : null;
}

/** Head of an item's column: 期末成绩（60%）. */
export function itemHeader({ scoreSubItemName, scoreSubItemProportion }: ScoreItem): string {
  return `${scoreSubItemName}（${scoreSubItemProportion}%）`;
}

/** A cell as a person writes it: a grade's name instead of its code. */
export function shownCell(text: string | null, item: ScoreItem, { rules }: Pick<SheetView, 'rules'>): string {
  if (text === null || item.type === 'number') return text ?? '';
  return (
    rules.listCode.find((band) => band.scoreHierarchyCode === item.scoreHierarchyCode && band.scoreValueCode === text)
      ?.scoreValueName ?? text
  );
}

/** An item of a row as it is handed on, printed or exported: empty where the remark lets it not count. */
export function countedCell(
  row: Pick<SheetRowView, 'items' | 'scoreRemarkCode'>,
  item: ScoreItem,
  sheet: Pick<SheetView, 'rules'>,
): string {
  return shownCell(countedValue(row.items[item.dataKey] ?? null, row.scoreRemarkCode, item), item, sheet);
}

/** Names of the remarks that teachers may choose. */
const remarkNames = ({ remarks }: SheetView): string[] =>
  [...remarks].filter(([, { teacherMaySet }]) => teacherMaySet).map(([code]) => remarkName(code));

interface TemplateRow {
  readonly studentCode: string;
  readonly number: number;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly className: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly reason?: string;
}

/** The sheet as a file to fill in, with what is there already. */
export function sheetTemplateFile(sheet: SheetView): WorkbookContent<TemplateRow> {
  return templateOf(
    sheet,
    sheet.rows.map((row, index) => ({
      studentCode: row.studentCode,
      number: index + 1,
      studentNumber: row.studentNumber,
      studentName: row.studentName,
      className: row.administrativeClassName,
      cells: cellsOf(row, sheet),
    })),
  );
}

function cellsOf(row: SheetRowView, sheet: SheetView): Record<string, string> {
  const items = sheet.rules.items.map((item) => [
    item.dataKey,
    shownCell(row.items[item.dataKey] ?? null, item, sheet),
  ]);
  return {
    ...Object.fromEntries(items),
    [REMARK_KEY]: row.scoreRemarkCode === scoreRemark.normal ? '' : row.scoreRemarkName,
  };
}

/**
 * Rows of a file that could not be imported, as a file to put right: with the column 错误原因, in the order they had.
 */
export function failuresFile(
  sheet: SheetView,
  failures: readonly z.output<typeof importFailure>[],
): WorkbookContent<TemplateRow> {
  const known = new Map(sheet.rows.map((row) => [row.studentNumber, row]));
  return templateOf(
    sheet,
    failures.map((failure) => ({
      studentCode: '',
      number: failure.row,
      studentNumber: failure.studentNumber,
      studentName: failure.studentName,
      className: known.get(failure.studentNumber)?.administrativeClassName ?? '',
      cells: failure.values,
      reason: failure.problems
        .map(({ columnName, value, reason }) => `${columnName}${value === '' ? '' : `“${value}”`}：${reason}`)
        .join('；'),
    })),
    true,
  );
}

function templateOf(sheet: SheetView, rows: readonly TemplateRow[], withReasons = false): WorkbookContent<TemplateRow> {
  const { rules } = sheet;
  const typed = (item: ScoreItem): Pick<WorkbookColumn<TemplateRow>, 'typed'> =>
    item.enable !== 'true'
      ? {}
      : {
          typed:
            item.type === 'number'
              ? { decimalFrom: 0, to: 100, message: `${item.scoreSubItemName}应为 0 至 100 的数字，保留一位小数` }
              : {
                  oneOf: rules.listCode
                    .filter((band) => band.scoreHierarchyCode === item.scoreHierarchyCode)
                    .map(({ scoreValueName }) => scoreValueName),
                  message: `${item.scoreSubItemName}请从列表中选择`,
                },
        };
  const columns: WorkbookColumn<TemplateRow>[] = [
    { header: templateKey(sheet), width: 4, hidden: true, value: ({ studentCode }) => studentCode },
    { header: fixedHeaders[0], width: 6, value: ({ number }) => number, kind: 'number' },
    // In a file of bad rows number and name may be what is wrong.
    {
      header: fixedHeaders[1],
      width: 16,
      value: ({ studentNumber }) => studentNumber,
      ...(withReasons && { typed: 'anything' as const }),
    },
    {
      header: fixedHeaders[2],
      width: 16,
      value: ({ studentName }) => studentName,
      ...(withReasons && { typed: 'anything' as const }),
    },
    { header: fixedHeaders[3], width: 18, value: ({ className }) => className },
    ...rules.items.map((item): WorkbookColumn<TemplateRow> => ({
      header: itemHeader(item),
      width: 14,
      value: ({ cells }) => cells[item.dataKey] ?? '',
      kind: item.type === 'number' ? 'number' : 'text',
      ...typed(item),
    })),
    {
      header: REMARK_HEADER,
      width: 16,
      value: ({ cells }) => cells[REMARK_KEY] ?? '',
      typed: { oneOf: remarkNames(sheet), message: '备注请从列表中选择；缓考、免修等由申请产生，不能在此填写' },
    },
    ...(withReasons ? [{ header: '错误原因', width: 60, value: ({ reason }: TemplateRow) => reason ?? '' }] : []),
  ];
  return { sheet: '成绩录入', above: linesAbove(sheet), columns, rows, isProtected: true };
}

function linesAbove({ entryClass, rules }: SheetView): string[] {
  return [
    `${entryClass.semesterName} ${entryClass.courseName} ` +
      `${scoreTypeNames[entryClass.scoreType as ScoreType]}成绩录入表`,
    `教学班：${entryClass.teachingClassName}    课程编号：${entryClass.courseNum}    学分：` +
      `${entryClass.courseCredit}    任课教师：${entryClass.teacherName}    人数：${entryClass.coursePersonCount}  ` +
      `  录入时间：${entryClass.scoreTermInputBeginTime} 至 ${entryClass.scoreTermInputEndTime}`,
    '填写说明：只填写成绩和备注。' +
      `${rules.items.some(({ type }) => type === 'number') ? '成绩为 0 至 100，保留一位小数；' : ''}` +
      '空白的单元格不改变已录入的成绩；请勿增删列。',
  ];
}
