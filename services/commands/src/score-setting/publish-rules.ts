import type { publishScoreRules } from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { scoreRulesVersion, rulesStatus } from '@jwxt/contracts/score-setting/score-rules.resource.ts';
import { rulesMeeting, type RuleScope } from '@jwxt/contracts/score/score-rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { lockRow, type StoredRow } from '../kernel/resource-rows.ts';
import { loadScoreRule } from './shared/pass-mark.facts.ts';

type Published = RuleScope & { readonly key: string; readonly ruleVersion: string; readonly row: StoredRow };

/**
 * Puts a draft into force and stops the versions whose place it takes, so that exactly one is in force for each grade
 * and student type.
 */
export async function publishRules(
  client: PoolClient,
  context: CommandContext,
  { key, version }: z.output<typeof publishScoreRules.payload>,
): Promise<{ key: string; stopped: string[] } | Refused> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${scoreRulesVersion.name}`]);
  const draft = await lockRow(client, scoreRulesVersion, key);
  if (draft?.row['publish_status'] !== rulesStatus.draft) return refuse('SCORE_RULES_NOT_DRAFT');
  if (draft.version !== version) return refuse('SCORE_RULES_CHANGED');
  // Whether a score passes is judged when it is published, by the parameter; a version that said otherwise would
  // mislead.
  const { passMark } = await loadScoreRule(client);
  if (draft.row['pass_mark'] !== passMark)
    return refuse('SCORE_RULES_PASS_MARK', {
      passMark: Number(draft.row['pass_mark']) / 100,
      parameter: passMark / 100,
    });
  const scope: RuleScope = {
    grades: draft.row['grades'] as string[],
    studentTypes: draft.row['student_types'] as string[],
  };
  const { rows: published } = await client.query<Published>(
    `select score_rules_id as key, rule_version as "ruleVersion", grades, student_types as "studentTypes",
        to_jsonb(score_rules) as row
      from base.score_rules where publish_status = '1' order by rule_version for update`,
  );
  const inTheWay = published.find((other) => rulesMeeting(scope, other) === 'partly');
  if (inTheWay) return refuse('SCORE_RULES_OVERLAP', { ruleVersion: inTheWay.ruleVersion });
  const replaced = published.filter((other) => rulesMeeting(scope, other) === 'replaced');
  await client.query(`update base.score_rules set publish_status = '2' where score_rules_id = any($1)`, [
    replaced.map((other) => other.key),
  ]);
  await client.query(`update base.score_rules set publish_status = '1' where score_rules_id = $1`, [key]);
  await logOperations(client, context, 'publish', scoreRulesVersion.name, [
    { key, before: draft.row, after: { ...draft.row, publish_status: rulesStatus.published } },
  ]);
  await logOperations(
    client,
    context,
    'stop',
    scoreRulesVersion.name,
    replaced.map((other) => ({
      key: other.key,
      before: other.row,
      after: { ...other.row, publish_status: rulesStatus.stopped },
    })),
  );
  return { key, stopped: replaced.map(({ ruleVersion }) => ruleVersion) };
}
