import {
  addMenuCategory,
  changeMenuCategory,
  placeMenu,
  removeMenuCategory,
  sortMenus,
} from '@jwxt/contracts/home/home.command.ts';
import {
  createMenuCategory,
  deleteMenuCategory,
  menuById,
  menuCategoryList,
  menuList,
  menusOfUser,
  updateMenu,
  updateMenuCategory,
  updateMenuSort,
} from '@jwxt/contracts/home/menu.operations.ts';
import { APP_ID } from '@jwxt/contracts/home/menu.vocabulary.ts';
import { handler } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readMenuCategories, readMenus } from './menu.read.ts';
import { mayOpen } from './open-modules.ts';

const categories = handler(menuCategoryList, async ({ appId, pageNum, pageSize }, call) => {
  const all = await readMenuCategories(call.services.db, appId);
  return { list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: all.length };
});
const menus = handler(menuList, async (filter, call) => ({ list: (await readMenus(call.services.db, filter)).rows }));
const oneMenu = handler(menuById, async ({ menuId }, call) => {
  const {
    rows: [menu],
  } = await readMenus(call.services.db, { menuId });
  if (!menu) throw new Refused('MENU_UNKNOWN', { name: menuId });
  return menu;
});
const ofUser = handler(menusOfUser, async ({ userName }, call) => {
  const own = userName === call.user.userName;
  if (!own && !mayDo(call.user, 'menu:query')) throw new Refused('FORBIDDEN');
  const person = own ? call.user : await call.services.principals.get(userName);
  if (!person) throw new Refused('NOT_FOUND');
  const all = await readMenuCategories(call.services.db, APP_ID);
  return {
    list: all
      .map((category) => ({
        ...category,
        menuList: category.menuList.filter((menu) => mayOpen(person, menu, call.services.permissionCheck)),
      }))
      .filter(({ menuList: shown }) => shown.length > 0),
  };
});

const create = handler(createMenuCategory, ({ commandId, ...fields }, call) =>
  runCommand(addMenuCategory, fields, call, { commandId }),
);
const update = handler(updateMenuCategory, ({ commandId, ...fields }, call) =>
  runCommand(changeMenuCategory, fields, call, { commandId }),
);
const remove = handler(deleteMenuCategory, ({ commandId, ...fields }, call) =>
  runCommand(removeMenuCategory, fields, call, { commandId }),
);
const put = handler(updateMenu, ({ commandId, menuCatagoryId, ...fields }, call) =>
  runCommand(placeMenu, { ...fields, menuCatagoryId: menuCatagoryId ?? null }, call, { commandId }),
);
const order = handler(updateMenuSort, ({ commandId, ...fields }, call) =>
  runCommand(sortMenus, fields, call, { commandId }),
);

export const menuHandlers = [categories, menus, oneMenu, ofUser, create, update, remove, put, order];
