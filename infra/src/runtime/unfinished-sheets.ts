import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { scoreType, sheetStatus, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from './postgres.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/**
 * SQL: scores of a `class` with its `sheet`, which may be missing, were never handed in, and there is somebody to have
 * some. A class that nobody is in and nothing was typed of is none that anybody waits for.
 */
export const isUnfinished = `(coalesce(sheet.sheet_status, '${sheetStatus.unset}') in
    ('${sheetStatus.unset}', '${sheetStatus.set}', '${sheetStatus.entering}')
  and (coalesce(sheet.entered_num, 0) > 0 or exists (select from base.teaching_class_student roster
    where roster.teaching_class_id = class.teaching_class_id)))`;

/** How many classes of a semester have scores that were never handed in, by score type. */
export async function countUnfinished(
  db: Queryable,
  semesterId: string,
): Promise<{ scoreType: ScoreType; n: number; unset: number }[]> {
  const { rows } = await db.query<{ scoreType: ScoreType; n: number; unset: number }>(
    `select class.class_kind as "scoreType", count(*)::int as n,
        count(*) filter (where sheet.sheet_id is null)::int as unset
       from base.teaching_class class
       left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.' || class.class_kind
      where class.semester_id = $1 and (class.class_kind = '${scoreType.regular}' or sheet.sheet_id is not null)
        and ${isUnfinished}
      group by class.class_kind order by class.class_kind`,
    [semesterId],
  );
  return rows;
}
