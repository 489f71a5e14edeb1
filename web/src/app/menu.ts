import {
  moduleKey,
  modulePath,
  moduleRouteOf,
  modules,
  type Module,
  type ModuleRoute,
} from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { resourcePath, type ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { IconHome, type Icon } from '@tabler/icons-react';
import { arrangeMenu } from './menus/arrange.menu.ts';
import { appBuildMenu } from './menus/app-build.menu.ts';
import { baseInfoMenu } from './menus/base-info.menu.ts';
import { openCourseTaskMenu } from './menus/open-course-task.menu.ts';
import { schemeManageMenu } from './menus/scheme-manage.menu.ts';
import { studentMenu } from './menus/student.menu.ts';
import { dataMonitorMenu } from './menus/data-monitor.menu.ts';
import { guideMenu } from './menus/guide.menu.ts';
import type { MenuEntry } from './menus/menu-entry.ts';
import { messageSystemMenu } from './menus/message-system.menu.ts';
import { scoreManageMenu } from './menus/score-manage.menu.ts';
import { systemManageMenu } from './menus/system-manage.menu.ts';

/** The menu of each module that has pages. */
const entriesOf: Partial<Record<ModuleRoute, readonly MenuEntry[]>> = {
  systemManage: systemManageMenu,
  baseInfo: baseInfoMenu,
  student: studentMenu,
  schemeManage: schemeManageMenu,
  openCourseTask: openCourseTaskMenu,
  scoreManage: scoreManageMenu,
  dataMonitor: dataMonitorMenu,
  appBuild: appBuildMenu,
  guide: guideMenu,
  messageSystem: messageSystemMenu,
  arrange: arrangeMenu,
};

/** Pages that do a module's business and stand in another one, by their keys there; the module's home leads to them. */
const elsewhere: Partial<Record<ModuleRoute, { readonly in: ModuleRoute; readonly pages: readonly string[] }>> = {
  openCourseTask: { in: 'scoreManage', pages: ['elective', 'electiveAudit', 'electivePlan'] },
  examination: { in: 'scoreManage', pages: ['examSet', 'makeupList'] },
};

/** A module with its menu; its home comes first and is in no side menu. */
export type ModuleMenu = Module & { route: ModuleRoute; entries: readonly MenuEntry[] };

/** All modules (SHELL-08…40), in the order of the specification. */
export const moduleMenus: readonly ModuleMenu[] = modules.map((module) => ({
  ...module,
  entries: [
    { key: `${module.route}Home`, name: module.title, url: modulePath(module.route), icon: IconHome, hide: true },
    ...(entriesOf[module.route] ?? []),
  ],
}));

/** A page of the menu with where it stands: its module, its group, and the address it is opened by. */
export type MenuPage = MenuEntry & { url: string; module: ModuleMenu; group: MenuEntry | null };

function pagesOf(module: ModuleMenu, entries: readonly MenuEntry[], group: MenuEntry | null): MenuPage[] {
  return entries.flatMap((entry) => [
    ...(entry.url === undefined ? [] : [{ ...entry, url: entry.url, module, group }]),
    ...pagesOf(module, entry.children ?? [], entry),
  ]);
}

/** Every page of every module. */
export const menuPages: readonly MenuPage[] = moduleMenus.flatMap((module) => pagesOf(module, module.entries, null));

/** Loads the declaration of a resource whose page is nothing more than that. */
export async function loadResource(name: ResourceName): Promise<Resource> {
  const load = menuPages.find(({ url }) => url === resourcePath(name))?.load;
  if (load === undefined) throw new Error(`The menu does not say where the resource ${name} is declared.`);
  return await load();
}

/**
 * Whether the person holds one of an entry's codes; an entry without codes is anybody's, a group without codes needs a
 * child that shows (SHELL-64, 65).
 */
export function permits(entry: MenuEntry, may: (code: PermissionCode) => boolean): boolean {
  if (entry.permission !== undefined && ![entry.permission].flat().some(may)) return false;
  return (
    entry.permission !== undefined ||
    entry.children === undefined ||
    entry.children.some((child) => child.hide !== true && permits(child, may))
  );
}

/** What of a menu a person sees at its side. */
export function visibleEntries(entries: readonly MenuEntry[], may: (code: PermissionCode) => boolean): MenuEntry[] {
  return entries
    .filter((entry) => entry.hide !== true && permits(entry, may))
    .map((entry) =>
      entry.children === undefined ? entry : { ...entry, children: visibleEntries(entry.children, may) },
    );
}

/** Modules by `moduleKey` whose menus a person sees (PERM-08); null: every one. */
export type OwnModules = ReadonlySet<string> | null;

const isOwn = (route: ModuleRoute, own: OwnModules): boolean => own === null || own.has(moduleKey(route));

/** What a person sees of the menu of a module: nothing, where the module is not among the own ones (PERM-08). */
export function menuOf(
  { route, entries }: ModuleMenu,
  may: (code: PermissionCode) => boolean,
  own: OwnModules,
): MenuEntry[] {
  return isOwn(route, own) ? visibleEntries(entries, may) : [];
}

/** The module an address is in; null on the home page, the personal homes and pages in windows of their own. */
export function moduleOf(pathname: string): ModuleMenu | null {
  const route = moduleRouteOf(pathname);
  return moduleMenus.find((module) => module.route === route) ?? null;
}

const pagesByUrl = new Map(menuPages.map((page) => [page.url, page]));

/** The page of the menu an address belongs to: the longest address that starts it. Null outside the menu. */
export function pageOf(pathname: string): MenuPage | null {
  for (let start = pathname; start !== ''; start = start.slice(0, start.lastIndexOf('/'))) {
    const page = pagesByUrl.get(start);
    if (page !== undefined) return page;
  }
  return null;
}

/**
 * The page of the menu at exactly this address when the person may not use it, so that it need not ask what would be
 * refused. Pages below it have rules of their own: an approver reads a sheet without entering scores.
 */
export function forbiddenPage(pathname: string, may: (code: PermissionCode) => boolean): MenuPage | null {
  const page = pageOf(pathname);
  return page?.url === pathname && !permits(page, may) ? page : null;
}

/** Pages of other modules that do the business of this one and that the person may open. */
export function pagesElsewhere(
  route: ModuleRoute,
  may: (code: PermissionCode) => boolean,
  own: OwnModules = null,
): MenuPage[] {
  const there = elsewhere[route];
  return there === undefined || !isOwn(there.in, own)
    ? []
    : menuPages.filter(
        (page) => page.module.route === there.in && there.pages.includes(page.key) && permits(page, may),
      );
}

/** Modules whose home lists a page of the menu. */
function modulesOf({ key, module }: MenuPage): ModuleRoute[] {
  const others = modules
    .map(({ route }) => route)
    .filter((route) => elsewhere[route]?.in === module.route && elsewhere[route].pages.includes(key));
  return [module.route, ...others];
}

/** A page as the search and the shortcuts of the home page list it. */
export type OpenPage = {
  key: string;
  title: string;
  path: string;
  icon: Icon;
  /** Module and group, `成绩管理 / 成绩办理`. */
  where: string;
  permission: MenuEntry['permission'];
  /** See `Shortcut`. */
  modules: readonly ModuleRoute[];
};

/** Every page a person may open from a menu, the modules' homes left out. */
export function openPages(may: (code: PermissionCode) => boolean, own: OwnModules = null): OpenPage[] {
  return menuPages
    .filter(
      (page) =>
        page.hide !== true &&
        isOwn(page.module.route, own) &&
        permits(page, may) &&
        (page.group === null || permits(page.group, may)),
    )
    .map((page) => ({
      key: page.key,
      title: page.name,
      path: page.url,
      icon: page.icon,
      where: page.group === null ? page.module.title : `${page.module.title} / ${page.group.name}`,
      permission: page.permission,
      modules: modulesOf(page),
    }));
}
