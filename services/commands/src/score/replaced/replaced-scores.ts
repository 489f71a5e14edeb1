import { cellText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { CellValue, ScoreItem, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { SetUpSheet, Tracked } from '@jwxt/contracts/score/score-sheet.state.ts';
import type { ReplacedValue } from '@jwxt/contracts/score/score-sheet.wording.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';

/** Who replaced whose values, accounts, and from which revision of the sheet on. */
export interface Replacing {
  readonly byUserName: string;
  readonly ofUserName: string;
  readonly since: number;
}

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
              ...(row.remark ? of(row.remark, scoreRemark.normal) : []),
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
export function replacedValues(sheet: SetUpSheet, { byUserName, ofUserName, since }: Replacing): ReplacedValue[] {
  return Object.values(sheet.rows).flatMap(({ studentCode, studentName, cells, remark }) => {
    const tell = <T>(
      cell: Tracked<T> | null | undefined,
      nothing: T,
      itemName: string,
      show: (value: T) => string,
    ): ReplacedValue[] => {
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
      ...tell(remark, scoreRemark.normal, '备注', remarkName),
    ];
  });
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
