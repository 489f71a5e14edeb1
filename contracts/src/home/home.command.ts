import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { listName, listSetting } from './list-setting.operations.ts';

const categoryKey = z.object({ menuCatagoryId: z.string() });
const more = { icon: z.string().optional(), url: z.string().optional(), remark: z.string().optional() };

/** Adds a category at the end; without a name it gets the next `分类N` (APPS-13, 14, 19). */
export const addMenuCategory = defineCommand(
  'menuCategory.add',
  z.object({ menuCatagoryName: z.string().optional(), appId: z.string(), ...more }),
  categoryKey.extend({ menuCatagoryName: z.string() }),
);
/** Renames a category that is still as it was seen (APPS-20). */
export const changeMenuCategory = defineCommand(
  'menuCategory.change',
  categoryKey.extend({ menuCatagoryName: z.string(), ...more, version: z.number().int() }),
  categoryKey,
);
/** Removes a category, never the last; its tiles go back to the pool (APPS-11, 21). */
export const removeMenuCategory = defineCommand(
  'menuCategory.remove',
  categoryKey.extend({ version: z.number().int() }),
  categoryKey,
);
/** Shows a tile at the end of a category, or hides it (APPS-04…07, 22). */
export const placeMenu = defineCommand(
  'menu.place',
  z.object({
    menuId: z.string(),
    menuCatagoryId: z.string().nullable(),
    dataStatus: z.enum(['SHOW', 'HIDDEN']),
    version: z.number().int(),
  }),
  z.object({ menuId: z.string() }),
);
/** Orders all tiles of a category (APPS-08, 24). */
export const sortMenus = defineCommand(
  'menu.sort',
  categoryKey.extend({ menuIds: z.array(z.string()), version: z.number().int() }),
  categoryKey,
);
/** Counts a visit of a page (HOME-46). */
export const countVisit = defineCommand(
  'commonFunction.visit',
  z.object({ roleId: z.string(), url: z.string(), roleName: z.string() }),
  z.object({}),
);
/** Keeps how the person who sends it wants a list (decision 094). */
export const keepListSetting = defineCommand(
  'listSetting.keep',
  z.object({ listName, setting: listSetting }),
  z.object({}),
);
