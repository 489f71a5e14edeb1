import type { ScoreCoefficientInUse } from '@jwxt/contracts/score/score-coefficient.ts';
import type { PublishedRules } from '@jwxt/contracts/score/score-rules.ts';
import {
  coefficientsQuery,
  publishedRulesQuery,
  rulesVersionOf,
  type StoredRules,
} from '@jwxt/contracts/score-setting/stored-score-rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Every published version of the score rules with the coefficients in use (SCORE-MORE-19, 35). */
export async function loadPublishedRules(db: Queryable): Promise<PublishedRules[]> {
  const { rows } = await db.query<StoredRules>(publishedRulesQuery);
  const { rows: coefficients } = await db.query<ScoreCoefficientInUse>(coefficientsQuery);
  return rows.map((row) => rulesVersionOf(row, coefficients));
}
