import type { AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import { concurrently } from '../kernel/concurrently.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { loadListings, refOf, standingNow } from './listing.facts.ts';
import { followOnOpenList, putBackOnList, takeOffList } from './origin-rows.ts';
import type { Listing } from './origin-standing.ts';
import { followOriginDecider } from './reassessment-origin.decider.ts';

const SIDE_BY_SIDE = 8;
const reassessmentTypes = new Set<string>([scoreType.makeup, scoreType.retake]);

/**
 * Lists follow the scores that they were made from: when one is taken back, changed or passed another way, and when a
 * list that waited for approval, or a change of it, comes back. It looks at how things stand now, whichever event it is
 * asked about: again, late, or twice comes to the same.
 */
export const followOrigins: Policy = {
  name: 'makeup-origins',
  types: [
    'AttemptRecorded',
    'AttemptRevised',
    'AttemptWithdrawn',
    'AttemptCancelled',
    'AttemptRestored',
    'ScoresReopened',
    'ScoresRolledBack',
    'ChangeReleased',
  ],
  start: 'beginning',
  async react(stored, services) {
    const event = stored.event as AttemptsEvent | ScoreSheetEvent;
    switch (event.type) {
      case 'AttemptRecorded':
      case 'AttemptRevised':
      case 'AttemptWithdrawn':
      case 'AttemptCancelled':
      case 'AttemptRestored':
        return follow(
          stored,
          services,
          await loadListings(services.pool, { studentCode: event.data.studentCode, courseId: event.data.courseId }),
        );
      case 'ScoresReopened':
      case 'ScoresRolledBack':
      case 'ChangeReleased':
        return reassessmentTypes.has(event.data.scoreType)
          ? follow(stored, services, await loadListings(services.pool, { teachingClassId: event.data.teachingClassId }))
          : null;
      default:
        return null;
    }
  },
};

async function follow(
  cause: StoredEvent,
  services: CommandServices,
  listings: readonly Listing[],
): Promise<Position | null> {
  let last: Position | null = null;
  await concurrently(listings, SIDE_BY_SIDE, async (listing) => {
    last = later(last, await followOne(cause, services, listing));
  });
  return last;
}

async function followOne(cause: StoredEvent, services: CommandServices, listing: Listing): Promise<Position | null> {
  const { teachingClassId, scoreType, studentCode } = listing;
  const { handler, pool } = services;
  const purpose = `makeup.followOrigin:${teachingClassId}:${studentCode}`;
  const context = policyContext(cause, purpose);
  // Without a sheet the rows are all there is.
  if (!listing.hasLeft) await followOnOpenList(pool, context, listing, await standingNow(services, listing));
  const done = await handler.execute({
    stream: sheetStream(teachingClassId, scoreType),
    decider: followOriginDecider,
    command: {},
    context,
    facts: async () => ({
      student: refOf(listing),
      standing: await standingNow(services, listing),
      isFree: listing.isFree,
    }),
  });
  if (isRefused(done)) throw new PolicyRefused(purpose, done.refused);
  const { state } = done;
  if (state.status === sheetStatus.unset) return done.position;
  if (state.removed?.includes(studentCode))
    await takeOffList(pool, context, teachingClassId, studentCode, state.leftByItself?.includes(studentCode) ?? false);
  else if (listing.hasLeft) await putBackOnList(pool, context, teachingClassId, studentCode);
  return done.position;
}
