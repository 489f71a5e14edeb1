import { attemptsStream, type Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { loadCourseTraits, type CourseTraits } from './recognition.facts.ts';

/** A student's attempt that a form names, with what its course is. */
export interface NamedAttempt {
  readonly attempt: Attempt;
  readonly traits: CourseTraits | undefined;
}

/**
 * The attempts that a form names, as their streams have them, by attempt id. Those that do not exist, or no longer, are
 * left out.
 */
export async function loadNamedAttempts(
  { handler, pool }: CommandServices,
  studentCode: string,
  named: readonly { attemptId: string; outCourseId: string }[],
): Promise<ReadonlyMap<string, NamedAttempt>> {
  const courseIds = [
    ...new Set(named.filter(({ attemptId }) => attemptId !== '').map(({ outCourseId }) => outCourseId)),
  ];
  const [traits, states] = await Promise.all([
    loadCourseTraits(pool, courseIds),
    Promise.all(courseIds.map((courseId) => handler.read(attemptsStream(studentCode, courseId), attemptsStreams))),
  ]);
  const wanted = new Set(named.map(({ attemptId }) => attemptId));
  return new Map(
    states
      .flatMap(({ state }) => state.attempts)
      .filter(({ attemptId }) => wanted.has(attemptId))
      .map((attempt) => [attempt.attemptId, { attempt, traits: traits.get(attempt.courseId) }]),
  );
}
