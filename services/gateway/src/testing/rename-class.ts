import { classInfo } from '@jwxt/contracts/base-info/major.resource.ts';
import type { Browser } from './browser.ts';
import type { School } from './school.ts';

/** Gives the first administrative class of a unit another name, as its page does; all else stays as it is. */
export async function renameClass(school: School, unit: string, by: Browser, bjmc = '新班名') {
  const { rows } = await school.pool.query<{ key: string; version: string; njzydm: string; ywbm: string }>(
    `select bjdm as key, xmin::text as version, njzydm, ywbm from base.class_info where dwh = $1 order by bjdm limit 1`,
    [unit],
  );
  const { key, version, njzydm, ywbm } = rows[0]!;
  const unset = { bjjc: null, bzrgh: null, fdygh: null, bzxh: null, jbrq: null };
  const values = { ...unset, njzydm, ywbm, bjmc, edrs: 30, sfby: '0', sfqy: '1' } as const;
  const commandId = crypto.randomUUID();
  return { key, answer: await by.call(classInfo.operations.update, { commandId, key, version, values }) };
}
