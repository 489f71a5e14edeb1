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
       select s.sheet_id from base.teaching_class c
         join ${sheetTable} s on s.course_id = c.course_id and s.score_type = $2 and s.sheet_status = '4'
           and s.semester_id < c.semester_id
        where c.teaching_class_id = $1
          and exists (select from base.teaching_class_teacher mine join base.teaching_class_teacher theirs using (gh)
            where mine.teaching_class_id = c.teaching_class_id and theirs.teaching_class_id = s.teaching_class_id))
     select least(100, r.final / 100) as points, count(*)::int as students, sum(r.final)::int as sum,
       (select count(*)::int from earlier) as classes
       from earlier join ${sheetRowTable} r using (sheet_id) where r.final is not null group by 1`,
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
