import { attemptsStream, sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { attemptsDecider, noFacts } from '../score/shared/attempts.decider.ts';
import { publishedValue } from '../score/shared/published-value.ts';
import { refOf } from './listing.facts.ts';
import type { Listing } from './origin-standing.ts';

/**
 * Revises the attempt of a published make-up to what its sheet says, once its original items are others now; again, it
 * changes nothing. Null where the sheet was not weighed anew.
 */
export async function reviseMakeup(
  { handler }: CommandServices,
  context: CommandContext,
  listing: Listing,
  sheet: ScoreSheetState,
): Promise<Position | null> {
  const { teachingClassId, scoreType, studentCode, courseId } = listing;
  if (sheet.status !== sheetStatus.published) return null;
  const note = sheet.origins?.[studentCode];
  if (note?.cause !== 'changed' && note?.cause !== 'restored') return null;
  const revised = await handler.execute({
    stream: attemptsStream(studentCode, courseId),
    decider: attemptsDecider,
    command: {
      type: 'revise',
      revision: {
        ...refOf(listing),
        attemptId: sheetAttemptId({ teachingClassId, scoreType }, studentCode),
        courseId,
        applyId: sheet.submission.applyId,
        reason: note.text,
        after: publishedValue(sheet, studentCode),
      },
    },
    context,
    facts: () => noFacts,
  });
  if (isRefused(revised)) throw new PolicyRefused('attempts.revise', revised.refused);
  return revised.position;
}
