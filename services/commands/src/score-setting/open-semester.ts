import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/** Rows of a semester that is archived stay as they are, and none is added (C8). */
export const ofOpenSemester: ResourceRules = {
  kept: async (client, row) => ((await isArchived(client, row['semester_id'])) ? '学期已归档，不能修改' : null),
  check: async (client, { semesterId }) =>
    (await isArchived(client, semesterId)) ? [{ field: 'semesterId', message: '该学期已归档，不能修改' }] : [],
};

async function isArchived(client: PoolClient, semesterId: unknown): Promise<boolean> {
  const { rowCount } = await client.query(`select from base.semester where xnxq = $1 and sfgd = '1'`, [semesterId]);
  return rowCount !== 0;
}
