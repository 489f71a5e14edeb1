import { queryRegions, regionTree, REGIONS, type Division } from '@jwxt/contracts/base-info/region.operations.ts';
import { handler } from '../kernel/handler.ts';

export const regionHandlers = [
  handler(queryRegions, async (_input, { services: { db } }) => {
    const { rows } = await db.query<Division>(
      `select dm as code, mc as name from base.data_dict where dmlb = $1 and sfqy = '1' order by pxh, dm`,
      [REGIONS],
    );
    return regionTree(rows);
  }),
];
