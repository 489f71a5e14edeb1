import {
  rulesFor,
  type PublishedRules,
  type RuledStudent,
  type ScoreRules,
} from '@jwxt/contracts/score/score-rules.ts';
import {
  coefficientsQuery,
  publishedRulesQuery,
  rulesVersionOf,
  storedRulesQuery,
  type StoredRules,
} from '@jwxt/contracts/score-setting/stored-score-rules.ts';
import type { ScoreCoefficientInUse } from '@jwxt/contracts/score/score-coefficient.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../../kernel/prepared-query.ts';

async function readCoefficients(db: Queryable): Promise<ScoreCoefficientInUse[]> {
  return (await db.query<ScoreCoefficientInUse>(prepared(coefficientsQuery, []))).rows;
}

/** Every published version of the score rules: a few rows. */
export async function readPublishedRules(db: Queryable): Promise<PublishedRules[]> {
  const [{ rows }, coefficients] = await Promise.all([
    db.query<StoredRules>(prepared(publishedRulesQuery, [])),
    readCoefficients(db),
  ]);
  return rows.map((row) => rulesVersionOf(row, coefficients));
}

/** The same for who asks which attempt counts alone: without the coefficients, which averages take. */
export async function readRulesWithoutCoefficients(db: Queryable): Promise<PublishedRules[]> {
  const { rows } = await db.query<StoredRules>(prepared(publishedRulesQuery, []));
  return rows.map((row) => rulesVersionOf(row, []));
}

/** A version that waits to be published; null when there is none of this key, or it is published. */
export async function readDraftRules(db: Queryable, scoreRulesId: string): Promise<PublishedRules | null> {
  const {
    rows: [row],
  } = await db.query<StoredRules>(
    prepared(`${storedRulesQuery} where publish_status = '0' and score_rules_id = $1`, [scoreRulesId]),
  );
  return row ? rulesVersionOf(row, await readCoefficients(db)) : null;
}

/** The version of the score rules that is published for a student; null when there is none. */
export async function readScoreRules(db: Queryable, student: RuledStudent): Promise<ScoreRules | null> {
  return rulesFor(await readPublishedRules(db), student)?.rules ?? null;
}
