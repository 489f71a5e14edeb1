import type { z } from 'zod';
import type {
  CommonFunction,
  classStatistics,
  ownScores,
  schoolStatistics,
} from '@jwxt/contracts/home/home.operations.ts';
import type { ListSetting } from '@jwxt/contracts/home/list-setting.operations.ts';
import { eachForItself, equivalenceFor, noEquivalents } from '@jwxt/contracts/score/equivalent-courses.ts';
import { chooseEffective } from '@jwxt/contracts/score/effective-attempt.ts';
import { itemText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { shownRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import { prepared } from '../kernel/prepared-query.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { releasedScores } from '../score-setting/shared/released-scores.read.ts';
import { readScoreRules } from '../score-setting/shared/score-rules.read.ts';
import { sqlParams } from '../kernel/sql-params.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');
const rowTable = readModelTable(scoreSheetModel, 'row');

type OwnScores = z.output<(typeof ownScores)['output']>;
/** An attempt with what choosing among those of its course, and showing what it was made of, needs. */
type OwnAttempt = Omit<OwnScores['rows'][number], 'effective' | 'items' | 'scoreRemarkName'> & {
  remarkCode: string;
  courseId: string;
  final: number | null;
  examNature: string;
  scoreType: string | null;
  replaces: string[];
  revision: number;
  gradeCode: string;
  gradeMajorId: string;
  studentType: string;
  cells: Readonly<Record<string, CellValue>> | null;
  rules: SheetRules | null;
};

/** What a person opens most; of the equal ones the latest first. */
export async function readCommonFunctions(
  db: Queryable,
  userName: string,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ rows: CommonFunction[]; total: number }> {
  const { rows } = await db.query<CommonFunction & { total: number }>(
    prepared(
      `select role_id as "roleId", role_name as "roleName", url, visit_num as "visitNum",
           (count(*) over ())::int as total
       from base.common_function where user_name = $1 order by visit_num desc, visit_time desc, url limit $2 offset $3`,
      [userName, pageSize, (pageNo - 1) * pageSize],
    ),
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** How a person wants lists, by the lists' names. */
export async function readListSettings(
  db: Queryable,
  userName: string,
): Promise<{ listName: string; setting: ListSetting }[]> {
  const { rows } = await db.query<{ listName: string; setting: ListSetting }>(
    prepared(`select list_name as "listName", setting from base.list_setting where user_name = $1 order by list_name`, [
      userName,
    ]),
  );
  return rows;
}

/**
 * Students whose status says that they are there (decision 082) and teachers whose state begins with 1, on the job.
 * They name nobody, so everybody
 * who may see them sees the whole school.
 */
export async function readSchoolStatistics(db: Queryable): Promise<z.output<(typeof schoolStatistics)['output']>> {
  const {
    rows: [row],
  } = await db.query<{ zxxs: number; zxjs: number }>(
    prepared(
      `select (select count(*)::int from base.student where ${allowsSql('dqztm', 'inSchool')}) as zxxs,
          (select count(*)::int from base.teacher where dqztm like '1%' and sfrk = '1') as zxjs`,
      [],
    ),
  );
  const { zxxs, zxjs } = row ?? { zxxs: 0, zxjs: 0 };
  return { zxxs, zxjs, zrs: zxxs + zxjs };
}

/**
 * Enabled administrative classes that have not graduated, by how many school years their grade has begun in the current
 * semester.
 */
export async function readClassStatistics(db: Queryable): Promise<z.output<(typeof classStatistics)['output']>> {
  const {
    rows: [row],
  } = await db.query<z.output<(typeof classStatistics)['output']>>(
    prepared(
      `with class as (
       select (select left(xnzj, 4)::int from base.semester where sfdqxq = '1') - grade.njdm::int + 1 as year
         from base.class_info join base.grade on grade.njdm = class_info.njdm
           where class_info.sfqy = '1' and class_info.sfby = '0')
     select count(*)::int as zbjsl, count(*) filter (where year = 1)::int as dyibjsl,
       count(*) filter (where year = 2)::int as derbjsl,
            count(*) filter (where year = 3)::int as dsanbjsl, count(*) filter (where year = 4)::int as dsibjsl
            from class`,
      [],
    ),
  );
  return row ?? { zbjsl: 0, dyibjsl: 0, derbjsl: 0, dsanbjsl: 0, dsibjsl: 0 };
}

/** How many evaluations a person owes. */
export async function countPendingEvaluations(db: Queryable, userName: string): Promise<number> {
  const {
    rows: [row],
  } = await db.query<{ count: number }>(
    prepared(`select count(*)::int as count from base.evaluation_task where user_name = $1 and status = '0'`, [
      userName,
    ]),
  );
  return row?.count ?? 0;
}

/**
 * The published scores that are the person's own and open to him: whoever is no student has none, whatever the role may
 * see elsewhere. What counts is chosen by the rules of his grade, among those that he sees.
 */
export async function readOwnScores(
  db: Queryable,
  call: { readonly user: Principal; readonly now: Date },
): Promise<OwnScores> {
  const { user } = call;
  const params = sqlParams();
  const own = user.studentCode === null ? 'false' : `attempt.student_code = ${params.add(user.studentCode)}`;
  const scope = scopeCondition(user, 'scoreQuery:query', { target: 'student', own: () => own }, params);
  const { rows: published } = await db.query<OwnAttempt>(
    `select attempt.attempt_id as "attemptId", attempt.semester_id as "semesterId", attempt.course_id as "courseId",
        attempt.course_num as "courseNum", attempt.course_name as "courseName", attempt.course_credit as "courseCredit",
            attempt.final_name as "finalName", attempt.final, attempt.passed,
              attempt.remark_code as "remarkCode", attempt.exam_nature as "examNature",
              attempt.score_type as "scoreType", attempt.replaces, attempt.revision,
              student.njdm as "gradeCode", student.njzydm as "gradeMajorId", student.xslbdm as "studentType",
              sheet_row.cells, sheet.rules
       from ${attemptTable} attempt join base.student on student.student_code = attempt.student_code
       left join ${sheetTable} sheet on sheet.sheet_id = attempt.teaching_class_id || '.' || attempt.score_type
       left join ${rowTable} sheet_row
         on sheet_row.sheet_id = sheet.sheet_id and sheet_row.student_code = attempt.student_code
         where ${own} and ${scope}
       order by attempt.semester_id desc, attempt.course_num, attempt.revision`,
    [...params.values],
  );
  const released = await releasedScores(db, call, user.studentCode ?? '', published);
  const attempts = released.shown;
  const [rules, equivalent] = attempts[0]
    ? await Promise.all([readScoreRules(db, attempts[0]), loadEquivalentCourses(db)])
    : [null, noEquivalents];
  const groupOf = attempts[0]
    ? equivalenceFor(equivalent, { ...attempts[0], studentCode: user.studentCode ?? '' })
    : eachForItself;
  const inOrder = attempts.toSorted((one, other) => one.revision - other.revision);
  const effective = new Set(
    [...chooseEffective(inOrder, rules?.effectiveRule ?? 'ZGF', groupOf).values()].map((choice) => choice.effective),
  );
  const rows = attempts.map((attempt) => ({
    attemptId: attempt.attemptId,
    semesterId: attempt.semesterId,
    courseNum: attempt.courseNum,
    courseName: attempt.courseName,
    courseCredit: attempt.courseCredit,
    finalName: attempt.finalName,
    scoreRemarkName: shownRemark(attempt.remarkCode),
    passed: attempt.passed,
    effective: effective.has(attempt),
    items: released.hasItems(attempt) ? itemsOf(attempt) : [],
  }));
  const counted = rows.filter((row) => row.effective);
  const credits = (list: typeof rows) => list.reduce((sum, row) => sum + row.courseCredit, 0);
  const passed = counted.filter((row) => row.passed);
  return {
    rows,
    withheld: released.withheld,
    earnedCredit: credits(passed),
    takenCredit: credits(counted),
    passedNum: passed.length,
    failedNum: counted.length - passed.length,
  };
}

/** The items of a score that have a value; none of one that no sheet made. */
function itemsOf({ cells, rules }: OwnAttempt): OwnScores['rows'][number]['items'] {
  if (cells === null || rules === null) return [];
  return rules.items.flatMap((item) => {
    const value = itemText(cells[item.dataKey] ?? null, item, rules);
    return value === null || value === '' ? [] : [{ name: item.scoreSubItemName, value }];
  });
}
