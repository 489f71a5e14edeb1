import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { finalValueMode, queryIsExtraData, queryScoreValue } from '@jwxt/contracts/score/score-entry.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { valueOfRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemarks, type ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
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

/** By what becomes of the final score under a remark. */
const modes = {
  computed: finalValueMode.computed,
  zero: finalValueMode.fixed,
  fixed: finalValueMode.fixed,
  none: finalValueMode.none,
} as const;

const scoreValueHandler = handler(queryScoreValue, async ({ scoreRemarkCode }) => {
  if (!isRemark(scoreRemarkCode)) throw new Refused('SHEET_REMARK_UNKNOWN', { code: scoreRemarkCode });
  const fixed = valueOfRemark(scoreRemarkCode);
  return {
    finalValueMode: modes[scoreRemarks[scoreRemarkCode].final],
    fixedValue: fixed === null ? null : formatDecimal(fixed, 2, 2),
  };
});

const isRemark = (code: string): code is ScoreRemarkCode => code in scoreRemarks;

/** Look-ups of scores outside classes and of what remarks make of a score. */
export const extraScoreHandlers = [isExtraHandler, scoreValueHandler];
