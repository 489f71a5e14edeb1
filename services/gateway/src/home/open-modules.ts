import type { MenuItemView } from '@jwxt/contracts/home/menu.operations.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';

/** Modules with pages for everybody, whose codes are only for those who write there. */
const forAll: readonly string[] = ['messageSystem', 'guide'];

/**
 * Whether a tile is of use to a person: they hold a code of its module, or nobody needs one (SHELL-45, SHELL-46).
 * Students have a home of their own.
 */
export function mayOpen(person: Principal, { url }: Pick<MenuItemView, 'url'>, permissionCheck: boolean): boolean {
  if (person.kind === 'student') return false;
  if (!permissionCheck) return true;
  const route = modules.find((module) => url.endsWith(`/${module.route}`))?.route;
  const codes =
    route === undefined || forAll.includes(route) ? [] : permissions.filter(({ module }) => module === route);
  return codes.length === 0 || codes.some(({ code }) => mayDo(person, code));
}
