import type { ScoreRules } from '@jwxt/contracts/score/score-rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from './prepared.ts';

/** The version of the score rules that is published for a student: the one made for his grade before the one for all. Null when there is none. */
export async function readScoreRules(db: Queryable, { gradeCode, studentType }: { readonly gradeCode: string; readonly studentType: string }): Promise<ScoreRules | null> {
  const { rows } = await db.query<Omit<ScoreRules, 'countFailed' | 'judgeRounded'> & { countFailed: string; judgeRounded: string }>(prepared(
    `select rule_version as "ruleVersion", rule_name as "ruleName", pass_mark as "passMark", effective_rule as "effectiveRule", gpa_rule as "gpaRule", gpa_bands as "gpaBands", makeup_point as "makeupPoint",
            count_failed as "countFailed", judge_rounded as "judgeRounded", gpa_attributes as "gpaAttributes", gpa_without_natures as "gpaWithoutNatures"
       from base.score_rules where publish_status = '1' and (grades = '[]' or grades ? $1) and (student_types = '[]' or student_types ? $2)
      order by grades <> '[]' desc, student_types <> '[]' desc, rule_version desc limit 1`, [gradeCode, studentType],
  ));
  const row = rows[0];
  return row ? { ...row, countFailed: row.countFailed === '1', judgeRounded: row.judgeRounded === '1' } : null;
}
