import type { z } from 'zod';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { exportRebuilds, rebuildRow, rebuildSorts } from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import {
  payStatus,
  payStatusNames,
  rebuildMode,
  rebuildModeNames,
  signUpStatus,
  signUpStatusNames,
  type PayStatus,
  type RebuildMode,
  type SignUpStatus,
} from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { effectiveAttempt, type Choosable } from '@jwxt/contracts/score/effective-attempt.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { rulesFor, type RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { examNature, NO_SCORE, scoreRemark, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { studentApplicationModel } from '@jwxt/contracts/student-application/student-application.read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { readPublishedRules } from '../score-setting/shared/score-rules.read.ts';

const applicationTable = readModelTable(studentApplicationModel, 'student_application');
const attemptTable = readModelTable(attemptModel, 'attempt');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/** Process of the applications that sign-ups are. */
export const SIGN_UP_PROCESS = 'CXBM';

type Row = z.output<typeof rebuildRow>;
type Filter = z.output<typeof exportRebuilds.input>;

/** By the unit that opens the course. */
const courseScope: ScopedRow = { target: 'teachingClass', DW: 'course.kkxy' };

const columns = `student.student_code as "studentId", student.student_number as "studentNumber",
  student.student_name as "studentName", own_unit.dwmc as "departmentName", class_info.bjmc as "studentClassName",
  course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName", course.xf as credit,
  opening.dwmc as "openDepartmentName"`;
const tables = `join base.department own_unit on own_unit.dwh = student.dwh
  join base.class_info on class_info.bjdm = student.bjdm
  join base.department opening on opening.dwh = course.kkxy`;

/** How far a sign-up has come, from its application, its class and the sheet of that. */
const statusOf = `case
  when sign_up.sign_up_id is not null then case when found.teaching_class_id is null then '${signUpStatus.confirmed}'
    when sheet.sheet_status = '${sheetStatus.published}' then '${signUpStatus.done}' else '${signUpStatus.assigned}' end
  when application.status = '${businessStatus.notPassed}' then '${signUpStatus.notPassed}'
  when application.status in ('${businessStatus.voided}', '${businessStatus.recalled}', '${businessStatus.returned}')
    then '${signUpStatus.cancelled}'
  else '${signUpStatus.signedUp}' end`;

interface SignUpRow extends Omit<Row, 'courseCredit' | 'rebuildModeName' | 'payStatusName' | 'signUpStatusName'> {
  readonly credit: number;
  readonly facts: Readonly<Record<string, string>>;
  readonly paid: PayStatus | null;
  readonly status: SignUpStatus;
  readonly applied: Date;
  readonly total?: number;
}

/** Sign-ups of whoever `whom` finds, each with its class. */
const signUps = (whom: string): string => `select application.apply_id as "signUpId", ${columns},
    application.semester_id as "semesterId", application.facts, application.apply_time as applied,
    sign_up.pay_status as paid, ${statusOf} as status, found.teaching_class_id as "rebuildClassId",
    found.teaching_class_name as "rebuildClassName"
  from ${applicationTable} application join base.student on student.student_code = application.student_code
  join base.course on course.kch = application.course_id ${tables}
  left join base.rebuild_sign_up sign_up on sign_up.sign_up_id = application.apply_id and sign_up.cancelled_at is null
  left join lateral base.rebuild_class_of(sign_up.student_code, sign_up.course_id, sign_up.semester_id) found on true
  left join ${sheetTable} sheet on sheet.sheet_id = found.teaching_class_id || '.' || found.class_kind
  where application.process_no = '${SIGN_UP_PROCESS}' and ${whom}`;

function signUpOf({ credit, facts, paid, status, applied, total: _total, ...row }: SignUpRow): Row {
  const mode = facts['rebuildMode'] as RebuildMode | undefined;
  return {
    ...row,
    courseCredit: formatDecimal(credit, 1, 1),
    originSemesterName: facts['originSemesterName'] ?? '',
    originScore: facts['originScore'] ?? NO_SCORE,
    scoreRemarkName: facts['scoreRemarkName'] ?? '',
    rebuildTimes: Number(facts['rebuildTimes'] ?? 0),
    rebuildMode: mode ?? null,
    rebuildModeName: mode === undefined ? '' : rebuildModeNames[mode],
    amount: formatDecimal(Number(facts['amount'] ?? 0), 2, 2),
    payStatus: paid,
    payStatusName: paid === null ? '' : payStatusNames[paid],
    signUpStatus: status,
    signUpStatusName: signUpStatusNames[status],
    signUpTime: toDateTimeText(applied),
  };
}

