import {
  addMenuCategory,
  changeMenuCategory,
  countVisit,
  keepListSetting,
  placeMenu,
  removeMenuCategory,
  sortMenus,
} from '@jwxt/contracts/home/home.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { addCategory, changeCategory, place, removeCategory, sort } from './menu-layout.ts';

/** Lists that a person may set up for himself: more than the product has. */
const LISTS_A_PERSON = 500;

/** Commands of the home page and its settings. */
export const homeRoutes: readonly CommandRoute[] = [
  defineRoute(addMenuCategory, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => addCategory(client, context, payload)),
  ),
  defineRoute(changeMenuCategory, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => changeCategory(client, context, payload)),
  ),
  defineRoute(removeMenuCategory, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => removeCategory(client, context, payload)),
  ),
  defineRoute(placeMenu, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => place(client, context, payload)),
  ),
  defineRoute(sortMenus, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => sort(client, context, payload)),
  ),
  // A count of clicks, not a decision: one statement without a row of its own in the log or among the applied commands.
  defineRoute(countVisit, async ({ roleId, url, roleName }, { actor, time }, { pool }) => {
    await pool.query(
      `insert into base.common_function (user_name, url, role_id, role_name, visit_time) values ($1, $2, $3, $4, $5)
       on conflict (user_name, url) do update
         set role_id = excluded.role_id, role_name = excluded.role_name,
           visit_num = common_function.visit_num + 1, visit_time = excluded.visit_time`,
      [actor.userName, url, roleId, roleName, time],
    );
    return { result: {}, position: null };
  }),
  // How somebody likes to look at lists is no decision either. Beyond what anybody sets up, nothing more is kept.
  defineRoute(keepListSetting, async ({ listName, setting }, { actor, time }, { pool }) => {
    await pool.query(
      `insert into base.list_setting (user_name, list_name, setting, edit_time)
       select $1, $2, $3, $4
        where (select count(*) from base.list_setting where user_name = $1) < ${String(LISTS_A_PERSON)}
         or exists (select from base.list_setting where user_name = $1 and list_name = $2)
       on conflict (user_name, list_name) do update set setting = excluded.setting, edit_time = excluded.edit_time`,
      [actor.userName, listName, JSON.stringify(setting), time],
    );
    return { result: {}, position: null };
  }),
];
