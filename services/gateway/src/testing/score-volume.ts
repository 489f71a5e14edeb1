import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const streamTable = readModelTable(scoreLedgerModel, 'stream');
const publishedTable = readModelTable(scoreSheetModel, 'published');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/** How many published sheets, and how many scores each has. */
export interface ScoreVolume {
  readonly sheets: number;
  readonly scoresEach: number;
  /** Students whose scores they are. */
  readonly students: number;
}

/** Sheets for which rows are made by one statement. */
const SHEETS_AT_ONCE = 1_000;

/**
 * Puts published scores of many years straight into base data and read models: sheets, their rows, attempts and the
 * ledger. For measuring and for tests of reads: no event says any of this, and a rebuild forgets it. Needs one class,
 * course and semester at least.
 */
export async function fillScores(db: Queryable, { sheets, scoresEach, students }: ScoreVolume): Promise<void> {
  await db.query(baseStudents, [students]);
  await db.query(baseSemesters);
  for (let from = 1; from <= sheets; from += SHEETS_AT_ONCE) {
    const upTo = Math.min(sheets, from + SHEETS_AT_ONCE - 1);
    await db.query(baseClasses, [from, upTo]);
    await db.query(sheetRows, [from, upTo, scoresEach]);
    for (const statement of [scoreRows, attemptRows]) await db.query(statement, [from, upTo, scoresEach, students]);
    await db.query(ledgerRows, [from, upTo]);
    await db.query(publishedRows, [from, upTo]);
  }
  for (const table of [
    'base.student',
    'base.teaching_class',
    sheetTable,
    sheetRowTable,
    publishedTable,
    attemptTable,
    streamTable,
  ]) {
    await db.query(`vacuum analyze ${table}`);
  }
}

const baseStudents = `insert into base.student (student_code, student_number, student_name, xmpy, xbm, bjdm, njzydm,
    dwh, njdm, zydm, xqdm, xslbdm, dqztm)
  select 'V' || lpad(n::text, 7, '0'), 'V' || lpad(n::text, 7, '0'),
    (array['张', '李', '王', '刘', '陈', '杨', '赵', '黄', '周', '吴'])[1 + n % 10] || '学' || n, 'xue' || n, '1',
         found.bjdm, found.njzydm, found.dwh, found.njdm, found.zydm, found.xqdm, '4201', '01'
    from generate_series(1, $1::int) as step (n), (select * from base.class_info order by bjdm limit 1) found`;
/** Forty semesters of which nobody has taken the name. */
const baseSemesters = `insert into base.semester (xnxq, xnzj, xqm, xnxqmc, ksrq, jsrq, zs)
  select year || '-' || year + 1 || '-' || half, year || '-' || year + 1, half::text,
    year || '学年第' || half || '学期', make_date(year, 1, 1), make_date(year, 6, 1), 18
    from generate_series(2001, 2020) year, generate_series(1, 2) half on conflict do nothing`;
const semesterOf = `((2001 + n % 40 / 2) || '-' || (2002 + n % 40 / 2) || '-' || (1 + n % 2))`;
const courses = `(select course.*, row_number() over (order by kch) - 1 as at, count(*) over () as num
  from base.course) course`;
const baseClasses = `insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name,
    semester_id, course_id, open_department_id, xqdm)
  select 'VC' || n, 'VC' || lpad(n::text, 7, '0'), '第' || n || '教学班', ${semesterOf}, course.kch, course.kkxy,
    (select min(xqdm) from base.campus)
    from generate_series($1::int, $2::int) as step (n) join ${courses} on course.at = n % course.num`;
const rules =
  '{"scoreHierarchyCode": "bfz", "listCode": "bfz", "digit": 2, "items": ' +
  '[{"dataKey": "ps", "name": "平时", "proportion": 40}, {"dataKey": "qm", "name": "期末", "proportion": 60}]}';
