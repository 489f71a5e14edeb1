import { errorText } from '@jwxt/contracts/all-errors.ts';
import { gradeExamStatus } from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { lockSubject, registrationProblem } from './registration-problem.ts';

const usedBy = (what: string, table: string, column = 'grade_exam_subject_id') => ({
  what,
  unit: '条',
  count: `select count(*) as n from base.${table} where ${column} = $1`,
});

/** An exam that somebody has signed up for is not a draft any more (SCORE-MORE-11). */
export const gradeExamRules: ResourceRules = {
  uses: [usedBy('等级考试科目', 'grade_exam_subject', 'grade_exam_id')],
  async check(client, { publishStatus }, before) {
    if (before === null || publishStatus !== gradeExamStatus.draft) return [];
    const { rowCount } = await client.query(
      `select from base.grade_exam_registration join base.grade_exam_subject using (grade_exam_subject_id)
        where grade_exam_id = $1 limit 1`,
      [before['grade_exam_id']],
    );
    return rowCount === 0 ? [] : [{ field: 'publishStatus', message: '已有人报名，不能改回草稿，可以改为已结束' }];
  },
};

/** A subject has room for those who have signed up, and its full score is above every score (SCORE-MORE-12). */
export const gradeExamSubjectRules: ResourceRules = {
  uses: [
    usedBy('报名', 'grade_exam_registration'),
    usedBy('成绩', 'grade_exam_score'),
    usedBy('报考条件', 'grade_exam_requirement'),
    usedBy('作为前置科目', 'grade_exam_requirement', 'prerequisite_subject_id'),
  ],
  async check(client, { capacity, fullScore }, before) {
    if (before === null) return [];
    const { rows } = await client.query<{ registered: number; best: number | null }>(
      `select (select count(*) from base.grade_exam_registration where grade_exam_subject_id = $1)::int as registered,
          (select max(score_value) from base.grade_exam_score where grade_exam_subject_id = $1) as best`,
      [before['grade_exam_subject_id']],
    );
    const { registered = 0, best = null } = rows[0] ?? {};
    return [
      ...(capacity !== null && Number(capacity) < registered
        ? [{ field: 'capacity', message: `已有 ${String(registered)} 人报名，名额不能更少` }]
        : []),
      ...(best !== null && best > Number(fullScore) * 10
        ? [{ field: 'fullScore', message: `已有 ${String(best / 10)} 分的成绩，满分不能更低` }]
        : []),
    ];
  },
};

/** The office registers within capacity and requirements, as a student does; who has a score stays (SCORE-MORE-14). */
export const gradeExamRegistrationRules: ResourceRules = {
  inTurn: true,
  async stays(client, row) {
    const { rowCount } = await client.query(
      'select from base.grade_exam_score where grade_exam_subject_id = $1 and student_code = $2',
      [row['grade_exam_subject_id'], row['student_code']],
    );
    return rowCount === 0 ? null : '已有成绩，不能删除报名';
  },
  async check(client, { gradeExamSubjectId, studentCode }, before) {
    const subject = before === null ? await lockSubject(client, gradeExamSubjectId) : undefined;
    const problem = subject && (await registrationProblem(client, { gradeExamSubjectId, studentCode }, subject));
    return problem ? [{ field: 'studentCode', message: errorText(problem.code, problem.details) }] : [];
  },
};

interface Examinee {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly ticketNumber: string | null;
  readonly examDate: string;
  readonly fullScore: number;
}

/** Who had signed up with the ticket number of a score or, without one, under its student number. */
async function findExaminee(
  client: PoolClient,
  { gradeExamSubjectId, ticketNumber, studentNumber }: WireRow,
): Promise<Examinee | undefined> {
  const { rows } = await client.query<Examinee>(
    `select student_code as "studentCode", student_number as "studentNumber", student_name as "studentName",
        ticket_number as "ticketNumber", exam_date::text as "examDate", full_score as "fullScore"
       from base.grade_exam_registration registration join base.student using (student_code)
       join base.grade_exam_subject using (grade_exam_subject_id) join base.grade_exam using (grade_exam_id)
      where registration.grade_exam_subject_id = $1
        and case when $2::text is null then student_number = $3 else ticket_number = $2 end`,
    [gradeExamSubjectId, ticketNumber ?? null, studentNumber ?? null],
  );
  return rows[0];
}

/** A score is of somebody who had signed up, and of nobody else by its number or name (SCORE-MORE-13). */
export const gradeExamScoreRules: ResourceRules = {
  async derive(client, values) {
    const examinee = await findExaminee(client, values);
    if (!examinee) return {};
    const { fullScore: _, examDate, ...who } = examinee;
    return { ...who, examDate: values['examDate'] ?? examDate };
  },
  async check(client, values): Promise<FieldError[]> {
    const { ticketNumber, studentNumber, studentName, scoreValue } = values;
    const examinee = await findExaminee(client, values);
    if (!examinee)
      return [
        (ticketNumber ?? null) === null
          ? { field: 'studentNumber', message: '该学号没有报名这个科目' }
          : { field: 'ticketNumber', message: '这个科目没有该准考证号的报名' },
      ];
    const differs = (field: 'studentNumber' | 'studentName', given: unknown): FieldError[] =>
      (given ?? null) === null || given === examinee[field]
        ? []
        : [{ field, message: `与报名不符，报名的是“${examinee[field]}”` }];
    return [
      ...differs('studentNumber', studentNumber),
      ...differs('studentName', studentName),
      ...(Number(scoreValue) > examinee.fullScore
        ? [{ field: 'scoreValue', message: `超过满分 ${String(examinee.fullScore)}` }]
        : []),
    ];
  },
};
