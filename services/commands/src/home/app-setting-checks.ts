import { MENUS_A_CATEGORY } from '@jwxt/contracts/home/menu.vocabulary.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/** A tile that is changed on its page (SYSADMIN-02) keeps to the layout of the home page. */
export const appSettingRules: ResourceRules = {
  async check(client, values, before) {
    const category = values['menuCatagoryId'];
    if (values['dataStatus'] !== 'SHOW' || category === null) return [];
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from base.menu
        where menu_catagory_id = $1 and data_status = 'SHOW' and menu_id is distinct from $2`,
      [category, before?.['menu_id'] ?? null],
    );
    return (rows[0]?.n ?? 0) < MENUS_A_CATEGORY
      ? []
      : [{ field: 'menuCatagoryId', message: `每个分类最多放 ${String(MENUS_A_CATEGORY)} 个应用` }];
  },
  // Whoever moves tiles on the home page sees by it that this one has changed, and so has its category.
  async stored(client, row) {
    await client.query('update base.menu set version = version + 1 where menu_id = $1', [row['menu_id']]);
    await client.query('update base.menu_category set version = version + 1 where menu_catagory_id = $1', [
      row['menu_catagory_id'],
    ]);
    return [];
  },
};
