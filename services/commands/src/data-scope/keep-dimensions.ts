import type { keepDataDimension } from '@jwxt/contracts/data-scope/data-dimension.command.ts';
import type { Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** Names a dimension, places it, and says whether new scopes may name it; there are six, and no others. */
export function keepDimension(table: 'data_dimension' | 'student_data_dimension', resource: string) {
  return async (
    client: PoolClient,
    context: CommandContext,
    { sjqxbh, wdmc, sortNum, sfqy, version }: z.output<typeof keepDataDimension.payload>,
  ): Promise<{ sjqxbh: Dimension } | Refused> => {
    const { rows } = await client.query<{ row: object; version: string; taken: boolean }>(
      `select to_jsonb(dimension) as row, xmin::text as version,
          exists (select from base.${table} other where other.sjqxbh <> $1 and other.wdmc = $2) as taken
        from base.${table} dimension where sjqxbh = $1 for update`,
      [sjqxbh, wdmc],
    );
    const [before] = rows;
    if (before?.version !== version) return refuse('DIMENSION_CHANGED');
    if (before.taken)
      return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'wdmc', message: '维度名称已存在' }] });
    await client.query(`update base.${table} set wdmc = $2, sort_num = $3, sfqy = $4 where sjqxbh = $1`, [
      sjqxbh,
      wdmc,
      sortNum,
      sfqy,
    ]);
    const after = { sjqxbh, wdmc, sort_num: sortNum, sfqy };
    await logOperations(client, context, 'update', resource, [{ key: sjqxbh, before: before.row, after }]);
    return { sjqxbh };
  };
}
