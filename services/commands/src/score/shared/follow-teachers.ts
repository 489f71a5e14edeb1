import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { openForSettings } from '../settings/sheet-settings.ts';

/** Who teaches a class now, the first first, and who does not any more. */
interface TaughtBy {
  readonly firstTeacher: string;
  readonly gone: readonly string[];
  readonly reason: string;
}

/**
 * Who types a sheet follows the teachers of its class while it is open: nobody named, it is the first of them; whoever
 * was named and teaches the class no more types no more. Another whom the unit has named goes on typing.
 */
export const followTeachersDecider = sheetDecider(
  (state: ScoreSheetState, { firstTeacher, gone, reason }: TaughtBy): Decision<ScoreSheetEvent> => {
    const sheet = openForSettings(state);
    if (isRefused(sheet)) return [];
    const { teachingClassId, scoreType: type, importTeacherGh, importTeacher } = sheet.facts;
    const before = { gh: importTeacherGh ?? null, name: importTeacher };
    if (before.gh !== null ? !gone.includes(before.gh) : before.name === firstTeacher) return [];
    const after = { gh: null, name: firstTeacher };
    return [{ type: 'ImportTeacherSet', data: { teachingClassId, scoreType: type, before, after, reason } }];
  },
);

/** Lets the regular sheet of a class follow its teachers. */
export function followTeachers(
  { handler }: Pick<CommandServices, 'handler'>,
  context: CommandContext,
  teachingClassId: string,
  command: TaughtBy,
): Promise<Refused | { position: Position | null }> {
  return handler.execute({
    stream: sheetStream(teachingClassId, scoreType.regular),
    decider: followTeachersDecider,
    command,
    context,
    facts: () => null,
  });
}
