import { needsOpenExam } from '@jwxt/contracts/score/score-cell.rules.ts';
import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import { studentOnSheet, type SheetStudent } from '@jwxt/contracts/score/kept-rows.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, sheetStreams, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName, type AppliedRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemark, scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { partOf, type CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { recallClass } from '../teaching-class.facts.ts';

/** Which remark of an application whose row has on the ordinary sheet of which class. */
export interface GrantedRemark {
  readonly teachingClassId: string;
  readonly courseName: string;
  readonly studentCode: string;
  readonly remark: AppliedRemark;
}

interface GrantFacts {
  readonly students: ReadonlyMap<string, SheetStudent>;
}

/**
 * Remarks over which one may be given: nothing yet, or, for leave from the exam, that he stayed away, which nobody knew
 * the reason of. Everything else was decided about him, 取消考试资格 above all (domain-model-score §2).
 */
const givenOver: Readonly<Record<AppliedRemark, ReadonlySet<string>>> = {
  [scoreRemark.deferred]: new Set([
    scoreRemark.normal,
    scoreRemark.deferred,
    scoreRemark.absent,
    scoreRemark.absentWithoutLeave,
    scoreRemark.pending,
  ]),
  [scoreRemark.selfStudy]: new Set([scoreRemark.normal, scoreRemark.selfStudy, scoreRemark.pending]),
};

/** Why the sheet takes no such remark on the student now; null when it does, also where it is not set up yet. */
function whyNotGiven(
  state: ScoreSheetState,
  { studentCode, courseName: course, remark }: GrantedRemark,
  students: GrantFacts['students'],
): Refused | null {
  const about = { course, name: remarkName(remark) };
  if (state.status === sheetStatus.unset) return null;
  if (state.status === sheetStatus.submitted) return refuse('GRANT_SHEET_HANDED_IN', about);
  if (state.status === sheetStatus.published) return refuse('GRANT_SHEET_PUBLISHED', about);
  if (!studentOnSheet(state, students, studentCode)) return refuse('GRANT_LEFT_CLASS', about);
  const before = remarkOf(state.rows[studentCode]);
  return givenOver[remark].has(before) ? null : refuse('GRANT_OVER_REMARK', { ...about, remark: remarkName(before) });
}

