import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import { allocate, type Candidate } from '@jwxt/contracts/student-status/divert/allocation.rules.ts';
import {
  scoreBasis,
  type AdmitRule,
  type ScoreBasis,
} from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import type { ShuntEvent } from '@jwxt/contracts/student-status/divert/shunt.events.ts';
import { totalOf } from '@jwxt/contracts/student-status/divert/transfer.rules.ts';
import { weightedMean } from '@jwxt/contracts/score/grade-point.ts';
import { sortBy, type Sortable, type SortKey } from '@jwxt/contracts/student-status/freshman/sort.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import { loadStandings } from '../../standing/shared/standings.facts.ts';

/** A batch as decisions look at it. */
export interface DiversionBatch {
  readonly diversionId: string;
  readonly diversionName: string;
  readonly sourceGradeMajorId: string;
  readonly gradeMajorName: string;
  readonly departmentId: string;
  readonly volunteerBegin: Date;
  readonly volunteerEnd: Date;
  readonly volunteerNum: number;
  readonly admitRule: AdmitRule;
  readonly scoreBasis: ScoreBasis;
  readonly sortRuleId: string | null;
  readonly interviewRatio: number;
  readonly needInterview: boolean;
  readonly allowShort: boolean;
  readonly publishStatus: string;
}

/** A batch by its key, or undefined. */
export async function loadDiversion(db: Queryable, diversionId: string): Promise<DiversionBatch | undefined> {
  const { rows } = await db.query<DiversionBatch>(
    `select diversion_id as "diversionId", diversion_name as "diversionName",
        source_grade_major_id as "sourceGradeMajorId", njzymc as "gradeMajorName", dwh as "departmentId",
        volunteer_begin as "volunteerBegin", volunteer_end as "volunteerEnd", volunteer_num as "volunteerNum",
        admit_rule as "admitRule", score_basis as "scoreBasis", sort_rule_id as "sortRuleId",
        coalesce(interview_ratio, 0) as "interviewRatio",
        need_interview = '1' as "needInterview", allow_short = '1' as "allowShort", publish_status as "publishStatus"
       from base.professional_diversion join base.grade_major on njzydm = source_grade_major_id
      where diversion_id = $1`,
    [diversionId],
  );
  return rows[0];
}

type Computed = Extract<ShuntEvent, { type: 'ShuntComputed' }>['data'];

/** Courses that everybody of a major has to take. */
const REQUIRED = '1';

/**
 * The list of a batch: who of its students gets which place, from what they asked for, what they have achieved by the
 * log, and how they did in the interview. Nothing in it depends on the moment at which it is computed.
 */
export async function computeList(db: Queryable, batch: DiversionBatch): Promise<Computed> {
  const { diversionId, sourceGradeMajorId } = batch;
  const [students, { rows: places }, standings] = await Promise.all([
    loadMembers(db, batch),
    db.query<Computed['places'][number]>(
      `select major_or_direction_key as key, target_name as name, target_grade_major_id as "gradeMajorId", quota,
          min_score as "minScore"
         from base.major_or_direction where diversion_id = $1 order by major_or_direction_key`,
      [diversionId],
    ),
    loadStandings(db, sourceGradeMajorId, null),
  ]);
  const standingOf = new Map(standings.map((one) => [one.studentCode, one]));
  const taking = students.filter(({ inAttendance }) => inAttendance);
  const scored = taking.map((student) => {
    const known = standingOf.get(student.studentCode);
    const { gpa = null, weightedAverage = null } = known?.standing ?? {};
    const required = (known?.courses ?? []).flatMap(({ courseAttribute, point, weight }) =>
      courseAttribute === REQUIRED && point !== null ? [{ value: point, weight }] : [],
    );
    return {
      ...student,
      rankScore: {
        [scoreBasis.gpa]: gpa,
        [scoreBasis.average]: weightedAverage,
        [scoreBasis.both]: totalOf(weightedAverage, student.interview, batch.interviewRatio),
      }[batch.scoreBasis],
      requiredAverage: weightedMean(required),
      choices: student.choices ?? [],
      failedInterview: batch.needInterview && student.passSign !== yesNo.yes,
    };
  });
  const orderOf = await orderByRule(db, batch, scored);
  const candidates = scored.map(
    ({ studentCode, studentNumber, rankScore: score, requiredAverage, choices, failedInterview }): Candidate => ({
      studentCode,
      studentNumber,
      score,
      requiredAverage,
      order: orderOf.get(studentCode) ?? 0,
      choices,
      failedInterview,
    }),
  );
  const [memberOf, candidateOf] = [
    new Map(taking.map((student) => [student.studentCode, student])),
    new Map(candidates.map((candidate) => [candidate.studentCode, candidate])),
  ];
  const list = {
    rule: {
      admitRule: batch.admitRule,
      scoreBasis: batch.scoreBasis,
      interviewRatio: batch.interviewRatio,
      needInterview: batch.needInterview,
    },
    places,
    rows: allocate(batch.admitRule, candidates, places).map(({ studentCode, ...got }) => {
      const [member, candidate] = [memberOf.get(studentCode), candidateOf.get(studentCode)];
      return {
        studentCode,
        studentNumber: member?.studentNumber ?? '',
        studentName: member?.studentName ?? '',
        volunteers: [...(candidate?.choices ?? [])],
        rankScore: candidate?.score ?? null,
        requiredAverage: candidate?.requiredAverage ?? null,
        ...got,
      };
    }),
    leftOut: students
      .filter(({ inAttendance }) => !inAttendance)
      .map(({ studentCode, studentName, statusName }) => ({
        studentCode,
        studentName,
        why: `学籍状态为“${statusName}”，不参加分流`,
      })),
  };
  return { diversionId, ...list, listHash: contentHash(list) };
}

