import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import { studentOnSheet, type SheetStudent } from '@jwxt/contracts/score/kept-rows.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, sheetStreams, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemark, scoreType, sheetStatus, type SheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { PolicyRefused } from '../../kernel/policy-refused.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { recallClass } from '../teaching-class.facts.ts';

interface Interruption {
  readonly studentCode: string;
  readonly set: boolean;
  readonly reason: string;
}

/** Remarks that say more about a student than that he left: they stay. */
const DECIDED: readonly string[] = [scoreRemark.cheating, scoreRemark.violation, scoreRemark.disqualified];

/**
 * Sets 休学/退学中断 on a student's row of a sheet that is not handed in, or takes it off; what was typed stays. Nothing
 * where the sheet says so already, is not set up, or was handed in.
 */
const interruptedDecider = sheetDecider(
  (
    state: ScoreSheetState,
    { studentCode, set, reason }: Interruption,
    { students }: { readonly students: ReadonlyMap<string, SheetStudent> },
  ): Decision<ScoreSheetEvent> => {
    if (state.status !== sheetStatus.set && state.status !== sheetStatus.entering) return [];
    const row = state.rows[studentCode];
    const before = remarkOf(row);
    const student = studentOnSheet(state, students, studentCode);
    if (!student || (before === scoreRemark.interrupted) === set || (set && DECIDED.includes(before))) return [];
    const {
      facts: { teachingClassId, scoreType: type, courseId },
      rules,
    } = state;
    const after = set ? scoreRemark.interrupted : scoreRemark.normal;
    const final = { before: row?.final ?? null, after: computeRow(cellValues(row), after, rules, student).final };
    const rows = [{ ...student, before, beforeName: remarkName(before), after, afterName: remarkName(after), final }];
    return [{ type: 'RemarkSet', data: { teachingClassId, scoreType: type, courseId, rows, reason } }];
  },
);

/** {@link interruptedDecider} on the ordinary sheet of a class; repeated, it is the same command. */
export async function setInterruption(
  services: CommandServices,
  teachingClassId: string,
  interruption: Interruption,
  context: CommandContext,
): Promise<void> {
  const done = await services.handler.execute({
    stream: sheetStream(teachingClassId, scoreType.regular),
    decider: interruptedDecider,
    command: interruption,
    context,
    facts: () => recallClass(services, teachingClassId),
  });
  if (isRefused(done)) throw new PolicyRefused('statusChange.sheet', done.refused);
}

/** How far the ordinary sheets of some classes are. */
export async function readSheetStates(
  { handler }: Pick<CommandServices, 'handler'>,
  teachingClassIds: readonly string[],
): Promise<ReadonlyMap<string, SheetStatus>> {
  const states = new Map<string, SheetStatus>();
  for (const id of teachingClassIds) {
    const { state } = await handler.read(sheetStream(id, scoreType.regular), sheetStreams);
    states.set(id, state.status);
  }
  return states;
}
