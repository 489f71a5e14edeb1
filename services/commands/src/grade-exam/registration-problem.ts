import { gradeExamStatus } from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import {
  requirementProblem,
  type Examinee,
  type RequirementOfStudent,
} from '@jwxt/contracts/grade-exam/grade-exam.rules.ts';
import type { gradeExamErrors } from '@jwxt/contracts/grade-exam/grade-exam-error.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { firstNotAllowed } from '@jwxt/infra/runtime/status-allowance.ts';

/** Why somebody cannot be registered: a refusal with what fills its text. */
export interface RegistrationProblem {
  readonly code: keyof typeof gradeExamErrors | 'STATUS_FORBIDS';
  readonly details: Readonly<Record<string, string | number>>;
}

/** A subject with its exam, for who wants to register. */
export interface OpenSubject {
  readonly gradeExamId: string;
  readonly gradeExamType: string;
  readonly subjectCode: string;
  readonly subjectName: string;
  readonly capacity: number | null;
  readonly published: boolean;
  readonly begin: Date;
  readonly end: Date;
}

/**
 * A subject, locked until the transaction ends: who registers for it after that sees whom this one has registered.
 * Undefined when there is none.
 */
export async function lockSubject(client: PoolClient, gradeExamSubjectId: unknown): Promise<OpenSubject | undefined> {
  const { rows } = await client.query<OpenSubject>(
    `select grade_exam_id as "gradeExamId", exam.grade_exam_type as "gradeExamType",
        subject.subject_code as "subjectCode", subject.subject_name as "subjectName", subject.capacity,
        exam.publish_status = $2 as published, exam.sign_up_begin_time as begin, exam.sign_up_end_time as end
       from base.grade_exam_subject subject join base.grade_exam exam using (grade_exam_id)
      where subject.grade_exam_subject_id = $1 for update of subject`,
    [gradeExamSubjectId, gradeExamStatus.published],
  );
  return rows[0];
}

/**
 * What keeps a student from being registered for a locked subject, whoever does it: registered already (also at another
 * campus), the requirements (SCORE-MORE-14), the capacity (SCORE-MORE-12).
 */
export async function registrationProblem(
  client: PoolClient,
  { gradeExamSubjectId, studentCode }: { readonly gradeExamSubjectId: unknown; readonly studentCode: unknown },
  subject: OpenSubject,
): Promise<RegistrationProblem | null> {
  const { rowCount: twice } = await client.query(
    `select from base.grade_exam_registration join base.grade_exam_subject other using (grade_exam_subject_id)
      where student_code = $1 and other.grade_exam_id = $2 and other.subject_code = $3`,
    [studentCode, subject.gradeExamId, subject.subjectCode],
  );
  if (twice !== 0) return { code: 'GRADE_EXAM_TWICE', details: { subject: subject.subjectName } };
  const barred = await firstNotAllowed(client, [studentCode], 'choose');
  if (barred) return { code: 'STATUS_FORBIDS', details: { ...barred } };
  const examinee = await findExaminee(client, studentCode);
  const requirements = await requirementsOf(client, { gradeExamSubjectId, studentCode }, subject);
  const reasons = examinee && requirementProblem(requirements, examinee);
  if (reasons) return { code: 'GRADE_EXAM_REQUIREMENTS', details: { reasons } };
  if (subject.capacity === null) return null;
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from base.grade_exam_registration where grade_exam_subject_id = $1',
    [gradeExamSubjectId],
  );
  return (rows[0]?.n ?? 0) < subject.capacity
    ? null
    : { code: 'GRADE_EXAM_FULL', details: { capacity: subject.capacity } };
}

async function findExaminee(client: PoolClient, studentCode: unknown): Promise<Examinee | undefined> {
  const { rows } = await client.query<Examinee>(
    `select student.njdm as grade, coalesce(grade.njmc, student.njdm) as "gradeName",
        student.xslbdm as "studentType", coalesce(type.mc, student.xslbdm) as "studentTypeName"
       from base.student left join base.grade using (njdm)
       left join base.data_dict type on type.dmlb = 'XTGL_XSLB' and type.dm = student.xslbdm
      where student_code = $1`,
    [studentCode],
  );
  return rows[0];
}

/** Best score and whether one passed, of a student (`$2`) in a subject of an exam type in whichever session. */
const bestOf = (type: string, code: string): string =>
  `(select max(score_value) as best, coalesce(bool_or(pass_sign = '1'), false) as passed
      from base.grade_exam_score join base.grade_exam_subject taken using (grade_exam_subject_id)
      join base.grade_exam session using (grade_exam_id)
     where student_code = $2 and absent_sign = '0' and session.grade_exam_type = ${type}
       and taken.subject_code = ${code})`;

async function requirementsOf(
  client: PoolClient,
  { gradeExamSubjectId, studentCode }: { readonly gradeExamSubjectId: unknown; readonly studentCode: unknown },
  { gradeExamType, subjectCode }: OpenSubject,
): Promise<RequirementOfStudent[]> {
  const { rows } = await client.query<RequirementOfStudent>(
    `select wanted.grades, wanted.student_types as "studentTypes", wanted.max_passed_score as "maxPassedScore",
        coalesce((select string_agg(njmc, '、' order by njdm) from base.grade where wanted.grades ? njdm), '')
          as "gradeNames",
        coalesce((select string_agg(mc, '、' order by pxh) from base.data_dict
          where dmlb = 'XTGL_XSLB' and wanted.student_types ? dm), '') as "studentTypeNames",
        case when first.grade_exam_subject_id is not null then jsonb_build_object('name', first.subject_name,
          'score', wanted.prerequisite_score, 'best', before.best, 'passed', before.passed) end as prerequisite,
        own.best
       from base.grade_exam_requirement wanted
       left join base.grade_exam_subject first on first.grade_exam_subject_id = wanted.prerequisite_subject_id
       left join base.grade_exam of_first on of_first.grade_exam_id = first.grade_exam_id
       cross join lateral ${bestOf('of_first.grade_exam_type', 'first.subject_code')} before
       cross join ${bestOf('$3', '$4')} own
      where wanted.grade_exam_subject_id = $1 order by wanted.requirement_id`,
    [gradeExamSubjectId, studentCode, gradeExamType, subjectCode],
  );
  return rows;
}