/** Sets the remark on the student's row, or takes it off; nothing where the sheet says so already or is not set up. */
export const grantDecider = sheetDecider(
  (
    state: ScoreSheetState,
    command: GrantedRemark & { readonly set: boolean; readonly reason: string },
    { students }: GrantFacts,
  ): Decision<ScoreSheetEvent> => {
    const { studentCode, courseName: course, remark, set, reason } = command;
    if (state.status === sheetStatus.unset) return [];
    const row = state.rows[studentCode];
    const before = remarkOf(row);
    if ((before === remark) === set) return [];
    const about = { course, name: remarkName(remark) };
    if (state.status === sheetStatus.published) return refuse('GRANT_SHEET_PUBLISHED', about);
    const refused = set ? whyNotGiven(state, command, students) : null;
    if (refused) return refused;
    if (state.status === sheetStatus.submitted) return refuse('GRANT_SHEET_HANDED_IN', about);
    const student = studentOnSheet(state, students, studentCode);
    // Who left the class has no row to take it off.
    if (!student) return [];
    const {
      facts: { teachingClassId, scoreType: type, courseId },
      rules,
    } = state;
    const after = set ? remark : scoreRemark.normal;
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

/** {@link grantDecider} on the ordinary sheet of a class; answers where the log is then. */
export async function changeGrantedRemark(
  services: CommandServices,
  command: GrantedRemark & { readonly set: boolean; readonly reason: string },
  context: CommandContext,
): Promise<{ position: Position | null } | Refused> {
  return services.handler.execute({
    stream: sheetStream(command.teachingClassId, scoreType.regular),
    decider: grantDecider,
    command,
    context,
    facts: () => recallClass(services, command.teachingClassId),
  });
}

/**
 * Why a student can be given a remark in no class as its sheet stands; null when he can. Another application in force
 * has given him one of its own, or 免听 has no exam to count.
 */
export async function grantRefusal(services: CommandServices, granted: GrantedRemark): Promise<Refused | null> {
  const { teachingClassId, courseName: course, studentCode, remark } = granted;
  const [{ state }, { students }, { rows }] = await Promise.all([
    services.handler.read(sheetStream(teachingClassId, scoreType.regular), sheetStreams),
    recallClass(services, teachingClassId),
    services.pool.query<{ remark: string }>(
      `select remark_code as remark from base.granted_remark
        where teaching_class_id = $1 and student_code = $2 and remark_code <> $3`,
      [teachingClassId, studentCode, remark],
    ),
  ]);
  const name = remarkName(remark);
  if (rows[0]) return refuse('GRANT_OVER_REMARK', { course, name, remark: remarkName(rows[0].remark) });
  if (state.status !== sheetStatus.unset && needsOpenExam(remark, state.rules.items))
    return refuse('SHEET_REMARK_NEEDS_EXAM', { name });
  return whyNotGiven(state, granted, students);
}

/**
 * Gives a remark, and keeps it for a sheet that is set up later. Refused, nothing is kept: the sheet was handed in, or
 * another application has given the student one.
 */
export async function grantRemark(
  services: CommandServices,
  { applyId, reason, ...granted }: GrantedRemark & { readonly applyId: string; readonly reason: string },
  context: CommandContext,
): Promise<{ position: Position | null } | Refused> {
  const { teachingClassId, courseName: course, studentCode, remark } = granted;
  const { rows } = await services.pool.query<{ kept: string }>(
    `insert into base.granted_remark as known (apply_id, teaching_class_id, student_code, remark_code, reason)
      values ($1, $2, $3, $4, $5)
      on conflict (teaching_class_id, student_code) do update set
        apply_id = case when known.remark_code = excluded.remark_code then excluded.apply_id else known.apply_id end,
        reason = case when known.remark_code = excluded.remark_code then excluded.reason else known.reason end
      returning remark_code as kept`,
    [applyId, teachingClassId, studentCode, remark, reason],
  );
  const kept = rows[0]?.kept ?? remark;
  const about = { course, name: remarkName(remark), remark: remarkName(kept) };
  const set =
    kept === remark
      ? await changeGrantedRemark(services, { ...granted, set: true, reason }, context)
      : refuse('GRANT_OVER_REMARK', about);
  if (isRefused(set)) await forgetRemark(services, applyId);
  return set;
}

/** An application that is in force no more keeps no remark for a sheet that is set up later. */
export async function forgetRemark({ pool }: Pick<CommandServices, 'pool'>, applyId: string): Promise<void> {
  await pool.query('delete from base.granted_remark where apply_id = $1', [applyId]);
}

/** Whether an application keeps a remark on a student in a class. */
export async function isRemarkKept(
  { pool }: Pick<CommandServices, 'pool'>,
  { teachingClassId, studentCode }: Pick<GrantedRemark, 'teachingClassId' | 'studentCode'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from base.granted_remark where teaching_class_id = $1 and student_code = $2',
    [teachingClassId, studentCode],
  );
  return rowCount !== 0;
}

/** Takes a granted remark back: off the sheet, which may refuse, and from what a sheet that is set up later takes. */
export async function withdrawRemark(
  services: CommandServices,
  { applyId, ...granted }: GrantedRemark & { readonly applyId: string; readonly reason: string },
  context: CommandContext,
): Promise<{ position: Position | null } | Refused> {
  const taken = await changeGrantedRemark(services, { ...granted, set: false }, context);
  if (isRefused(taken)) return taken;
  await forgetRemark(services, applyId);
  // A sheet that was set up in between.
  return changeGrantedRemark(services, { ...granted, set: false }, partOf(context, 'again'));
}
