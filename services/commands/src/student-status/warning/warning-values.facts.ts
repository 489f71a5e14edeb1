import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { rulesFor, type PublishedRules } from '@jwxt/contracts/score/score-rules.ts';
import { standingOf, type Standing } from '@jwxt/contracts/score/standing.ts';
import { attemptsOfStudent, type KindedAttempt } from '@jwxt/contracts/standing/student-attempts.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { registerStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import type { IndicatorValue, IndicatorValues } from '@jwxt/contracts/student-status/warning/warning.rules.ts';
import { warningIndicator } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { pendingOfStudent } from '@jwxt/contracts/student-status/warning/pending-courses.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { loadPublishedRules } from '../../score-setting/shared/published-rules.facts.ts';

/** What a student is judged by, and why he is left out all the same; null: he is not. */
export interface JudgedStudent {
  readonly studentCode: string;
  readonly gradeCode: string;
  readonly studentType: string;
  readonly values: IndicatorValues;
  readonly leftOut: string | null;
  /** Severities of the semesters with warnings before, the latest first; 0: none. */
  readonly before: readonly number[];
}

interface Read {
  readonly studentCode: string;
  readonly gradeCode: string;
  readonly studentType: string;
  readonly gradeMajorId: string;
  readonly attempts: readonly KindedAttempt[] | null;
  /** Ordinary classes of the semester without an attempt yet. */
  readonly pendingNum: number;
  readonly pendingCredit: number;
  readonly leave: string | null;
  readonly exchange: string | null;
  /** Null: nobody registers in the semester. */
  readonly registration: { readonly status: string | null; readonly delayed: boolean; readonly days: number } | null;
  readonly enrolled: string;
  /** Tenths. */
  readonly years: number;
  readonly lastDay: string;
  readonly daysLeft: number;
  readonly before: Readonly<Record<string, number>> | null;
}

/** 最长学习年限: the years of the programme and these (domain model, STUDENT-STATUS-16). */
const MORE_YEARS = 2;
const DAYS_OF_A_YEAR = 365.25;

/**
 * The students on the books of a grade and major with every indicator of theirs (STUDENT-STATUS-25), read with one
 * statement. Which attempt counts, and what they add up to, is said where score cards say it. `departmentIds`: of these
 * units alone; empty: of all. `day`: today.
 */
export async function loadJudged(
  db: Queryable,
  gradeMajor: string,
  { semesterId, departmentIds, day }: { semesterId: string; departmentIds: readonly string[]; day: string },
): Promise<readonly JudgedStudent[]> {
  const published = await loadPublishedRules(db);
  const equivalent = await loadEquivalentCourses(db);
  const { rows: earlier } = await db.query<{ semesterId: string }>(
    `select distinct semester_id as "semesterId" from base.status_warning_scheme
      where publish_status <> '0' and semester_id < $1 order by semester_id desc limit 12`,
    [semesterId],
  );
  const { rows } = await db.query<Read>(statement, [gradeMajor, semesterId, departmentIds, day]);
  return rows.map((read) => {
    const { studentCode, gradeCode, studentType } = read;
    const rules = rulesFor<PublishedRules>(published, read)?.rules;
    const attempts = (read.attempts ?? []).filter((attempt) => attempt.semesterId <= semesterId);
    const kinds = new Map(attempts.map((attempt) => [attempt.courseId, attempt]));
    const standing =
      rules &&
      standingOf(
        attempts,
        (courseId) => kinds.get(courseId) ?? { courseAttribute: '', courseNature: '' },
        rules,
        equivalenceFor(equivalent, { studentCode, gradeCode, gradeMajorId: read.gradeMajorId }),
      );
    return {
      studentCode,
      gradeCode,
      studentType,
      values: {
        ...(standing ? fromScores(attempts, standing, semesterId, read) : withoutRules),
        [warningIndicator.unregisteredDays]: unregistered(read),
        [warningIndicator.yearsLeft]: yearsLeft(read),
      },
      leftOut: read.leave ?? read.exchange,
      before: earlier.map((each) => read.before?.[each.semesterId] ?? 0),
    };
  });
}

type FromScores = Pick<IndicatorValues, '1' | '2' | '3' | '4'>;
const unknown: IndicatorValue = { value: null, words: '没有适用的成绩规则' };
const withoutRules: FromScores = { 1: unknown, 2: unknown, 3: unknown, 4: unknown };

