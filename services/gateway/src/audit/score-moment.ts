import type { z } from 'zod';
import type { scoreMoment } from '@jwxt/contracts/audit/audit.operations.ts';
import { barredBy, computeRow, finalText, itemText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { cellValues, entryStateOf, remarkOf, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import type { Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import {
  attemptSource,
  NO_SCORE,
  scoreRemarks,
  type ScoreRemarkCode,
  scoreRemark,
  sheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';

/** A score at one moment. */
export type ScoreMoment = z.input<typeof scoreMoment>;

const stateNames = {
  empty: '未录入',
  entering: '录入中',
  submitted: '审核中',
  passed: '已发布',
  returned: '已退回',
} as const;

/** Nothing known of the score yet. */
export const noMoment: ScoreMoment = {
  items: [],
  remarkCode: scoreRemark.normal,
  remarkName: scoreRemarks[scoreRemark.normal].name,
  finalText: NO_SCORE,
  final: null,
  passed: false,
  state: 'empty',
  stateName: stateNames.empty,
};

/** One student's score on a sheet, by the fold that decisions use. */
export function sheetMoment(state: ScoreSheetState, studentCode: string): ScoreMoment {
  if (state.status === sheetStatus.unset) return noMoment;
  const { rules } = state;
  const row = state.rows[studentCode];
  const cells = cellValues(row);
  const remarkCode = remarkOf(row);
  const { final, passed } = computeRow(cells, remarkCode, rules, row ?? { studentCode });
  const entryState = entryStateOf(state);
  const shown = entryState === 'entering' && row === undefined ? 'empty' : entryState;
  return {
    items: rules.items.map((item) => {
      const value = cells[item.dataKey] ?? null;
      return {
        dataKey: item.dataKey,
        name: item.scoreSubItemName,
        proportion: item.scoreSubItemProportion,
        value: itemText(value, item, rules),
        barredBy: barredBy(value, remarkCode, item),
      };
    }),
    remarkCode,
    remarkName: scoreRemarks[remarkCode as ScoreRemarkCode].name,
    finalText: finalText(final, rules),
    final,
    passed,
    state: shown,
    stateName: stateNames[shown],
  };
}

/** A score that no sheet gave: recognised, or from before this system; or the state of the recognition asked for. */
export function withoutSheetMoment(
  attempt: Pick<Attempt, 'final' | 'finalName' | 'scoreRemarkCode' | 'passed' | 'source'> | null,
  requested: boolean,
): ScoreMoment {
  if (!attempt) return requested ? { ...noMoment, state: 'requested', stateName: '认定审核中' } : noMoment;
  return {
    ...noMoment,
    finalText: attempt.finalName,
    final: attempt.final,
    passed: attempt.passed,
    ...(attempt.source === attemptSource.imported
      ? { state: 'passed', stateName: '历史成绩' }
      : { state: 'recognised', stateName: '已认定' }),
  };
}
