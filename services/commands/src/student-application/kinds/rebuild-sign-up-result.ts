import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { rebuildModeNames, type RebuildMode } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { rebuildFee } from '@jwxt/contracts/score-setting/rebuild-expense.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import type { StudentApplicationRequest } from '@jwxt/contracts/student-application/student-application.events.ts';
import { readRebuildExpenses } from '@jwxt/infra/runtime/rebuild-expense.ts';
import { semesterMissed } from '@jwxt/infra/runtime/registered-student.ts';
import { applyOnce, isKnownCommand } from '../../kernel/applied-command.ts';
import { isRefused, refuse } from '../../kernel/refusal.ts';
import {
  cancelSignUp,
  confirmSignUp,
  findOwedCourse,
  whyNotOwed,
  type PassedSignUp,
} from '../../makeup/shared/rebuild-sign-up.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

/** 重修报名 (SCORE-MORE-27): a course that the student failed and has not made good, once in a semester. */
export const rebuildSignUpRules = defineApplicationRules({
  kind: rebuildSignUpResult,

  async prepare({ form, student, context, services }) {
    const missed = await semesterMissed(services.pool, context.actor.studentCode, context.time);
    if (missed) return refuse('REGISTRATION_FIRST', missed);
    const course = await findOwedCourse(student, form.courseId, services);
    if (isRefused(course)) return course;
    const { courseId, courseNum, courseName, credit, nature, semesterId, semesterName, origin, times } = course;
    const amount = rebuildFee(await readRebuildExpenses(services.pool), {
      semesterId,
      courseNature: nature,
      rebuildMode: form.rebuildMode,
      credit,
      times,
    });
    const score = `${origin.finalName}（${remarkName(origin.scoreRemarkCode)}）`;
    return {
      subject: `${courseId}.${semesterId}`,
      subjectName: `${courseName}（${courseNum}）`,
      semesterId,
      courseId,
      teachingClassId: null,
      openDepartmentId: course.openDepartmentId,
      details: [
        { label: '重修课程', value: `${courseName}（${courseNum}），${formatDecimal(credit, 1, 1)} 学分` },
        { label: '报名学期', value: semesterName },
        { label: '重修方式', value: rebuildModeNames[form.rebuildMode] },
        { label: '费用', value: amount === 0 ? '免' : `${formatDecimal(amount, 2, 2)} 元` },
        { label: '原成绩', value: `${course.originSemesterName} ${score}` },
        { label: '已重修', value: `${String(times)} 次` },
      ],
      facts: {
        rebuildMode: form.rebuildMode,
        amount: String(amount),
        courseName,
        originSemesterName: course.originSemesterName,
        originScore: origin.finalName,
        scoreRemarkName: remarkName(origin.scoreRemarkCode),
        rebuildTimes: String(times),
      },
    };
  },

  refuses: (request, services) => whyNotOwed(signUpOf(request), services),

  async effect(request, context, services) {
    const signUp = signUpOf(request);
    // What was kept stays kept, whatever the student has passed since.
    const needless = (await isKnownCommand(services.pool, context)) ? null : await whyNotOwed(signUp, services);
    if (needless) return needless;
    const done = await applyOnce(services.pool, context, (client) => confirmSignUp(client, context, signUp));
    return isRefused(done) ? done : null;
  },

  async revoke({ applyId }, reason, context, { pool }) {
    const done = await applyOnce(pool, context, (client) => cancelSignUp(client, context, applyId, reason));
    return isRefused(done) ? done : null;
  },
});

function signUpOf({ applyId, courseId, semesterId, facts, ...student }: StudentApplicationRequest): PassedSignUp {
  return {
    signUpId: applyId,
    studentCode: student.studentCode,
    studentNumber: student.studentNumber,
    studentName: student.studentName,
    courseId: courseId ?? '',
    courseName: facts['courseName'] ?? '',
    semesterId,
    rebuildMode: facts['rebuildMode'] as RebuildMode,
    amount: Number(facts['amount']),
  };
}
