import { cellText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { CellValue, ScoreItem, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { SetUpSheet, Tracked } from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName } from '@jwxt/contracts/score/score.rules.ts';
import { NORMAL_REMARK } from '@jwxt/contracts/score/score.vocabulary.ts';

/** One value of a person that is another now, as it is read. */
export interface Replaced {
  readonly studentCode: string;
  readonly studentName: string;
  readonly itemName: string;
  readonly before: string;
  readonly after: string;
}
/** Who replaced whose values, accounts, and from which revision of the sheet on. */
export interface Replacing {
  readonly byUserName: string;
  readonly ofUserName: string;
  readonly since: number;
}

/** How many values a message names; of more it tells the number. */
const namedAtMost = 3;

/**
 * Whose values `byUserName` has replaced, now or before, in the cells of these students that were set at this revision.
 * What was empty, or an own value, is nobody's loss.
 */
export function replacedPeople(
  sheet: SetUpSheet,
  {
    byUserName,
    studentCodes,
    revision,
  }: { readonly byUserName: string; readonly studentCodes: readonly string[]; readonly revision: number },
): string[] {
  const of = <T>(cell: Tracked<T>, nothing: T): string[] =>
    timeline(cell).some((entry) => entry.revision === revision)
      ? replacements(cell, byUserName, nothing).map(({ before }) => before.userName)
      : [];
  return [
    ...new Set(
      studentCodes.flatMap((studentCode) => {
        const row = sheet.rows[studentCode];
        return row
          ? [
              ...Object.values(row.cells).flatMap((cell) => of(cell, null)),
              ...(row.remark ? of(row.remark, NORMAL_REMARK) : []),
            ]
          : [];
      }),
    ),
  ];
}

/**
 * The values of one person that another replaced and that are still others: read from the sheet as it is now, so that a
 * value that was put back, or that somebody has typed since, is no longer among them.
 */
export function replacedValues(sheet: SetUpSheet, { byUserName, ofUserName, since }: Replacing): Replaced[] {
  return Object.values(sheet.rows).flatMap(({ studentCode, studentName, cells, remark }) => {
    const tell = <T>(
      cell: Tracked<T> | null | undefined,
      nothing: T,
      itemName: string,
      show: (value: T) => string,
    ): Replaced[] => {
      if (cell?.userName !== byUserName) return [];
      const first = replacements(cell, byUserName, nothing).find(
        (one) => one.revision >= since && one.before.userName === ofUserName,
      )?.before;
      return first && first.value !== cell.value
        ? [{ studentCode, studentName, itemName, before: show(first.value), after: show(cell.value) }]
        : [];
    };
    return [
      ...sheet.rules.items.flatMap((item) =>
        tell(cells[item.dataKey], null, item.scoreSubItemName, (value) => shown(value, item, sheet.rules)),
      ),
      ...tell(remark, NORMAL_REMARK, '备注', remarkName),
    ];
  });
}

/** The sentence: up to three values are named, of more their number too. */
export function replacedText(byName: string, about: string, replaced: readonly Replaced[]): string {
  const named = replaced
    .slice(0, namedAtMost)
    .map(({ studentName, itemName, before, after }) => `${studentName}的${itemName}由 ${before} 改为 ${after}`)
    .join('；');
  if (replaced.length <= namedAtMost) return `${byName}修改了您在${about}录入的成绩：${named}。`;
  const students = new Set(replaced.map(({ studentCode }) => studentCode)).size;
  return `${byName}修改了您在${about}录入的 ${students} 名学生的 ${replaced.length} 项成绩，其中：${named}。`;
}

type Entry<T> = Tracked<T>['earlier'][number];

const timeline = <T>(cell: Tracked<T>): Entry<T>[] => [...cell.earlier, cell];

/** Each time that somebody put a value in the place of another person's; `nothing` is what stands for none. */
function replacements<T>(cell: Tracked<T>, byUserName: string, nothing: T): { revision: number; before: Entry<T> }[] {
  const line = timeline(cell);
  return line.flatMap(({ revision, userName }, index) => {
    const before = line[index - 1];
    return before && userName === byUserName && before.userName !== byUserName && before.value !== nothing
      ? [{ revision, before }]
      : [];
  });
}

function shown(value: CellValue, item: ScoreItem, { listCode }: SheetRules): string {
  return (
    listCode.find((band) => band.scoreHierarchyCode === item.scoreHierarchyCode && band.scoreValueCode === value)
      ?.scoreValueName ??
    cellText(value) ??
    '空'
  );
}
