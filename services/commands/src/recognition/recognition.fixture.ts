import { randomUUID } from 'node:crypto';
import { attemptsStream, type Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsDecider, noFacts, type AttemptsCommand } from '../score/shared/attempts.decider.ts';
import type { TestApp } from '../testing/commands-app.ts';
import { people } from '../testing/score-school.ts';

const { clerk } = people;

/** A score earned elsewhere, as the form has it. */
export const outside = (outCourseName: string, outCourseCredit: string, more: object = {}) => ({
  outSemesterId: '2025-2026-2',
  outCourseCode: `X-${outCourseName}`,
  outCourseName,
  outCourseCredit,
  outScoreCognizanceFinalValue: '91',
  ...more,
});
export const inside = (courseId: string, scoreCognizanceFinalValue: string) => ({
  courseId,
  scoreCognizanceFinalValue,
});
export const form = (studentId: string, courseIds: readonly string[], more: object = {}) => ({
  kind: 'outside',
  studentId,
  scoreCognizanceApplyRemark: '交换学习期间所修',
  relateList: courseIds.map((courseId, at) => ({
    outSideList: [outside(`微积分${courseId}${at}`, '5')],
    inSideList: [inside(courseId, '88.5')],
  })),
  ...more,
});

/** What tests of recognitions do with the school of `loadScoreSchool`. */
export function recognitionBench(app: () => TestApp) {
  const apply = (payload: object, commandId: string = randomUUID(), actor = clerk) =>
    app().send('recognition.apply', payload, { actor, commandId });
  async function applied(payload: object): Promise<string> {
    const outcome = await apply(payload);
    if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome));
    return (outcome.result as { applyId: string }).applyId;
  }
  const decide = (actor: typeof clerk, applyId: string, revision: number, more: object = {}) =>
    app().accept<{ approvalBusinessStatus: string; revision: number }>(
      'application.decide',
      { applyId, revision, approvalStatus: '0', approvalOpinion: '同意', ...more },
      { actor },
    );
  const types = async (stream: string): Promise<string[]> =>
    (await app().stream(stream)).map(({ event }) => event.type);
  const courses = (student: string) =>
    Promise.all(['K1', 'K2', 'K3'].map((course) => types(attemptsStream(student, course))));

  const addStudent = (code: string) =>
    app().accept('reference.load', {
      resource: 'student',
      rows: [
        {
          studentCode: code,
          studentNumber: code,
          studentName: `学生${code}`,
          xbm: '1',
          bjdm: 'B1',
          njzydm: '2026SE',
          dwh: '101',
          njdm: '2026',
          zydm: 'SE',
          xqdm: '1',
          xslbdm: '1',
          dqztm: '01',
        },
      ],
    });
  /** An attempt as an approved sheet makes it. */
  async function scored(studentCode: string, courseId: string, final: number, more: Partial<Attempt> = {}) {
    const attempt: Attempt = {
      attemptId: `TC-${courseId}.1.${studentCode}`,
      studentCode,
      studentNumber: studentCode,
      studentName: `学生${studentCode}`,
      courseId,
      courseNum: `N${courseId}`,
      courseName: { K1: '高等数学', K2: '程序设计', K3: '大学英语' }[courseId] ?? '西方音乐史',
      courseCredit: 40,
      semesterId: '2026-2027-1',
      examNature: '01',
      final,
      finalName: String(final / 100),
      scoreRemarkCode: '00',
      passed: final >= 6000,
      source: '1',
      ruleVersion: 'ZGF-60',
      teachingClassId: `TC-${courseId}`,
      scoreType: '1',
      applyId: 'A1',
      openDepartmentId: '101',
      departmentId: '101',
      bjdm: 'B1',
      njzydm: '2026SE',
      ...more,
    };
    await onAttempts(studentCode, courseId, { type: 'record', attempt });
    return attempt;
  }
  const onAttempts = (studentCode: string, courseId: string, command: AttemptsCommand) =>
    app().app.services.handler.execute({
      stream: attemptsStream(studentCode, courseId),
      decider: attemptsDecider,
      command,
      context: {
        commandId: randomUUID(),
        command: 'test',
        correlationId: 'c',
        causationId: null,
        clientAddress: null,
        actor: clerk,
        permission: null,
        time: new Date().toISOString(),
      },
      facts: () => noFacts,
    });
  return { apply, applied, decide, types, courses, addStudent, scored, onAttempts };
}
