import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { handler } from '../kernel/handler.ts';

const findHandler = handler(findDictionary, async ({ category }, { services: { db } }) => {
  const { rows } = await db.query<{ dm: string; mc: string }>(
    `select dm, mc from base.data_dict where dmlb = $1 and sfqy = '1' order by pxh, dm`,
    [category],
  );
  return rows;
});

export const dictionaryHandlers = [findHandler];