/** The place of each by the rule of order of a batch; those whom it does not part have the same. */
async function orderByRule(
  db: Queryable,
  { sortRuleId }: DiversionBatch,
  students: readonly (Sortable & { readonly studentCode: string })[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ fields: SortKey[] }>(
    'select sort_fields as fields from base.sort_rule where sort_rule_id = $1',
    [sortRuleId],
  );
  const fields = rows[0]?.fields;
  if (fields === undefined) return new Map();
  const sorted = sortBy(fields, students, ({ studentCode }) => studentCode);
  const places = new Map<string, number>();
  for (const [at, student] of sorted.entries()) {
    const before = sorted[at - 1];
    // The one behind stays in front of the other only where the rule does not part them.
    const same = before !== undefined && sortBy(fields, [student, before], () => '')[0] === student;
    places.set(student.studentCode, same ? (places.get(before.studentCode) ?? at) : at);
  }
  return places;
}

interface Member extends Sortable {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly inAttendance: boolean;
  readonly statusName: string;
  readonly choices: string[] | null;
  readonly interview: number | null;
  readonly passSign: string | null;
}

/** Who is in the main class of a batch and on the books, with what they asked for and how they did in the interview. */
async function loadMembers(
  db: Queryable,
  { diversionId, sourceGradeMajorId }: DiversionBatch,
): Promise<readonly Member[]> {
  const { rows } = await db.query<Member>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
        student.student_name as "studentName", ${allowsSql('dqztm', 'changeMajor')} as "inAttendance",
        coalesce(dict.mc, dqztm) as "statusName", filed.choices, interview.total_score as interview,
        interview.pass_sign as "passSign", student.student_name as name, student.xbm as sex,
        student.source_place as origin, student.examinee_number as "examineeNumber",
        freshman.admit_score as "totalScore",
        freshman.chinese_score as "chineseScore", freshman.math_score as "mathScore",
        freshman.foreign_score as "foreignScore", freshman.comprehensive_score as "comprehensiveScore"
       from base.student
       left join base.data_dict dict on dict.dmlb = 'XTGL_XSDQZT' and dict.dm = dqztm
       left join base.freshman on freshman.freshman_key = student.student_code
       left join base.diversion_volunteer filed on filed.diversion_id = $1 and filed.student_code = student.student_code
       left join base.interview_score interview on interview.batch_id = $1
         and interview.student_code = student.student_code
      where njzydm = $2 and ${allowsSql('dqztm', 'countInStatistics')}
      order by student.student_number`,
    [diversionId, sourceGradeMajorId],
  );
  return rows;
}

/** Classes of a grade-major that are in use, with how many they are meant for and have. */
export async function loadClasses(
  db: Queryable,
  gradeMajorId: string,
): Promise<readonly { bjdm: string; bjmc: string; edrs: number | null; rs: number }[]> {
  const { rows } = await db.query<{ bjdm: string; bjmc: string; edrs: number | null; rs: number }>(
    `select bjdm, bjmc, edrs, (select count(*)::int from base.student
        where student.bjdm = class_info.bjdm and ${allowsSql('student.dqztm', 'countInStatistics')}) as rs
       from base.class_info where njzydm = $1 and sfqy = '1' and sfby = '0' order by ywbm`,
    [gradeMajorId],
  );
  return rows;
}