const sheetRows = `insert into ${sheetTable} (sheet_id, teaching_class_id, teaching_class_code,
    teaching_class_name, score_type, semester_id, semester_name, course_id, course_num, course_name, course_credit,
    open_department_id, open_department_name, teachers, import_teacher, rules, window_begin, window_end, sheet_status,
      entry_state, entered_num, complete_num, revision, row_num, passed_num)
  select class.teaching_class_id || '.1', class.teaching_class_id, class.teaching_class_code,
    class.teaching_class_name, '1',
    class.semester_id, class.semester_id, course.kch, course.ywbm, course.kcmc, course.xf,
         class.open_department_id, department.dwmc, '[{"gh": "V", "name": "某老师"}]', '某老师',
         '${rules}',
         now() - interval '9 years', now() - interval '8 years', '4', 'passed', $3::int, $3::int, 9, $3::int, 0
    from generate_series($1::int, $2::int) as step (n) join base.teaching_class class
      on class.teaching_class_id = 'VC' || n
    join base.course on course.kch = class.course_id join base.department on department.dwh = class.open_department_id`;
/** The k-th score of the n-th sheet: neighbours of one sheet are students next to each other, as classes are. */
const scores = `generate_series($1::int, $2::int) as step (n) cross join generate_series(1, $3::int) as place (k)
  cross join lateral (select 'V' || lpad((1 + (n * 37 + k) % $4::int)::text, 7, '0') as student_code,
    (hashint4(n * 1009 + k) & 8191) % 6001 + 4000 as final) found`;
const scoreRows = `insert into ${sheetRowTable} (sheet_id, student_code, student_number, student_name, cells,
    cell_info, remark_code, final, passed, complete)
  select 'VC' || n || '.1', found.student_code, found.student_code, student.student_name,
    jsonb_build_object('ps', found.final, 'qm', found.final),
         jsonb_build_object('ps',
           jsonb_build_object('revision', 3, 'byUserName', 'v', 'byName', '某老师', 'at', '2020-01-01T00:00:00.000Z')),
           '00', found.final, found.final >= 6000, true
    from ${scores} join base.student on student.student_code = found.student_code on conflict do nothing`;
const attemptRows = `insert into ${attemptTable} (attempt_id, student_code, student_number, student_name, course_id,
    course_num, course_name, course_credit, semester_id, exam_nature, final, final_name, remark_code, passed,
    source, hierarchy_code, rule_version, teaching_class_id, score_type, apply_id, open_department_id, department_id,
      bjdm, njzydm, replaces, recorded_at, revision)
  select sheet.sheet_id || '.' || found.student_code, found.student_code, found.student_code, '某同学',
    sheet.course_id || 'v' || n % 97,
    sheet.course_num, sheet.course_name, sheet.course_credit, sheet.semester_id, '01', found.final,
      (found.final / 100)::text, '00',
    found.final >= 6000,
         '1', 'bfz', '2019', sheet.teaching_class_id, '1', 'v' || n, sheet.open_department_id,
           sheet.open_department_id, 'B', 'M',
           '{}', now() - interval '8 years', n
    from ${scores} join ${sheetTable} sheet on sheet.sheet_id = 'VC' || n || '.1' on conflict do nothing`;
const made = `any (array(select 'VC' || n || '.1' from generate_series($1::int, $2::int) as step (n)))`;
const ledgerRows = `insert into ${streamTable} (student_code, course_id, stream, kind, event_count, first_at,
    last_at)
  select sheet_row.student_code, sheet.course_id, 'scoreSheet-' || sheet.sheet_id, 'sheet', 5,
    now() - interval '8 years',
    now() - interval '8 years'
    from ${sheetTable} sheet join ${sheetRowTable} sheet_row using (sheet_id) where sheet.sheet_id = ${made} on conflict
    do nothing`;
const publishedRows = `with counted as (select sheet_id, count(*) as row_num,
    count(*) filter (where passed) as passed_num from ${sheetRowTable} where sheet_id = ${made} group by sheet_id)
  insert into ${publishedTable} (sheet_id, teaching_class_id, teaching_class_code, score_type, semester_id,
    course_num, open_department_id, row_num, passed_num, course_text, class_text)
  select sheet_id, sheet.teaching_class_id, sheet.teaching_class_code, sheet.score_type, sheet.semester_id,
    sheet.course_num,
    sheet.open_department_id, counted.row_num, counted.passed_num,
         lower(sheet.course_num || chr(10) || sheet.course_name),
           lower(sheet.teaching_class_code || chr(10) || sheet.teaching_class_name)
    from ${sheetTable} sheet join counted using (sheet_id)`;
