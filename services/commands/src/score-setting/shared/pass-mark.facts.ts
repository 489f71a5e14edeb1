import { PASS_MARK } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { loadRulesInForce } from './score-rules.facts.ts';

/**
 * Pass mark in hundredths (CJ_JGX), and the version of the rules: the effective-score rule (CJ_YXGZ) with the pass mark
 * it judges by.
 */
export async function loadScoreRule(db: Queryable): Promise<{ passMark: number; ruleVersion: string }> {
  const { rows } = await db.query<{ code: string; value: string }>(
    "select param_code as code, para_value as value from base.parameter where param_code in ('CJ_JGX', 'CJ_YXGZ')",
  );
  const values = new Map(rows.map(({ code, value }) => [code, value]));
  const mark = Number(values.get('CJ_JGX') ?? Number.NaN);
  const passMark = Number.isInteger(mark) && mark > 0 && mark <= 100 ? mark * 100 : PASS_MARK;
  return { passMark, ruleVersion: `${values.get('CJ_YXGZ') ?? 'ZGF'}-${passMark / 100}` };
}

/**
 * Pass mark of the score rules in force for a student, in hundredths: never below that of the school, by which attempts
 * are judged.
 */
export async function loadPassMark(db: Queryable, studentCode: string): Promise<number> {
  const [{ passMark }, inForce] = await Promise.all([loadScoreRule(db), loadRulesInForce(db, [studentCode])]);
  return Math.max(passMark, inForce.get(studentCode)?.passMark ?? 0);
}
