import { appSetting } from './app-setting.resource.ts';
import {
  addMenuCategory,
  changeMenuCategory,
  countVisit,
  keepListSetting,
  placeMenu,
  removeMenuCategory,
  sortMenus,
} from './home.command.ts';
import { createCommonFunction, homeOperations } from './home.operations.ts';
import { listSettingOperations, saveListSetting } from './list-setting.operations.ts';
import {
  createMenuCategory,
  deleteMenuCategory,
  menuOperations,
  updateMenu,
  updateMenuCategory,
  updateMenuSort,
} from './menu.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const homeArea = {
  resources: [appSetting],
  operations: [...homeOperations, ...menuOperations, ...listSettingOperations],
  commands: [
    [countVisit, [createCommonFunction]],
    [keepListSetting, [saveListSetting]],
    [addMenuCategory, [createMenuCategory]],
    [changeMenuCategory, [updateMenuCategory]],
    [removeMenuCategory, [deleteMenuCategory]],
    [placeMenu, [updateMenu]],
    [sortMenus, [updateMenuSort]],
  ],
} as const satisfies ContractArea;
