import { z } from 'zod';
import { commandId, dateTimeText, integer, pageNum, total, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { APP_ID, MENUS_A_CATEGORY } from './menu.vocabulary.ts';

/**
 * A service tile (APPS-16). `menuType` '2' opens `url` in a new window; any other leads to the module's home.
 * `iconContent` names the picture.
 */
export const menuItem = z.object({
  menuId: z.string(),
  menuName: z.string(),
  menuType: z.string(),
  url: z.string(),
  iconContent: z.string(),
  moduleId: z.string().nullable(),
  menuCatagoryId: z.string().nullable(),
  dataStatus: z.enum(['SHOW', 'HIDDEN']),
  sortNum: z.number().int(),
  /** Sent back with a change: who has seen an older tile is told. */
  version: z.number().int(),
});
export type MenuItemView = z.output<typeof menuItem>;

/** A category of tiles (APPS-15), with its tiles in order. */
export const menuCategory = z.object({
  menuCatagoryId: z.string(),
  menuCatagoryName: z.string(),
  appId: z.string(),
  sfqy: yesNoFlag,
  icon: z.string().nullable(),
  url: z.string().nullable(),
  remark: z.string().nullable(),
  version: z.number().int(),
  creator: z.string().nullable(),
  createTime: dateTimeText,
  editor: z.string().nullable(),
  editTime: dateTimeText,
  menuList: z.array(menuItem),
});
export type MenuCategoryView = z.output<typeof menuCategory>;

const manage = { permission: 'homeMemuIconManage:show' } as const;
const appId = z.string().max(20).default(APP_ID);
const menuId = z.string().min(1).max(64);
const version = integer(1);
const name = z.string().trim().min(1, '请输入分类名称').max(8, '最多 8 个字符');
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `最多 ${String(max)} 个字符`)
    .optional();
const categoryFields = { icon: text(64), url: text(200), remark: text(200) };

/** All categories with what they show (APPS-17). */
export const menuCategoryList = defineOperation({
  id: 'menuCatagory.query',
  method: 'GET',
  path: '/system/menuCatagory/query',
  access: { signedIn: '首页展示应用分类' },
  summary: '应用分类',
  outcome: 'queryApplications',
  input: z.object({ appId, pageNum, pageSize: integer(1, 1000).default(1000) }),
  output: z.object({ list: z.array(menuCategory), total }),
});
/** All tiles, those in no category included (APPS-18). */
export const menuList = defineOperation({
  id: 'menu.query',
  method: 'GET',
  path: '/system/menu/query',
  access: { signedIn: '首页展示应用' },
  summary: '应用列表',
  outcome: 'queryApplications',
  input: z.object({ menuCatagoryId: z.string().max(64).optional(), dataStatus: z.enum(['SHOW', 'HIDDEN']).optional() }),
  output: z.object({ list: z.array(menuItem) }),
});
export const createMenuCategory = defineOperation({
  id: 'menuCatagory.create',
  method: 'POST',
  path: '/system/menuCatagory/create',
  access: manage,
  scope: noScope.school,
  summary: '新增应用分类',
  encoding: 'form',
  outcome: 'add',
  input: z.object({ commandId, menuCatagoryName: name.optional(), appId, ...categoryFields }),
  output: z.object({ menuCatagoryId: z.string(), menuCatagoryName: z.string() }),
});
export const updateMenuCategory = defineOperation({
  id: 'menuCatagory.update',
  method: 'POST',
  path: '/system/menuCatagory/update',
  access: manage,
  scope: noScope.school,
  summary: '修改应用分类',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, menuCatagoryId: menuId, menuCatagoryName: name, ...categoryFields, version }),
  output: z.object({ menuCatagoryId: z.string() }),
});
/** What it shows goes back to the pool (APPS-21). */
export const deleteMenuCategory = defineOperation({
  id: 'menuCatagory.delete',
  method: 'POST',
  path: '/system/menuCatagory/delete/{menuCatagoryId}',
  access: manage,
  scope: noScope.school,
  summary: '删除应用分类',
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ commandId, menuCatagoryId: menuId, version }),
  output: z.object({ menuCatagoryId: z.string() }),
});
/** Puts a tile into a category or takes it out (APPS-22). */
export const updateMenu = defineOperation({
  id: 'menu.update',
  method: 'POST',
  path: '/system/menu/update',
  access: manage,
  scope: noScope.school,
  summary: '编辑应用',
  encoding: 'form',
  outcome: 'set',
  input: z.object({
    commandId,
    menuId,
    menuCatagoryId: z.string().max(64).optional(),
    dataStatus: z.enum(['SHOW', 'HIDDEN']),
    version,
  }),
  output: z.object({ menuId: z.string() }),
});
/** The order of a category's tiles (APPS-24): all of them, first to last. */
export const updateMenuSort = defineOperation({
  id: 'menu.updateSort',
  method: 'POST',
  path: '/system/menu/updateSort',
  access: manage,
  scope: noScope.school,
  summary: '调整应用顺序',
  encoding: 'json',
  outcome: 'set',
  input: z.object({
    commandId,
    menuCatagoryId: menuId,
    menuIds: z.array(menuId).min(1).max(MENUS_A_CATEGORY),
    version,
  }),
  output: z.object({ menuCatagoryId: z.string() }),
});
export const menuById = defineOperation({
  id: 'menu.findByMenuId',
  method: 'GET',
  path: '/system/menu/findByMenuId/{menuId}',
  access: { permission: 'menu:query' },
  scope: noScope.school,
  summary: '按编号查询应用',
  calledBy: 'Programs of administrators, to read one tile.',
  outcome: 'queryApplications',
  input: z.object({ menuId }),
  output: menuItem,
});
/** The tiles that a person may open, by category (APPS-26): the own ones, or with `menu:query` somebody else's. */
export const menusOfUser = defineOperation({
  id: 'menu.findByUser',
  method: 'GET',
  path: '/system/menu/findByUser/{userName}',
  access: { signedIn: '读取自己可用的应用；他人的须有 menu:query 权限' },
  summary: '用户可用的应用',
  outcome: 'queryApplications',
  input: z.object({ userName: z.string().min(1).max(64) }),
  output: z.object({ list: z.array(menuCategory) }),
});

export const menuOperations = [
  menuCategoryList,
  menuList,
  createMenuCategory,
  updateMenuCategory,
  deleteMenuCategory,
  updateMenu,
  updateMenuSort,
  menuById,
  menusOfUser,
] as const;
