import { yesNo } from '../kernel/yes-no.ts';
import type { ScoreCoefficientInUse } from '../score/score-coefficient.ts';
import type { PublishedRules, RuleScope, ScoreRules } from '../score/score-rules.ts';

/** A version of the score rules as its row has it. */
export type StoredRules = Omit<ScoreRules, 'countFailed' | 'judgeRounded' | 'coefficients'> &
  RuleScope & { readonly scoreRulesId: string; readonly countFailed: string; readonly judgeRounded: string };

/** The statement that reads versions, without its condition. */
export const storedRulesQuery = `select score_rules_id as "scoreRulesId", grades, student_types as "studentTypes",
    rule_version as "ruleVersion", rule_name as "ruleName", pass_mark as "passMark", effective_rule as "effectiveRule",
  gpa_rule as "gpaRule", gpa_bands as "gpaBands", makeup_point as "makeupPoint", count_failed as "countFailed",
    judge_rounded as "judgeRounded", gpa_attributes as "gpaAttributes", gpa_without_natures as "gpaWithoutNatures"
  from base.score_rules`;
/** Those in force. */
export const publishedRulesQuery = `${storedRulesQuery} where publish_status = '1'`;

/** The statement that reads every coefficient in use: a few rows (SCORE-MORE-19). */
export const coefficientsQuery = `select object.kind, object.code as "objectCode",
    coalesce(course.kcmc, entry.mc, object.code) as "objectName", row.coefficient,
    row.begin_semester_id as "beginSemesterId"
  from base.score_coefficient row
  cross join lateral (values ('course', row.course_id, null), ('courseNature', row.course_nature, 'XTGL_KCXZDMJ'),
    ('courseAttribute', row.course_attribute, 'XTGL_KCSXDMJ'), ('examNature', row.exam_nature, 'XTGL_KSXZ'))
    object (kind, code, dictionary)
  left join base.course on object.kind = 'course' and course.kch = object.code
  left join base.data_dict entry on entry.dmlb = object.dictionary and entry.dm = object.code
  where row.sfqy = '1' and object.code is not null
  order by object.kind, object.code, row.begin_semester_id nulls first`;

/** A version as it judges, with the coefficients in use. */
export function rulesVersionOf(
  { scoreRulesId, grades, studentTypes, ...rules }: StoredRules,
  coefficients: readonly ScoreCoefficientInUse[],
): PublishedRules {
  return {
    scoreRulesId,
    grades,
    studentTypes,
    rules: {
      ...rules,
      countFailed: rules.countFailed === yesNo.yes,
      judgeRounded: rules.judgeRounded === yesNo.yes,
      coefficients: [...coefficients],
    },
  };
}
