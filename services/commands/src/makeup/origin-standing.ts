import type { Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { CellValue, OriginCause, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName, type RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { type ReassessmentType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';

/** The original score as a list was made from it. */
export interface ListedOrigin {
  readonly studentCode: string;
  readonly originTeachingClassId: string;
  readonly originRemarkCode: string;
  readonly originFinal: number | null;
  readonly originCells: Readonly<Record<string, CellValue>>;
}

/** One student on a make-up list or in a retake class. */
export interface Listing extends StudentRef {
  readonly teachingClassId: string;
  readonly scoreType: ReassessmentType;
  readonly courseId: string;
  /** Absent in retake classes. */
  readonly origin: ListedOrigin | null;
  /** Off the list, by himself. */
  readonly hasLeft: boolean;
  /** On no other list for the same score. */
  readonly isFree: boolean;
}

/**
 * How that score stands now, with a sentence for people. `cells`: its items now; null while there are none, or the list
 * was made without them.
 */
export interface OriginStanding {
  readonly cause: OriginCause;
  readonly text: string;
  readonly remarkCode: string;
  readonly final: number | null;
  readonly cells: Readonly<Record<string, CellValue>> | null;
}

const shown = (final: number | null, rules: SheetRules): string =>
  final === null ? '无成绩' : finalText(final, rules);

/**
 * Compares what a list was made from with what the original sheet says now, and with everything else that the student
 * has passed (`elsewhere`: attempts at the course but that of the list itself). A pass outweighs the rest: then nothing
 * is left to be made up for.
 */
export function standingOf(
  listed: ListedOrigin,
  origin: ScoreSheetState,
  elsewhere: readonly Attempt[],
  remarkSettings: RemarkSettings,
): OriginStanding {
  const { studentCode, originFinal, originRemarkCode, originCells } = listed;
  const unchanged = { remarkCode: originRemarkCode, final: originFinal, cells: null };
  const pass = elsewhere.find(
    ({ passed, teachingClassId }) => passed && teachingClassId !== listed.originTeachingClassId,
  );
  if (pass) return { ...unchanged, cause: 'passed', text: passedText(pass) };
  if (origin.status !== sheetStatus.published)
    return {
      ...unchanged,
      cause: 'withdrawn',
      text:
        '原成绩已退回' +
        `${'reopened' in origin && origin.reopened?.opinion ? `（${origin.reopened.opinion}）` : '，尚未重新公布'}`,
    };
  const row = origin.rows[studentCode];
  const cells = cellValues(row);
  const remarkCode = remarkOf(row);
  const { final, passed } = computeRow(cells, remarkCode, origin.rules, row ?? { studentCode });
  const now = { remarkCode, final, cells };
  const scores = `原成绩由 ${shown(originFinal, origin.rules)} 改为 ${shown(final, origin.rules)}`;
  if (passed) return { ...now, cause: 'passed', text: `${scores}，已及格` };
  const remarks = `原成绩备注由“${remarkName(originRemarkCode)}”改为“${remarkName(remarkCode)}”`;
  if (remarkSettings.get(remarkCode)?.allowMakeup !== true)
    return { ...now, cause: 'barred', text: `${remarks}，不能补考` };
  if (remarkCode !== originRemarkCode) return { ...now, cause: 'changed', text: remarks };
  if (final !== originFinal) return { ...now, cause: 'changed', text: scores };
  return sameCells(cells, originCells)
    ? { ...now, cause: 'restored', text: '原成绩没有变动' }
    : { ...now, cause: 'changed', text: '原成绩的分项有更正，总评不变' };
}

/** How it stands with a student of a retake class, who needs it until the course is passed. */
export function retakeStanding(elsewhere: readonly Attempt[]): Pick<OriginStanding, 'cause' | 'text'> {
  const pass = elsewhere.find(({ passed }) => passed);
  return pass ? { cause: 'passed', text: passedText(pass) } : { cause: 'restored', text: '课程尚未通过' };
}

function passedText({ finalName, semesterId, teachingClassId }: Attempt): string {
  return `已通过该课程（${teachingClassId === null ? '成绩认定' : semesterId}，${finalName}）`;
}

function sameCells(one: Readonly<Record<string, CellValue>>, other: Readonly<Record<string, CellValue>>): boolean {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (key) => (one[key] ?? null) === (other[key] ?? null),
  );
}
