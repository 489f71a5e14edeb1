import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  queryIsExtraData,
  queryScoreValue,
  finalValueMode,
  type FinalValueMode,
} from '@jwxt/contracts/score/score-entry.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { PASS_MARK, scoreRemarks, type ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
import { handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';

const isExtraHandler = handler(queryIsExtraData, async ({ studentExtraScoreId }, { services: { db }, user }) => {
  const params = sqlParams();
  const { rows } = await db.query<{ isExtraData: YesNo }>(
    `select case when student_extra_score.apply_id is null then '1' else '0' end as "isExtraData"
      from base.student_extra_score
      join base.student on student.student_code = student_extra_score.student_code
      where student_extra_score.student_extra_score_id = ${params.add(studentExtraScoreId)}
        and ${scopeCondition(user, 'scoreEntry:detail', studentScope('student'), params)}`,
    [...params.values],
  );
  const [found] = rows;
  if (!found) throw new Refused('EXTRA_SCORE_NOT_FOUND');
  return found;
});

/** As `queryScoreValue` answers. */
function scoreValueOf(scoreRemarkCode: string): { finalValueMode: FinalValueMode; fixedValue: string | null } {
  const remark = scoreRemarks[scoreRemarkCode as ScoreRemarkCode];
  if (!remark) throw new Refused('SHEET_REMARK_UNKNOWN', { code: scoreRemarkCode });
  switch (remark.final) {
    case 'computed':
      return { finalValueMode: finalValueMode.computed, fixedValue: null };
    case 'zero':
      return { finalValueMode: finalValueMode.fixed, fixedValue: formatDecimal(0, 2, 2) };
    case 'fixed':
      return { finalValueMode: finalValueMode.fixed, fixedValue: formatDecimal(PASS_MARK, 2, 2) };
    case 'none':
      return { finalValueMode: finalValueMode.none, fixedValue: null };
    default:
      return remark satisfies never;
  }
}

const scoreValueHandler = handler(queryScoreValue, async ({ scoreRemarkCode }) => scoreValueOf(scoreRemarkCode));

/** Look-ups of scores outside classes and of what remarks make of a score. */
export const extraScoreHandlers = [isExtraHandler, scoreValueHandler];
