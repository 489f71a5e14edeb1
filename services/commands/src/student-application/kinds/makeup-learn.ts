import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { coursesEquivalentTo } from '@jwxt/contracts/score/equivalent-courses.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreType, sheetStatus, SUPPLEMENTARY_SOURCE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { makeupLearn, makeupLearnReasons } from '@jwxt/contracts/student-application/kinds/makeup-learn.ts';
import type { StudentApplicationRequest } from '@jwxt/contracts/student-application/student-application.events.ts';
import { followableClasses } from '@jwxt/infra/runtime/followable-classes.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import { joinRoster, leaveRoster, type RosterPlace } from '../../base-info/shared/roster.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

/** 补修 (SCORE-MORE-41): the student comes onto the list of a class with 补修, and his score has that exam nature. */
export const makeupLearnRules = defineApplicationRules({
  kind: makeupLearn,

  async prepare({ form, student: { studentCode }, services }) {
    const field = 'followTeachingClassId';
    const { followTeachingClassId: teachingClassId, reasonType, reasonText } = form;
    const [found] = await followableClasses(services.pool, studentCode, teachingClassId);
    if (!found) return refuseField('MAKEUP_LEARN_CLASS_UNKNOWN', {}, field);
    const { courseId, courseNum, courseName, semesterId, openDepartmentId } = found;
    const refused =
      (await whyNotMissed(services, studentCode, courseId, courseName)) ??
      (await whyNotJoining(services, teachingClassId, courseName));
    if (refused) return refuseField(refused.refused.code, { ...refused.refused.details }, field);
    return {
      subject: `${courseId}.${semesterId}`,
      subjectName: `${courseName}（${courseNum}）`,
      semesterId,
      courseId,
      teachingClassId,
      openDepartmentId,
      details: [
        { label: '课程', value: `${courseName}（${courseNum}）` },
        { label: '计划学期', value: found.planSemesterName },
        { label: '跟班教学班', value: found.teachingClassName },
        { label: '任课教师', value: found.teachers },
        { label: '补修原因', value: makeupLearnReasons[reasonType] },
        ...(reasonText === null ? [] : [{ label: '说明', value: reasonText }]),
      ],
      facts: { teachingClassId, courseId, courseName },
    };
  },

  async refuses({ studentCode, facts }, services) {
    const { courseId = '', courseName = '', teachingClassId = '' } = facts;
    return (
      (await whyNotMissed(services, studentCode, courseId, courseName)) ??
      (await whyNotJoining(services, teachingClassId, courseName))
    );
  },

  effect: (request, context, services) => changeList(joinRoster, request, context, services),

  revoke: (request, _reason, context, services) => changeList(leaveRoster, request, context, services),
});

/**
 * Brings the student onto the list of the class, or off it, once: what was done is not judged by how the sheet stands
 * since.
 */
async function changeList(
  change: typeof joinRoster,
  request: StudentApplicationRequest,
  context: CommandContext,
  services: CommandServices,
): Promise<Refused | null> {
  const place = placeOf(request);
  const done = await applyOnce(
    services.pool,
    context,
    async (client) =>
      (await whyNotJoining(services, place.teachingClassId, request.facts['courseName'] ?? '')) ??
      (await change(client, context, place)) ??
      {},
  );
  return isRefused(done) ? done : null;
}

const placeOf = ({ studentCode, facts }: StudentApplicationRequest): RosterPlace => ({
  teachingClassId: facts['teachingClassId'] ?? '',
  studentCode,
  listSource: SUPPLEMENTARY_SOURCE,
});

/** Why the course was not missed: the student has a score of it, or of an equivalent one; null when it was. */
async function whyNotMissed(
  { handler, pool }: CommandServices,
  studentCode: string,
  courseId: string,
  course: string,
): Promise<Refused | null> {
  const courses = coursesEquivalentTo(courseId, await loadEquivalentCourses(pool));
  const states = await Promise.all(
    courses.map((each) => handler.read(attemptsStream(studentCode, each), attemptsStreams)),
  );
  const attempt = states.flatMap(({ state }) => state.attempts)[0];
  return attempt ? refuse('MAKEUP_LEARN_HAS_SCORE', { course, final: attempt.finalName }) : null;
}

/** Why the list of the class takes and gives away nobody any more; null when it does. */
async function whyNotJoining(
  { handler }: CommandServices,
  teachingClassId: string,
  course: string,
): Promise<Refused | null> {
  const { state } = await handler.read(sheetStream(teachingClassId, scoreType.regular), sheetStreams);
  return state.status === sheetStatus.submitted || state.status === sheetStatus.published
    ? refuse('MAKEUP_LEARN_HANDED_IN', { course })
    : null;
}