type CourseAttempt = Choosable & {
  readonly finalName: string;
  readonly scoreRemarkCode: string;
  readonly semesterName: string;
};
interface EligibleRow extends RuledStudent {
  readonly studentId: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly departmentName: string;
  readonly studentClassName: string;
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  readonly openDepartmentName: string;
  readonly credit: number;
  readonly attempts: readonly CourseAttempt[];
  readonly total?: number;
}
type Rules = Awaited<ReturnType<typeof readPublishedRules>>;

const eligibleOrder = '"courseNum", "studentNumber"';
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof rebuildSorts)[number], string>> = {
  studentNumber: '"studentNumber"',
  departmentName: byPinyin('"departmentName"'),
  courseName: byPinyin('"courseName"'),
};

/** What every attempt at the course was, of rows that were chosen. */
const withAttempts = (chosen: string, order: string = eligibleOrder): string => `select eligible.*,
    coalesce((select jsonb_agg(jsonb_build_object('semesterId', attempt.semester_id,
        'semesterName', coalesce(semester.xnxqmc, attempt.semester_id), 'scoreType', attempt.score_type,
        'final', attempt.final, 'finalName', attempt.final_name, 'passed', attempt.passed,
        'scoreRemarkCode', attempt.remark_code, 'examNature', attempt.exam_nature) order by attempt.revision)
      from ${attemptTable} attempt left join base.semester on semester.xnxq = attempt.semester_id
      where attempt.student_code = eligible."studentId" and attempt.course_id = eligible."courseId"), '[]') as attempts
  from (${chosen}) eligible order by ${order}`;

function eligibleOf(published: Rules) {
  return ({ attempts, gradeCode, studentType, credit, total: _total, ...row }: EligibleRow): Row => {
    const rule = rulesFor(published, { gradeCode, studentType })?.rules.effectiveRule;
    const effective = effectiveAttempt(attempts, rule ?? 'ZGF');
    return {
      ...row,
      signUpId: null,
      courseCredit: formatDecimal(credit, 1, 1),
      originSemesterName: effective?.semesterName ?? '',
      originScore: effective?.finalName ?? NO_SCORE,
      scoreRemarkName: remarkName(effective?.scoreRemarkCode ?? scoreRemark.normal),
      rebuildTimes: attempts.filter((attempt) => attempt.examNature === examNature.retake).length,
      semesterId: null,
      rebuildMode: null,
      rebuildModeName: '',
      amount: null,
      payStatus: null,
      payStatusName: '',
      signUpStatus: null,
      signUpStatusName: '',
      signUpTime: null,
      rebuildClassId: null,
      rebuildClassName: null,
    };
  };
}

function found(keyword: string | undefined, params: SqlParams): string[] {
  if (keyword === undefined || keyword === '') return [];
  const text = params.add(containing(keyword));
  return [
    `(course.kcmc ilike ${text} or course.ywbm ilike ${text} or student.student_number ilike ${text}
      or student.student_name ilike ${text})`,
  ];
}

/** Failed ordinary scores, published, that no pass has made good and about which nothing is under way. */
function askedEligible(user: Principal, permission: PermissionCode, filter: Filter, params: SqlParams): string {
  const conditions = [scopeCondition(user, permission, courseScope, params), ...found(filter.keyword, params)];
  if (filter.semesterId) conditions.push(`source.semester_id = ${params.add(filter.semesterId)}`);
  return `select distinct ${columns}, student.njdm as "gradeCode", student.xslbdm as "studentType"
    from base.makeup_source source join base.makeup_candidate candidate using (sheet_id)
    join base.course on course.kch = source.course_id
    join base.student on student.student_code = candidate.student_code ${tables}
    join base.semester current on current.sfdqxq = '1'
    left join lateral base.rebuild_class_of(student.student_code, course.kch, current.xnxq) taken on true
    where candidate.final is not null and taken.teaching_class_id is null
      and not coalesce((select bool_or(attempt.passed) from ${attemptTable} attempt
        where attempt.student_code = student.student_code and attempt.course_id = course.kch), true)
      and (select application.apply_id from ${applicationTable} application
        where application.student_code = student.student_code and application.process_no = '${SIGN_UP_PROCESS}'
          and application.course_id = course.kch and application.semester_id = current.xnxq
          and application.status in ('${businessStatus.awaiting}', '${businessStatus.inApproval}',
            '${businessStatus.sentBack}', '${businessStatus.passed}') limit 1) is null
      and ${conditions.join(' and ')}`;
}

function askedSignUps(user: Principal, permission: PermissionCode, filter: Filter, params: SqlParams): string {
  const conditions = [scopeCondition(user, permission, courseScope, params), ...found(filter.keyword, params)];
  if (filter.semesterId) conditions.push(`application.semester_id = ${params.add(filter.semesterId)}`);
  if (filter.rebuildMode) conditions.push(`application.facts ->> 'rebuildMode' = ${params.add(filter.rebuildMode)}`);
  if (filter.payStatus) conditions.push(`sign_up.pay_status = ${params.add(filter.payStatus)}`);
  if (filter.signUpStatus) conditions.push(`${statusOf} = ${params.add(filter.signUpStatus)}`);
  return signUps(conditions.join(' and '));
}

