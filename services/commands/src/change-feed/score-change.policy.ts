import type { z } from 'zod';
import type { scoreFacts } from '@jwxt/contracts/change-feed/change-feed.operations.ts';
import type { ChangeOperation } from '@jwxt/contracts/change-feed/change-feed.vocabulary.ts';
import {
  attemptsStream,
  sheetOfAttempt,
  type Attempt,
  type AttemptsEvent,
} from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';

const told = [
  'AttemptRecorded',
  'AttemptRevised',
  'AttemptWithdrawn',
  'AttemptCancelled',
  'AttemptRestored',
  'AttemptBonusGiven',
  'AttemptBonusTaken',
] as const;
type Told = Extract<AttemptsEvent, { type: (typeof told)[number] }>;

/**
 * Keeps what programs are told of published scores beside what they are told of rows: under the event's own id, so that
 * an event that comes again is told once. Scopes look at the unit of the teaching class, and of the course where the
 * score was recognised.
 */
export const tellOfScores: Policy = {
  name: 'change-feed-scores',
  types: told,
  start: 'now',
  async react(stored, services) {
    const { operation, facts } = await toldOf(stored, services);
    await services.pool.query(
      `insert into base.change (change_id, kind, operation, facts, dwh, xqdm)
        select $1, 'score', $2, $3::jsonb, coalesce(class.open_department_id, course.kkxy), class.xqdm
          from (select) one left join base.teaching_class class on class.teaching_class_id = $4
            left join base.course on course.kch = $5
        on conflict (change_id) do nothing`,
      [stored.id, operation, JSON.stringify(facts), facts.teachingClassId ?? null, facts.courseId],
    );
    return null;
  },
};

type Facts = z.output<typeof scoreFacts>;

async function toldOf(
  stored: StoredEvent,
  { handler }: CommandServices,
): Promise<{ operation: ChangeOperation; facts: Facts }> {
  const event = stored.event as Told;
  if (event.type === 'AttemptRecorded') return { operation: 'added', facts: factsOf(event.data) };
  const { attemptId, studentCode, studentNumber, courseId } = event.data;
  const key = { attemptId, studentCode, studentNumber, courseId, ...sheetOfAttempt(attemptId, studentCode) };
  if (event.type === 'AttemptWithdrawn' || event.type === 'AttemptCancelled')
    return { operation: 'removed', facts: key };
  const stream = attemptsStream(studentCode, courseId);
  const { state } = await handler.readSince(stream, attemptsStreams, stored.revision);
  // It may have been withdrawn or cancelled since.
  const attempt = state.attempts.find((one) => one.attemptId === attemptId);
  const facts = attempt ? factsOf(attempt) : key;
  switch (event.type) {
    case 'AttemptRestored':
      return { operation: attempt ? 'added' : 'removed', facts };
    case 'AttemptRevised': {
      const { finalName, scoreRemarkCode, passed } = event.data.after;
      return { operation: 'changed', facts: { ...facts, finalName, scoreRemarkCode, passed } };
    }
    case 'AttemptBonusGiven':
    case 'AttemptBonusTaken':
      return { operation: 'changed', facts: { ...facts, finalName: event.data.after.finalName } };
    default:
      return event satisfies never;
  }
}

function factsOf(attempt: Attempt): Facts {
  return {
    attemptId: attempt.attemptId,
    studentCode: attempt.studentCode,
    studentNumber: attempt.studentNumber,
    courseId: attempt.courseId,
    courseNum: attempt.courseNum,
    semesterId: attempt.semesterId,
    teachingClassId: attempt.teachingClassId,
    scoreType: attempt.scoreType,
    examNature: attempt.examNature,
    finalName: attempt.finalName,
    scoreRemarkCode: attempt.scoreRemarkCode,
    passed: attempt.passed,
  };
}
