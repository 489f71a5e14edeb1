import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import { studentOnSheet, type SheetStudent } from '@jwxt/contracts/score/kept-rows.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, sheetStreams, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemark, sheetStatus, type SheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
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
 * Sets 休学/退学中断 on a student's row of a sheet that is not handed in, or takes it off; what was typed stays.
 * Nothing where the sheet says so already, is not set up, or was handed in.
 */
const interruptedDecider = sheetDecider(
  (
    state: ScoreSheetState,
    { studentCode, set, reason }: Interruption,
    { students, granted }: { readonly students: ReadonlyMap<string, SheetStudent>; readonly granted: string | null },
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
    // What an application gave is in force again.
    const back = granted ?? scoreRemark.normal;
    const after = set ? scoreRemark.interrupted : back;
    const final = { before: row?.final ?? null, after: computeRow(cellValues(row), after, rules, student).final };
    const rows = [{ ...student, before, beforeName: remarkName(before), after, afterName: remarkName(after), final }];
    return [{ type: 'RemarkSet', data: { teachingClassId, scoreType: type, courseId, rows, reason } }];
  },
);

/** {@link interruptedDecider} on the sheet of a class, of its kind; repeated, it is the same command. */
export async function setInterruption(
  services: CommandServices,
  teachingClassId: string,
  interruption: Interruption,
  context: CommandContext,
): Promise<void> {
  const done = await services.handler.execute({
    stream: sheetStream(teachingClassId, (await kindsOf(services, [teachingClassId])).get(teachingClassId) ?? ''),
    decider: interruptedDecider,
    command: interruption,
    context,
    facts: async () => ({
      ...(await recallClass(services, teachingClassId)),
      granted: await grantedOf(services, teachingClassId, interruption.studentCode),
    }),
  });
  if (isRefused(done)) throw new PolicyRefused('statusChange.sheet', done.refused);
}

/** The remark that an application in force gives the student in a class: 缓考 or 免听; null: none. */
async function grantedOf(
  { pool }: Pick<CommandServices, 'pool'>,
  teachingClassId: string,
  studentCode: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ code: string }>(
    'select remark_code as code from base.granted_remark where teaching_class_id = $1 and student_code = $2',
    [teachingClassId, studentCode],
  );
  return rows[0]?.code ?? null;
}

/** Score types of the sheets of some classes: ordinary ones, and those of make-ups and retakes. */
async function kindsOf(
  { pool }: Pick<CommandServices, 'pool'>,
  teachingClassIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; kind: string }>(
    'select teaching_class_id as id, class_kind as kind from base.teaching_class where teaching_class_id = any($1)',
    [teachingClassIds],
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** How far the sheets of some classes are, each of its kind. */
export async function readSheetStates(
  services: Pick<CommandServices, 'handler' | 'pool'>,
  teachingClassIds: readonly string[],
): Promise<ReadonlyMap<string, SheetStatus>> {
  const states = new Map<string, SheetStatus>();
  for (const [id, kind] of await kindsOf(services, teachingClassIds)) {
    const { state } = await services.handler.read(sheetStream(id, kind), sheetStreams);
    states.set(id, state.status);
  }
  return states;
}
