import { attemptsStream, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { upgradeVersionApply } from '@jwxt/contracts/student-application/kinds/upgrade-version-apply.ts';
import {
  studentApplication,
  type StudentApplicationRequest,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { userOfScore } from '../recognition/shared/own-score.ts';
import type { AttemptsCommand } from '../score/shared/attempts.decider.ts';
import { following, namedAttempt, newCourseOf, onAttempts } from './kinds/upgrade-version-apply.ts';

const attemptChanges = [
  'AttemptRecorded',
  'AttemptRevised',
  'AttemptWithdrawn',
  'AttemptCancelled',
  'AttemptRestored',
  'AttemptBonusGiven',
  'AttemptBonusTaken',
] as const;
type OldEvent = Extract<AttemptsEvent, { type: (typeof attemptChanges)[number] }>;

/**
 * The score of the new course follows the one that it was made from: it changes, goes and comes back with it, also when
 * that is cancelled or given a bonus.
 */
export const followUpgraded: Policy = {
  name: 'upgraded-scores',
  types: attemptChanges,
  start: 'beginning',
  async react(stored, services) {
    const { type, data } = stored.event as OldEvent;
    // The first score of a course: nothing was made from it yet.
    if (type === 'AttemptRecorded' && stored.revision === 0) return null;
    const user = await userOfScore(services, data.studentCode, data.attemptId);
    if (!user) return null;
    const { state } = await services.handler.read(
      studentApplication.streamOf(user.applyId),
      studentApplication.streams,
    );
    if (state.status !== 'effected' || state.request.processNo !== upgradeVersionApply.processNo) return null;
    const command = await followingCommand(services, state.request, 'reason' in data ? data.reason : '');
    const done = await onAttempts(services, state.request, command, policyContext(stored, 'upgrade.follow'));
    if (isRefused(done)) throw new PolicyRefused('upgrade.follow', done.refused);
    return done.position;
  },
};

/** What the new course's score becomes by the old one as it is now. */
async function followingCommand(
  services: CommandServices,
  request: StudentApplicationRequest,
  why: string,
): Promise<AttemptsCommand> {
  const old = await namedAttempt(services, request);
  const stream = attemptsStream(request.studentCode, newCourseOf(request).courseId);
  const { state } = await services.handler.read(stream, attemptsStreams);
  return following(request, old, state, `随原课程成绩变动${why === '' ? '' : `：${why}`}`);
}
