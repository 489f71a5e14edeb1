import type { z } from 'zod';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { semesterReadiness } from '@jwxt/contracts/base-info/semester.operations.ts';
import { semesterFieldOf, setBySemester } from '@jwxt/contracts/base-info/semester-settings.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { scoreTypeNames, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { countUnfinished } from '@jwxt/infra/runtime/unfinished-sheets.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Readiness = z.output<(typeof semesterReadiness)['output']>;
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/** What in a semester is not done, besides scores never handed in; `$1` is the semester, each statement counts `n`. */
const open: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: '有学生而没有任课教师的教学班',
    sql: `select count(*) as n from base.teaching_class class where class.semester_id = $1
      and exists (select from base.teaching_class_student roster
        where roster.teaching_class_id = class.teaching_class_id)
      and not exists (select from base.teaching_class_teacher taught
        where taught.teaching_class_id = class.teaching_class_id)`,
  },
  {
    what: '正在审批的成绩单',
    sql: `select count(*) as n from ${sheetTable} sheet where sheet.semester_id = $1
      and sheet.sheet_status = '${sheetStatus.submitted}'`,
  },
  {
    what: '正在审批的成绩更改',
    sql: `select coalesce(sum(jsonb_array_length(sheet.open_changes)), 0) as n from ${sheetTable} sheet
      where sheet.semester_id = $1`,
  },
];

/** What is open in a semester, and which settings it has beside those of the one before it; undefined: no such. */
export async function readReadiness(db: Queryable, key: string): Promise<Readiness | undefined> {
  const { rows } = await db.query<{ xnxq: string; xnxqmc: string }>(
    'select xnxq, xnxqmc from base.semester where xnxq <= $1 order by xnxq desc limit 2',
    [key],
  );
  const [here, last] = rows;
  if (here?.xnxq !== key) return undefined;
  const found: Readiness['open'] = (await countUnfinished(db, key)).map(({ scoreType, n, unset }) => ({
    what: `没有提交${scoreTypeNames[scoreType]}成绩的教学班${unset > 0 ? `（${String(unset)} 个没有成绩单）` : ''}`,
    n,
    scoreType,
  }));
  for (const { what, sql } of open) {
    const n = Number((await db.query<{ n: string }>(sql, [key])).rows[0]?.n ?? 0);
    if (n > 0) found.push({ what, n, scoreType: null });
  }
  const settings = [];
  for (const resource of setBySemester(allResources)) {
    const column = fieldColumn(resource.fields, semesterFieldOf(resource));
    const { rows: counts } = await db.query<{ here: number; last: number }>(
      `select count(*) filter (where ${column} = $1)::int as here, count(*) filter (where ${column} = $2
          ${'sfqy' in resource.fields ? `and sfqy = '1'` : ''})::int as last
         from base.${resource.table} where ${column} in ($1, $2)`,
      [key, last?.xnxq ?? ''],
    );
    settings.push({
      name: resource.name,
      title: resource.title,
      here: counts[0]?.here ?? 0,
      last: counts[0]?.last ?? 0,
    });
  }
  return { lastSemester: last?.xnxq ?? null, lastSemesterName: last?.xnxqmc ?? null, open: found, settings };
}
