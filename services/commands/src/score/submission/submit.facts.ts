import type { EarlierFigures } from '@jwxt/contracts/score/sheet-warnings.ts';
import { sheetProcessOf, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { applicationId } from '@jwxt/infra/runtime/event-id.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { loadDraftFacts } from '../../approval/shared/application-draft.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { roundOf, type SubmitFacts } from './sheet-submit.ts';
import { loadRoster, loadTeachers } from '../teaching-class.facts.ts';

/**
 * Who hands a class in, who teaches and attends it, what it is compared with (told by the sender, who sees all
 * published scores), and the process that it goes by.
 */
export async function loadSubmitFacts(
  db: Queryable,
  {
    teachingClassId,
    scoreType,
    earlier,
  }: { teachingClassId: string; scoreType: ScoreType; earlier?: EarlierFigures | undefined },
  state: ScoreSheetState,
  { actor, time, commandId }: CommandContext,
): Promise<SubmitFacts> {
  const [teachers, roster, process] = await Promise.all([
    loadTeachers(db, teachingClassId),
    loadRoster(db, teachingClassId),
    loadDraftFacts(db, sheetProcessOf[scoreType], roundOf(state)?.processVersion),
  ]);
  return {
    actor,
    now: time,
    teachers,
    roster,
    earlier: earlier ?? null,
    process,
    newApplyId: applicationId({ stream: sheetStream(teachingClassId, scoreType), commandId }),
  };
}
