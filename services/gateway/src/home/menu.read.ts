import type { MenuCategoryView, MenuItemView } from '@jwxt/contracts/home/menu.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';

const menuColumns = `menu.menu_id as "menuId", menu.menu_name as "menuName", menu.menu_type as "menuType", menu.url,
  menu.icon_content as "iconContent", menu.module_id as "moduleId",
  menu.menu_catagory_id as "menuCatagoryId", menu.data_status as "dataStatus", menu.sort_num as "sortNum",
    menu.version`;
/** Menu ids are numbers, kept as text. */
const byId = 'length(menu.menu_id), menu.menu_id';

/** What a list of tiles asks for. */
export interface MenuFilter {
  readonly menuId?: string | undefined;
  readonly menuCatagoryId?: string | undefined;
  readonly dataStatus?: 'SHOW' | 'HIDDEN' | undefined;
  readonly menuName?: string | undefined;
  readonly page?: { readonly pageNo: number; readonly pageSize: number };
}

/** Tiles by their number, with how many there are on all pages. */
export async function readMenus(
  db: Queryable,
  { menuId, menuCatagoryId, dataStatus, menuName, page }: MenuFilter,
): Promise<{ rows: MenuItemView[]; total: number }> {
  const params = sqlParams();
  const conditions = ['true'];
  if (menuId) conditions.push(`menu.menu_id = ${params.add(menuId)}`);
  if (menuCatagoryId) conditions.push(`menu.menu_catagory_id = ${params.add(menuCatagoryId)}`);
  if (dataStatus) conditions.push(`menu.data_status = ${params.add(dataStatus)}`);
  if (menuName) conditions.push(`menu.menu_name ilike ${params.add(containing(menuName))}`);
  const {
    rows: [count],
  } = await db.query<{ total: number }>(
    `select count(*)::int as total from base.menu where ${conditions.join(' and ')}`,
    [...params.values],
  );
  const limit = page
    ? `limit ${params.add(page.pageSize)} offset ${params.add((page.pageNo - 1) * page.pageSize)}`
    : '';
  const { rows } = await db.query<MenuItemView>(
    `select ${menuColumns} from base.menu where ${conditions.join(' and ')} order by ${byId} ${limit}`,
    [...params.values],
  );
  return { rows, total: count?.total ?? 0 };
}

type CategoryRow = Omit<MenuCategoryView, 'menuList' | 'createTime' | 'editTime'> & {
  createTime: Date;
  editTime: Date;
};

/** Enabled categories in order, each with the tiles that it shows, in order. */
export async function readMenuCategories(db: Queryable, appId: string): Promise<MenuCategoryView[]> {
  const [categories, menus] = await Promise.all([
    db.query<CategoryRow>(
      prepared(
        `select menu_catagory_id as "menuCatagoryId", menu_catagory_name as "menuCatagoryName", app_id as "appId", sfqy,
            icon, url, remark, version, creator,
              create_time as "createTime", editor, edit_time as "editTime"
         from base.menu_category where app_id = $1 and sfqy = '1' order by sort_num, menu_catagory_id`,
        [appId],
      ),
    ),
    db.query<MenuItemView>(
      prepared(
        `select ${menuColumns} from base.menu where menu.data_status = 'SHOW' order by menu.sort_num, ${byId}`,
        [],
      ),
    ),
  ]);
  return categories.rows.map((category) => ({
    ...category,
    createTime: toDateTimeText(category.createTime),
    editTime: toDateTimeText(category.editTime),
    menuList: menus.rows.filter((menu) => menu.menuCatagoryId === category.menuCatagoryId),
  }));
}
