/** The one application whose tiles are kept (`appId`). */
export const APP_ID = 'jwxt';
/** Most tiles of a category (APPS-09), and tiles a page of the pool (APPS-02). */
export const MENUS_A_CATEGORY = 12;
/** `menuType` of a tile that opens its address in a new window (HOME-22). */
export const NEW_WINDOW = '2';

/** Name of a new category: `分类` and the smallest number that no category has (APPS-14). */
export function nextCategoryName(names: readonly string[]): string {
  let number = 1;
  while (names.includes(`分类${String(number)}`)) number += 1;
  return `分类${String(number)}`;
}

/** Id of a new category: the highest there is plus 2 (APPS-13), so that neighbours stay free. */
export function nextCategoryId(ids: readonly string[]): string {
  return String(Math.max(-1, ...ids.map(Number).filter(Number.isInteger)) + 2);
}

/** Where a tile that is no new window leads (HOME-23): `{menu url}/{last segment}Home`. */
export function menuHome(url: string): string {
  return `${url}/${url.split('/').at(-1) ?? ''}Home`;
}
