import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  REMARK_KEY,
  serverText,
  type CellRef,
  type Grid,
  type GridRow,
  type Replaced,
  type SheetRow,
} from '../sheet-grid/sheet-grid.model.ts';

/** What stands for nothing in a cell: nobody loses it. */
const isNothing = (dataKey: string, text: string | null): boolean =>
  text === null || (dataKey === REMARK_KEY && text === scoreRemark.normal);

/**
 * What is known of replaced values once a newly fetched row is there. A value put back is no change; one that I have
 * replaced myself meanwhile is no news to me; a cell that something is typed in tells by its conflict.
 */
export function replacedWith(
  known: readonly Replaced[],
  { server: old, drafts }: GridRow,
  server: SheetRow,
  me: string,
): readonly Replaced[] {
  let list = known;
  for (const [dataKey, { revision, byUserName, byName, at }] of Object.entries(server.cellInfo)) {
    const [seen, now] = [serverText(old, dataKey), serverText(server, dataKey)];
    if (revision <= (old.cellInfo[dataKey]?.revision ?? -1)) continue;
    const ref = { studentCode: server.studentCode, dataKey };
    const earlier = list.find((each) => isSame(each, ref));
    const before = earlier?.before ?? seen;
    list = list.filter((each) => !isSame(each, ref));
    if (
      byUserName !== me &&
      before !== null &&
      !isNothing(dataKey, before) &&
      before !== now &&
      drafts[dataKey] === undefined
    )
      list = [...list, { ...ref, before, after: now, byName, at }];
  }
  return list;
}

/** The replaced values that still stand so. */
export function replacedCells(grid: Grid): Replaced[] {
  return grid.replaced.filter(({ studentCode, dataKey, after }) => {
    const row = grid.rows[studentCode];
    return row !== undefined && row.drafts[dataKey] === undefined && serverText(row.server, dataKey) === after;
  });
}

function isSame(one: CellRef, other: CellRef): boolean {
  return one.studentCode === other.studentCode && one.dataKey === other.dataKey;
}