function fromScores(
  attempts: readonly KindedAttempt[],
  { judged, failedCredit, failedNum, gpa, gpaCredit }: Standing,
  semesterId: string,
  { pendingNum, pendingCredit }: Read,
): FromScores {
  const counting = attempts.filter(({ attemptId }) => judged.get(attemptId)?.counts === true);
  const failed = counting.filter(({ passed, final }) => !passed && final !== null);
  const now = attempts.filter((attempt) => attempt.semesterId === semesterId);
  const earned = counting
    .filter((attempt) => attempt.passed && attempt.semesterId === semesterId)
    .reduce((sum, { courseCredit }) => sum + courseCredit, 0);
  const ids = (some: readonly KindedAttempt[]) => some.map(({ attemptId }) => attemptId);
  return {
    [warningIndicator.semesterCredit]:
      now.length === 0 && pendingNum === 0
        ? { value: null, words: '本学期没有修读课程' }
        : {
            value: (earned + pendingCredit) * 10,
            words:
              `本学期获得 ${credits(earned)} 学分` +
              (pendingNum === 0
                ? ''
                : `，另有 ${String(pendingNum)} 门课程 ${credits(pendingCredit)} 学分成绩未公布，按获得计`),
            attempts: ids(now),
          },
    [warningIndicator.failedCredit]: {
      value: failedCredit * 10,
      words: `${String(failedNum)} 门课程未通过`,
      attempts: ids(failed),
    },
    [warningIndicator.gpa]: {
      value: gpa,
      words: gpa === null ? '没有计入绩点的课程' : `按 ${credits(gpaCredit)} 学分计算`,
    },
    [warningIndicator.failedCourses]: {
      value: failedNum * 100,
      words: `共 ${credits(failedCredit)} 学分未通过`,
      attempts: ids(failed),
    },
  };
}

function credits(tenths: number): string {
  return formatDecimal(tenths, 1, 1).replace(/\.0$/, '');
}

function unregistered({ registration }: Read): IndicatorValue {
  if (registration === null) return { value: null, words: '本学期没有开放注册' };
  const { status, delayed, days } = registration;
  if (status === registerStatus.registered) return { value: 0, words: '已注册' };
  if (delayed) return { value: 0, words: '暂缓注册' };
  return { value: Math.max(0, days) * 100, words: `开放注册 ${String(Math.max(0, days))} 天，仍未注册` };
}

function yearsLeft({ enrolled, years, lastDay, daysLeft }: Read): IndicatorValue {
  return {
    value: Math.floor((daysLeft / DAYS_OF_A_YEAR) * 100),
    words:
      `${enrolled} 入学，学制 ${credits(years)} 年，` +
      `最长学习 ${credits(years + MORE_YEARS * 10)} 年，至 ${lastDay}`,
  };
}

const statement = `
  select student.student_code as "studentCode", student.njdm as "gradeCode", student.xslbdm as "studentType",
      student.njzydm as "gradeMajorId", ${attemptsOfStudent} as attempts,
      pending.num as "pendingNum", pending.credit as "pendingCredit",
      leave.words as leave, exchange.words as exchange,
      case when opened.semester_id is not null then jsonb_build_object('status', registration.register_status,
        'delayed', coalesce(registration.register_status = '${registerStatus.delayed}'
          and registration.delay_to >= $4::date, false),
        'days', $4::date - (opened.begin_time at time zone 'Asia/Shanghai')::date) end as registration,
      life.enrolled::text as enrolled, grade_major.xz as years, life.last_day::text as "lastDay",
      life.last_day - $4::date as "daysLeft",
      (select jsonb_object_agg(warned.semester_id, warned.severity) from base.student_warning warned
        where warned.student_code = student.student_code and warned.semester_id < $2) as before
    from base.student
    join base.grade_major on grade_major.njzydm = student.njzydm
    join base.semester on semester.xnxq = $2
    cross join lateral ${pendingOfStudent} pending
    left join lateral (
      select coalesce(status.mc, '') || '，自 ' || away.since as words from (
        select fact.status, fact.effective_date as since, fact.in_school,
            lead(fact.effective_date) over (order by fact.effective_date, fact.seq) as until
          from base.student_status_fact fact
         where fact.student_code = student.student_code and fact.status is not null and fact.cancelled_at is null) away
        left join base.data_dict status on status.dmlb = 'XTGL_XSDQZT' and status.dm = away.status
       where not away.in_school and away.since <= least(semester.jsrq, $4::date)
         and coalesce(away.until, 'infinity') > semester.ksrq
       order by away.since desc limit 1) leave on true
    left join lateral (
      select '交换（' || coalesce(exchange.partner_school, '') || '，' || exchange.begin_date || ' 至 '
          || exchange.end_date || '）' as words
        from base.exchange_student exchange
       where exchange.student_code = student.student_code and exchange.direction = '1'
         and exchange.exchange_status <> '3' and exchange.begin_date <= semester.jsrq
         and exchange.end_date >= semester.ksrq
       order by exchange.begin_date limit 1) exchange on true
    left join base.registration_time opened on opened.semester_id = $2 and opened.sfqy = '1'
      and opened.begin_time <= ($4::date + 1)
    left join base.registration on registration.student_code = student.student_code and registration.semester_id = $2
    cross join lateral (
      select enrolled,
        (enrolled + make_interval(months => grade_major.xz * 12 / 10 + ${String(12 * MORE_YEARS)}))::date - 1
          as last_day
        from (select base.enrolment_day(student.enroll_date, student.njdm) as enrolled) day) life
   where student.njzydm = $1 and (cardinality($3::text[]) = 0 or student.dwh = any($3))
     and exists (select from base.status_allowance allowed
       where allowed.status = student.dqztm and allowed.act = 'countInStatistics')
   order by student.student_code`;