/** One page of the desk in the person's scope. */
export async function listRebuilds(
  db: Queryable,
  user: Principal,
  filter: Filter,
  { pageNo, pageSize, sort }: ListPage<(typeof rebuildSorts)[number]>,
): Promise<{ rows: Row[]; total: number }> {
  const params = sqlParams();
  const page = (order: string): string =>
    `order by ${order} limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`;
  if (filter.view === 'eligible') {
    const asked = askedEligible(user, 'rebuildManagement:query', filter, params);
    const order = sortedOrder(sort, sortExpressions, eligibleOrder);
    const chosen = `select chosen.*, (count(*) over ())::int as total from (${asked}) chosen`;
    const [published, { rows }] = await Promise.all([
      readPublishedRules(db),
      db.query<EligibleRow>(withAttempts(`${chosen} ${page(order)}`, order), [...params.values]),
    ]);
    return { rows: rows.map(eligibleOf(published)), total: rows[0]?.total ?? 0 };
  }
  const asked = askedSignUps(user, 'rebuildManagement:query', filter, params);
  const { rows } = await db.query<SignUpRow>(
    `select chosen.*, (count(*) over ())::int as total from (${asked}) chosen
      ${page(sortedOrder(sort, sortExpressions, 'applied desc, "signUpId"'))}`,
    [...params.values],
  );
  return { rows: rows.map(signUpOf), total: rows[0]?.total ?? 0 };
}

/** All of them for a workbook, in the scope of the export's own permission. */
export async function exportedRebuilds(db: Queryable, user: Principal, filter: Filter): Promise<Selection<Row>> {
  const params = sqlParams();
  if (filter.view === 'eligible') {
    const text = withAttempts(askedEligible(user, 'rebuildManagement:exportExcel', filter, params));
    return mapped(selection<EligibleRow>(text, params.values), eligibleOf(await readPublishedRules(db)));
  }
  const asked = askedSignUps(user, 'rebuildManagement:exportExcel', filter, params);
  return mapped(
    selection<SignUpRow>(`${asked} order by application.apply_time desc, application.apply_id`, params.values),
    signUpOf,
  );
}

/** Sign-ups of one student, newest first. */
export async function readOwnRebuilds(db: Queryable, studentCode: string): Promise<Row[]> {
  const { rows } = await db.query<SignUpRow>(
    `${signUps('application.student_code = $1')} order by application.apply_time desc limit 100`,
    [studentCode],
  );
  return rows.map(signUpOf);
}

/** Of these sign-ups those that are in the person's scope. */
export async function signUpsInScope(
  db: Queryable,
  user: Principal,
  permission: PermissionCode,
  signUpIds: readonly string[],
): Promise<number> {
  const params = sqlParams();
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from base.rebuild_sign_up sign_up join base.course on course.kch = sign_up.course_id
      where sign_up.sign_up_id = any(${params.add([...new Set(signUpIds)])})
        and ${scopeCondition(user, permission, courseScope, params)}`,
    [...params.values],
  );
  return rows[0]?.count ?? 0;
}

/** Confirmed sign-ups in scope that may have a class of their own and have none, at most as many as asked for. */
export async function signUpsToGroup(
  db: Queryable,
  user: Principal,
  { semesterId, courseId, most }: { semesterId: string; courseId: string | undefined; most: number },
): Promise<string[]> {
  const params = sqlParams();
  const conditions = [scopeCondition(user, 'rebuildManagement:update', courseScope, params)];
  if (courseId) conditions.push(`sign_up.course_id = ${params.add(courseId)}`);
  const { rows } = await db.query<{ id: string }>(
    `select sign_up.sign_up_id as id from base.rebuild_sign_up sign_up
       join base.course on course.kch = sign_up.course_id
       left join lateral base.rebuild_class_of(sign_up.student_code, sign_up.course_id, sign_up.semester_id) found
         on true
      where sign_up.semester_id = ${params.add(semesterId)} and sign_up.cancelled_at is null
        and sign_up.rebuild_mode = '${rebuildMode.own}' and found.teaching_class_id is null
        and sign_up.pay_status in ('${payStatus.free}', '${payStatus.paid}') and ${conditions.join(' and ')}
      order by course.ywbm, sign_up.confirmed_at, sign_up.sign_up_id limit ${params.add(most)}`,
    [...params.values],
  );
  return rows.map(({ id }) => id);
}
