import { moduleKey } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { modulesOf } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { setupSteps } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import { describe, expect, it } from 'vitest';
import {
  forbiddenPage,
  menuOf,
  menuPages,
  moduleMenus,
  moduleOf,
  openPages,
  pageOf,
  pagesElsewhere,
  permits,
  visibleEntries,
} from './menu.ts';
import type { MenuEntry } from './menus/menu-entry.ts';

const holding =
  (...codes: string[]) =>
  (code: string) =>
    codes.includes(code);
const icon = () => null;
const entry = (key: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  key,
  name: key,
  url: `/jwxt/gly/scoreManage/${key}`,
  icon: icon as never,
  ...more,
});
const keys = (entries: readonly MenuEntry[]): unknown[] =>
  entries.map(({ key, children }) => (children === undefined ? key : [key, keys(children)]));

describe('the menu', () => {
  it('has every page that 开学准备 leads to, under the same name', () => {
    for (const { pages } of Object.values(setupSteps))
      for (const { path, title } of pages) expect(pageOf(path)).toMatchObject({ url: path, name: title });
  });

  // SHELL-61: the others are permission, hide, children and cache
  it('an entry has name, address, icon, key, others as needed; keys are the last segment, unique in a module', () => {
    for (const { entries, route } of moduleMenus) {
      const pages = entries.flatMap((one) => one.children ?? [one]);
      for (const page of pages) expect(page.url, `${route} ${page.key}`).toBe(`/jwxt/gly/${route}/${page.key}`);
      expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
    }
  });

  it('SHELL-64, SHELL-45: a person sees the pages of the permissions held', () => {
    expect(openPages(holding()).map(({ path }) => path)).toEqual([]);
    expect(openPages(holding('systemApprove:query', 'scoreLog:query')).map(({ path }) => path)).toEqual([
      '/jwxt/gly/scoreManage/replay',
      '/jwxt/gly/scoreManage/scoreLog',
      '/jwxt/gly/messageSystem/approval',
    ]);
  });

  // SHELL-05
  it('a module whose business stands in another one leads to its pages there, for those who may open them', () => {
    const may = holding('publicCourseManage:apply');
    expect(pagesElsewhere('openCourseTask', may).map(({ url }) => url)).toEqual(['/jwxt/gly/scoreManage/elective']);
    expect(openPages(may).map(({ modules }) => modules)).toEqual([['scoreManage', 'openCourseTask']]);
    expect(pagesElsewhere('openCourseTask', holding()).concat(pagesElsewhere('graduation', () => true))).toEqual([]);
    expect(pagesElsewhere('examination', () => true)).toHaveLength(2);
  });

  it('SHELL-65: a group without a permission shows only with a permitted child; one with its own needs it too', () => {
    const entries = [
      entry('a', {
        children: [
          entry('b', { permission: 'scoreEntry:query' }),
          entry('c', { permission: ['scoreChange:query', 'scoreLog:query'] }),
        ],
      }),
      entry('d', { permission: 'readModel:query', children: [entry('e')] }),
      entry('f', { children: [] }),
    ];
    expect(keys(visibleEntries(entries, holding()))).toEqual([]);
    expect(keys(visibleEntries(entries, holding('scoreLog:query')))).toEqual([['a', ['c']]]);
    expect(keys(visibleEntries(entries, holding('readModel:query')))).toEqual([['d', ['e']]]);
  });

  it("PERM-08: the list of the person's modules filters the menus, whatever codes are held", () => {
    const may = holding('scoreLog:query', 'operationLog:query');
    const [score, system] = ['scoreManage', 'systemManage'].map((route) =>
      moduleMenus.find((module) => module.route === route)!,
    );
    const own = new Set([moduleKey('scoreManage')]);
    expect(menuOf(score!, may, own)).toEqual(visibleEntries(score!.entries, may));
    expect(menuOf(system!, may, own)).toEqual([]);
    expect(menuOf(system!, may, null)).toHaveLength(1);
    const modulesIn = (list: ReadonlySet<string> | null) =>
      new Set(openPages(may, list).map(({ modules }) => modules[0]));
    expect([modulesIn(own), modulesIn(null)]).toEqual([
      new Set(['scoreManage']),
      new Set(['systemManage', 'scoreManage']),
    ]);
    expect(pagesElsewhere('openCourseTask', () => true, new Set())).toEqual([]);
  });

  it('PERM-08: whoever holds a code of a page has the module that its menu is', () => {
    for (const { module, key, permission = [] } of menuPages)
      for (const code of [permission].flat())
        expect(modulesOf(new Set([code]), 'teacher'), `${key} ${code}`).toContain(moduleKey(module.route));
  });

  it('SHELL-62: an entry with hide is not in the side menu, nor does it make its group show', () => {
    expect(
      keys(
        visibleEntries(
          [entry('a', { hide: true }), entry('b'), entry('c', { children: [entry('d', { hide: true })] })],
          holding(),
        ),
      ),
    ).toEqual(['b']);
  });

  it('an address belongs to the page and module it starts with', () => {
    expect(pageOf('/jwxt/gly/scoreManage/change/new/tc1/1')?.name).toBe('成绩更改');
    expect(pageOf('/jwxt/gly/scoreManage/scoreManageHome')?.key).toBe('scoreManageHome');
    expect([pageOf('/'), pageOf('/scores'), moduleOf('/'), moduleOf('/jwxt/gly/unknown/entry')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(moduleOf('/jwxt/gly/arrange')?.title).toBe('排课管理');
  });

  it('a page that the menu does not offer is refused at its own address; what lies below has rules of its own', () => {
    expect(forbiddenPage('/jwxt/gly/scoreManage/analysis', holding('systemApprove:query'))?.name).toBe('成绩统计');
    expect([
      forbiddenPage('/jwxt/gly/scoreManage/analysis', holding('scoreStatistics:query')),
      forbiddenPage('/', holding()),
      forbiddenPage('/jwxt/gly/scoreManage/entry/tc1/1', holding()),
    ]).toEqual([null, null, null]);
    expect(
      menuPages
        .filter((page) => page.permission !== undefined)
        .every((page) => !permits(page, holding()) && forbiddenPage(page.url, holding()) === page),
    ).toBe(true);
  });
});
