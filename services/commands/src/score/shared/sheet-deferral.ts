import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import { studentOnSheet, type SheetStudent } from '@jwxt/contracts/score/kept-rows.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, sheetStreams, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemark, scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { Executed } from '../../kernel/command-handler.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import type { Decision } from '../../kernel/decider.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { recallClass } from '../teaching-class.facts.ts';

/** Whose leave on which sheet. */
export interface Deferral {
  readonly teachingClassId: string;
  readonly courseName: string;
  readonly studentCode: string;
}

interface DeferralFacts {
  readonly students: ReadonlyMap<string, SheetStudent>;
}

/**
 * Remarks over which leave may be given: nothing yet, or that he stayed away, which nobody knew the reason of.
 * Everything else was decided about him, 取消考试资格 above all (domain-model-score §2).
 */
const deferrable = new Set<string>([
  scoreRemark.normal,
  scoreRemark.deferred,
  scoreRemark.absent,
  scoreRemark.absentWithoutLeave,
  scoreRemark.pending,
]);

/** Why the sheet takes no leave of the student now; null when it does, also where it is not set up yet. */
function whyNotDeferrable(
  state: ScoreSheetState,
  { studentCode, courseName: course }: Deferral,
  students: DeferralFacts['students'],
): Refused | null {
  if (state.status === sheetStatus.unset) return null;
  if (state.status === sheetStatus.submitted) return refuse('DEFERRED_SHEET_HANDED_IN', { course });
  if (state.status === sheetStatus.published) return refuse('DEFERRED_SHEET_PUBLISHED', { course });
  if (!studentOnSheet(state, students, studentCode)) return refuse('DEFERRED_LEFT_CLASS', { course });
  const remark = remarkOf(state.rows[studentCode]);
  return deferrable.has(remark) ? null : refuse('DEFERRED_REMARK', { course, remark: remarkName(remark) });
}

/** Sets 缓考 on a student's row, or takes it off again; nothing where the sheet says so already or is not set up. */
export const deferralDecider = sheetDecider(
  (
    state: ScoreSheetState,
    command: Deferral & { readonly set: boolean; readonly reason: string },
    { students }: DeferralFacts,
  ): Decision<ScoreSheetEvent> => {
    const { studentCode, courseName: course, set, reason } = command;
    if (state.status === sheetStatus.unset) return [];
    const row = state.rows[studentCode];
    const before = remarkOf(row);
    if ((before === scoreRemark.deferred) === set) return [];
    if (state.status === sheetStatus.published) return refuse('DEFERRED_SHEET_PUBLISHED', { course });
    const refused = set ? whyNotDeferrable(state, command, students) : null;
    if (refused) return refused;
    if (state.status === sheetStatus.submitted) return refuse('DEFERRED_SHEET_HANDED_IN', { course });
    const student = studentOnSheet(state, students, studentCode);
    // Who left the class has no row to take it off.
    if (!student) return [];
    const {
      facts: { teachingClassId, scoreType: type, courseId },
      rules,
    } = state;
    const after = set ? scoreRemark.deferred : scoreRemark.normal;
    const final = { before: row?.final ?? null, after: computeRow(cellValues(row), after, rules, student).final };
    return [
      {
        type: 'RemarkSet',
        data: {
          teachingClassId,
          scoreType: type,
          courseId,
          rows: [{ ...student, before, beforeName: remarkName(before), after, afterName: remarkName(after), final }],
          reason,
        },
      },
    ];
  },
);

/** {@link deferralDecider} on the ordinary sheet of a class. */
export async function changeDeferral(
  services: CommandServices,
  command: Deferral & { readonly set: boolean; readonly reason: string },
  context: CommandContext,
): Promise<Executed<ScoreSheetState> | Refused> {
  return services.handler.execute({
    stream: sheetStream(command.teachingClassId, scoreType.regular),
    decider: deferralDecider,
    command,
    context,
    facts: () => recallClass(services, command.teachingClassId),
  });
}

/** Why a student can have no leave in a class as its sheet stands; null when he can. */
export async function deferralRefusal(services: CommandServices, deferral: Deferral): Promise<Refused | null> {
  const [{ state }, { students }] = await Promise.all([
    services.handler.read(sheetStream(deferral.teachingClassId, scoreType.regular), sheetStreams),
    recallClass(services, deferral.teachingClassId),
  ]);
  return whyNotDeferrable(state, deferral, students);
}
