import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  rulesFor,
  type PublishedRules,
  type RuledStudent,
  type RuleScope,
  type ScoreRules,
} from '@jwxt/contracts/score/score-rules.ts';
import type { ScoreCoefficientInUse } from '@jwxt/contracts/score/score-coefficient.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../../kernel/prepared-query.ts';

type StoredRules = Omit<ScoreRules, 'countFailed' | 'judgeRounded' | 'coefficients'> &
  RuleScope & { readonly scoreRulesId: string; readonly countFailed: string; readonly judgeRounded: string };

const selected = `select score_rules_id as "scoreRulesId", grades, student_types as "studentTypes",
    rule_version as "ruleVersion", rule_name as "ruleName", pass_mark as "passMark", effective_rule as "effectiveRule",
  gpa_rule as "gpaRule", gpa_bands as "gpaBands", makeup_point as "makeupPoint", count_failed as "countFailed",
    judge_rounded as "judgeRounded", gpa_attributes as "gpaAttributes", gpa_without_natures as "gpaWithoutNatures"
  from base.score_rules`;

/** Every coefficient in use, of whatever version: a few rows (SCORE-MORE-19). */
async function readCoefficients(db: Queryable): Promise<ScoreCoefficientInUse[]> {
  const { rows } = await db.query<ScoreCoefficientInUse>(
    prepared(
      `select object.kind, object.code as "objectCode", coalesce(course.kcmc, entry.mc, object.code) as "objectName",
          row.coefficient, row.begin_semester_id as "beginSemesterId"
        from base.score_coefficient row
        cross join lateral (values ('course', row.course_id, null), ('courseNature', row.course_nature, 'XTGL_KCXZDMJ'),
          ('courseAttribute', row.course_attribute, 'XTGL_KCSXDMJ'), ('examNature', row.exam_nature, 'XTGL_KSXZ'))
          object (kind, code, dictionary)
        left join base.course on object.kind = 'course' and course.kch = object.code
        left join base.data_dict entry on entry.dmlb = object.dictionary and entry.dm = object.code
        where row.sfqy = '1' and object.code is not null order by row.coefficient_id`,
      [],
    ),
  );
  return rows;
}

function versionOf(
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

/** Every published version of the score rules: a few rows. */
export async function readPublishedRules(db: Queryable): Promise<PublishedRules[]> {
  const [{ rows }, coefficients] = await Promise.all([
    db.query<StoredRules>(prepared(`${selected} where publish_status = '1'`, [])),
    readCoefficients(db),
  ]);
  return rows.map((row) => versionOf(row, coefficients));
}

/** A version that waits to be published; null when there is none of this key, or it is published. */
export async function readDraftRules(db: Queryable, scoreRulesId: string): Promise<PublishedRules | null> {
  const {
    rows: [row],
  } = await db.query<StoredRules>(
    prepared(`${selected} where publish_status = '0' and score_rules_id = $1`, [scoreRulesId]),
  );
  return row ? versionOf(row, await readCoefficients(db)) : null;
}

/** The version of the score rules that is published for a student; null when there is none. */
export async function readScoreRules(db: Queryable, student: RuledStudent): Promise<ScoreRules | null> {
  return rulesFor(await readPublishedRules(db), student)?.rules ?? null;
}
