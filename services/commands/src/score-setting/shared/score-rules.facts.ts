import type { EquivalenceStudent } from '@jwxt/contracts/score/equivalent-courses.ts';
import {
  rulesFor,
  type EffectiveRule,
  type RuledStudent,
  type RuleScope,
  type ScoreRules,
} from '@jwxt/contracts/score/score-rules.ts';
import { loadPublishedRules } from './published-rules.facts.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** What a decision needs of the version of the score rules that is in force for a student. */
export interface RulesInForce {
  readonly ruleVersion: string;
  readonly effectiveRule: EffectiveRule;
  /** Hundredths. */
  readonly passMark: number;
}

/** The version in force for each of the students (SCORE-MORE-35); those are left out for whom none is published. */
export async function loadRulesInForce(
  db: Queryable,
  studentCodes: readonly string[],
): Promise<ReadonlyMap<string, RulesInForce>> {
  const [{ rows: published }, { rows: students }] = await Promise.all([
    db.query<RuleScope & { rules: RulesInForce }>(
      `select grades, student_types as "studentTypes",
          jsonb_build_object('ruleVersion', rule_version, 'effectiveRule', effective_rule,
            'passMark', pass_mark) as rules
        from base.score_rules where publish_status = '1'`,
    ),
    db.query<RuledStudent & { studentCode: string }>(
      `select student_code as "studentCode", njdm as "gradeCode", xslbdm as "studentType"
        from base.student where student_code = any($1)`,
      [studentCodes],
    ),
  ]);
  return new Map(
    students.flatMap((student) => {
      const inForce = rulesFor(published, student);
      return inForce ? [[student.studentCode, inForce.rules] as const] : [];
    }),
  );
}

/** Everything that the version in force for a student says, and his grade; null when none is published for him. */
export async function loadScoreRules(
  db: Queryable,
  studentCode: string,
): Promise<({ readonly rules: ScoreRules } & EquivalenceStudent) | null> {
  const [published, { rows: students }] = await Promise.all([
    loadPublishedRules(db),
    db.query<RuledStudent & EquivalenceStudent>(
      `select student_code as "studentCode", njzydm as "gradeMajorId", njdm as "gradeCode", xslbdm as "studentType"
         from base.student where student_code = $1`,
      [studentCode],
    ),
  ]);
  const [student] = students;
  const inForce = student ? rulesFor(published, student) : null;
  return student && inForce ? { ...student, rules: inForce.rules } : null;
}
