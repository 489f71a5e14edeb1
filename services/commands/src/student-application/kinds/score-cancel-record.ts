import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { sheetOfAttempt } from '@jwxt/contracts/score/attempts.events.ts';
import { scoreCancelRecord } from '@jwxt/contracts/student-application/kinds/score-cancel-record.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { attemptsAt, changeAttempt } from '../attempt-change.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

/** 成绩注销 (SCORE-MORE-39): of a score that a sheet gave; a recognised one is taken back where it was recognised. */
export const scoreCancelRules = defineApplicationRules({
  kind: scoreCancelRecord,

  async prepare({ form: { attemptId, cancelReason }, student, services }) {
    const sheet = sheetOfAttempt(attemptId, student.studentCode);
    const { rows } = await services.pool.query<{ courseId: string; semesterName: string }>(
      `select class.course_id as "courseId", semester.xnxqmc as "semesterName"
        from base.teaching_class class join base.semester on semester.xnxq = class.semester_id
        where class.teaching_class_id = $1`,
      [sheet?.teachingClassId ?? ''],
    );
    const known = rows[0] && (await attemptsAt(services, student.studentCode, rows[0].courseId));
    const attempt = known?.attempts.find((one) => one.attemptId === attemptId);
    if (!rows[0] || !attempt) return refuseField('ATTEMPT_GONE', {}, 'attemptId');
    const locked = await whyLocked(services, student.studentCode);
    if (locked) return locked;
    const { courseId, courseNum, courseName, semesterId, openDepartmentId, finalName, courseCredit } = attempt;
    return {
      subject: attemptId,
      subjectName: `${courseName}（${courseNum}）${finalName}`,
      semesterId,
      courseId,
      teachingClassId: attempt.teachingClassId,
      openDepartmentId,
      details: [
        { label: '课程', value: `${courseName}（${courseNum}）` },
        { label: '成绩学期', value: rows[0].semesterName },
        { label: '学分', value: formatDecimal(courseCredit, 1, 1) },
        { label: '成绩', value: finalName },
        { label: '注销原因', value: cancelReason },
      ],
      facts: { attemptId, courseId, finalName, reason: cancelReason },
    };
  },

  async refuses({ studentCode, facts }, services) {
    const { attemptId = '', courseId = '', finalName = '' } = facts;
    const { attempts } = await attemptsAt(services, studentCode, courseId);
    const attempt = attempts.find((one) => one.attemptId === attemptId);
    if (!attempt) return refuse('ATTEMPT_GONE');
    const locked = await whyLocked(services, studentCode);
    if (locked) return locked;
    return attempt.finalName === finalName
      ? null
      : refuse('ATTEMPT_CHANGED', { before: finalName, after: attempt.finalName });
  },

  effect: (request, context, services) =>
    changeAttempt(request, { type: 'cancel', reason: request.facts['reason'] ?? '' }, context, services),

  revoke: (request, reason, context, services) =>
    changeAttempt(request, { type: 'restore', reason }, context, services),
});

/** The scores with which a student graduates are locked (SCORE-MORE-25): none is cancelled until they are unlocked. */
async function whyLocked({ pool }: Pick<CommandServices, 'pool'>, studentCode: string): Promise<Refused | null> {
  const { rows } = await pool.query<{ batch: string }>(
    `select graduation_batch as batch from base.graduation_score where student_code = $1 and lock_status = '1'
      order by lock_time desc limit 1`,
    [studentCode],
  );
  return rows[0] ? refuse('ATTEMPT_LOCKED', { batch: rows[0].batch }) : null;
}
