import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams, type AttemptsState } from '@jwxt/contracts/score/attempts.state.ts';
import type { StudentApplicationRequest } from '@jwxt/contracts/student-application/student-application.events.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { isRefused, type Refused } from '../kernel/refusal.ts';
import { attemptsDecider, noFacts } from '../score/shared/attempts.decider.ts';

/** A student's attempts at a course, as the log has them. */
export async function attemptsAt(
  { handler }: CommandServices,
  studentCode: string,
  courseId: string,
): Promise<AttemptsState> {
  return (await handler.read(attemptsStream(studentCode, courseId), attemptsStreams)).state;
}

type Change =
  | { readonly type: 'cancel' | 'restore' | 'takeBonus'; readonly reason: string }
  | { readonly type: 'giveBonus'; readonly reason: string; readonly points: number };

/** Does to the attempt that the facts of an application name (`attemptId`, `courseId`) what it asked for. */
export async function changeAttempt(
  { applyId, studentCode, studentNumber, studentName, facts }: StudentApplicationRequest,
  change: Change,
  context: CommandContext,
  { handler }: CommandServices,
): Promise<Position | null | Refused> {
  const { attemptId = '', courseId = '' } = facts;
  const student = { studentCode, studentNumber, studentName };
  const done = await handler.execute({
    stream: attemptsStream(studentCode, courseId),
    decider: attemptsDecider,
    command: { ...change, attemptId, student, courseId, applyId },
    context,
    facts: () => noFacts,
  });
  return isRefused(done) ? done : done.position;
}
