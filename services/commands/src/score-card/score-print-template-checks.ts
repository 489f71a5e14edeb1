import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/** A new default takes the place of the one of its type before (SCORE-MORE-37). */
export const scorePrintTemplateRules: ResourceRules = {
  async stored(client, row) {
    if (row['is_default'] !== yesNo.yes) return [];
    const { rows } = await client.query<{ key: string; after: Record<string, unknown> }>(
      `update base.score_print_template template set is_default = '0'
        where is_default = '1' and print_type = $1 and print_template_id <> $2
        returning print_template_id as key, to_jsonb(template) as after`,
      [row['print_type'], row['print_template_id']],
    );
    return rows.map(({ key, after }) => ({ key, before: { ...after, is_default: yesNo.yes }, after }));
  },
};
