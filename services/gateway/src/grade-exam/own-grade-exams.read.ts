import type { OwnGradeExam, OwnGradeExamScore } from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import { gradeExamStatus } from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type FoundExam = Omit<OwnGradeExam, 'open' | 'signUpBeginTime' | 'signUpEndTime'> & { begin: Date; end: Date };

/** Published exams that a student can still sign up for, or has signed up for and not sat yet; the next one first. */
export async function readOwnExams(db: Queryable, studentCode: string, now: Date): Promise<OwnGradeExam[]> {
  const { rows } = await db.query<FoundExam>(
    `with subjects as (
       select subject.grade_exam_id, bool_or(own.registration_id is not null) as registered,
           jsonb_agg(jsonb_build_object('gradeExamSubjectId', subject.grade_exam_subject_id,
             'subjectCode', subject.subject_code, 'subjectName', subject.subject_name,
             'schoolZoneName', coalesce(subject.xqmc, ''), 'fee', trim_scale(subject.fee / 100.0)::text,
             'capacity', subject.capacity, 'registrationId', own.registration_id, 'ticketNumber', own.ticket_number,
             'registeredNum', (select count(*) from base.grade_exam_registration other
               where other.grade_exam_subject_id = subject.grade_exam_subject_id))
             order by subject.subject_code, subject.school_zone) as list
         from base.grade_exam exam join base.grade_exam_subject subject using (grade_exam_id)
         left join base.grade_exam_registration own
           on own.grade_exam_subject_id = subject.grade_exam_subject_id and own.student_code = $1
        where exam.publish_status = $2 and exam.exam_date >= base.school_day() group by subject.grade_exam_id)
     select exam.grade_exam_id as "gradeExamId", exam.grade_exam_name as "gradeExamName",
         coalesce(type.mc, exam.grade_exam_type) as "gradeExamTypeName", exam.exam_date::text as "examDate",
         exam.sign_up_begin_time as begin, exam.sign_up_end_time as end, subjects.list as subjects
       from subjects join base.grade_exam exam using (grade_exam_id)
       left join base.data_dict type on type.dmlb = 'CJ_DJKSLX' and type.dm = exam.grade_exam_type
      where subjects.registered or exam.sign_up_end_time >= $3
      order by exam.exam_date, exam.grade_exam_name`,
    [studentCode, gradeExamStatus.published, now],
  );
  return rows.map(({ begin, end, ...exam }) => ({
    ...exam,
    signUpBeginTime: toDateTimeText(begin),
    signUpEndTime: toDateTimeText(end),
    open: begin <= now && now <= end,
  }));
}

/** A student's scores of grade exams, newest first. */
export async function readOwnScores(db: Queryable, studentCode: string): Promise<OwnGradeExamScore[]> {
  const { rows } = await db.query<OwnGradeExamScore>(
    `select score.grade_exam_score_id as "gradeExamScoreId", exam.grade_exam_name as "gradeExamName",
         subject.subject_name as "subjectName", coalesce(score.exam_date, exam.exam_date)::text as "examDate",
         coalesce(score.ticket_number, '') as "ticketNumber",
         trim_scale(score.score_value / 10.0)::text as "scoreValue",
         subject.full_score as "fullScore", coalesce(score.part_scores, '') as "partScores",
         score.pass_sign as "passSign", score.absent_sign as "absentSign",
         coalesce(score.certificate_no, '') as "certificateNo"
       from base.grade_exam_score score join base.grade_exam_subject subject using (grade_exam_subject_id)
       join base.grade_exam exam using (grade_exam_id)
      where score.student_code = $1 order by coalesce(score.exam_date, exam.exam_date) desc, subject.subject_code`,
    [studentCode],
  );
  return rows;
}
