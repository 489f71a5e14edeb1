import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { rulesFor, type PublishedRules } from '@jwxt/contracts/score/score-rules.ts';
import { PASS_MARK } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

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
  const [{ passMark }, published, students] = await Promise.all([
    loadScoreRule(db),
    db.query<Omit<PublishedRules, 'rules'> & { rules: Pick<PublishedRules['rules'], 'ruleVersion' | 'passMark'> }>(
      `select grades, student_types as "studentTypes",
          jsonb_build_object('ruleVersion', rule_version, 'passMark', pass_mark) as rules
         from base.score_rules where publish_status = $1`,
      [yesNo.yes],
    ),
    db.query<{ gradeCode: string; studentType: string }>(
      'select njdm as "gradeCode", xslbdm as "studentType" from base.student where student_code = $1',
      [studentCode],
    ),
  ]);
  const [student] = students.rows;
  return Math.max(passMark, (student && rulesFor(published.rows, student)?.rules.passMark) ?? 0);
}
