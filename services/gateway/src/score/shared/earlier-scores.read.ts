import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { EarlierFigures } from '@jwxt/contracts/score/sheet-warnings.ts';
import { prepared } from '../../kernel/prepared-query.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';

const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/**
 * Published scores of the classes of earlier semesters with the same course and one of the same teachers: how many
 * students had each whole number of points. Figures of many students only, so that the own classes' past is no way to
 * single scores.
 */
export async function readEarlierScores(
  db: Queryable,
  { teachingClassId, scoreType }: { teachingClassId: string; scoreType: string },
): Promise<EarlierFigures> {
  const { rows } = await db.query<{ points: number; students: number; sum: number; classes: number }>(
    prepared(
      `with earlier as materialized (
       select sheet.sheet_id from base.teaching_class class
         join ${sheetTable} sheet on sheet.course_id = class.course_id and sheet.score_type = $2
           and sheet.sheet_status = '4'
           and sheet.semester_id < class.semester_id
        where class.teaching_class_id = $1
          and exists (select from base.teaching_class_teacher mine join base.teaching_class_teacher theirs using (gh)
            where mine.teaching_class_id = class.teaching_class_id
              and theirs.teaching_class_id = sheet.teaching_class_id))
     select least(100, sheet_row.final / 100) as points, count(*)::int as students, sum(sheet_row.final)::int as sum,
       (select count(*)::int from earlier) as classes
       from earlier join ${sheetRowTable} sheet_row using (sheet_id) where sheet_row.final is not null group by 1`,
      [teachingClassId, scoreType],
    ),
  );
  const points = Array.from({ length: 101 }, () => 0);
  for (const each of rows) points[each.points] = each.students;
  const students = rows.reduce((sum, each) => sum + each.students, 0);
  const mean = students === 0 ? null : Math.round(rows.reduce((sum, each) => sum + each.sum, 0) / students);
  return { classes: rows[0]?.classes ?? 0, students, mean, points };
}

/** What goes with the submission of a class: nothing for make-ups and retakes, whose scores are not compared. */
export async function comparedWith(
  db: Queryable,
  key: { teachingClassId: string; scoreType: string },
): Promise<{ earlier?: EarlierFigures }> {
  return key.scoreType === scoreType.regular ? { earlier: await readEarlierScores(db, key) } : {};
}
