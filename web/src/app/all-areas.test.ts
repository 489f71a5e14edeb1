import { readFileSync } from 'node:fs';
import { isPageOfStudents, modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { OWN_STATUS_CHANGES_PATH } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { OWN_INFO_CHECK_PATH } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { OWN_CONDUCT_PATH } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { OWN_SHUNT_PATH } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { OWN_FILE_PATH } from '@jwxt/contracts/student-status/file/student-file.vocabulary.ts';
import { OWN_REGISTRATION_PATH } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { OWN_WARNINGS_PATH } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { resourceNames, resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRootRoute } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { businessLink } from '../areas/approval/approval-link.ts';
import { allAreas, businessLinks, shellRoutes } from './all-areas.ts';
import { loadResource, menuPages } from './menu.ts';

describe('where applications are shown', () => {
  // APPROVAL-33, APPROVAL-37, APPROVAL-38, APPROVAL-39, APPROVAL-40, APPROVAL-41, APPROVAL-42, APPROVAL-43
  it('each process links to its page, unless another process code is in use', () => {
    const of = (processNo: string, factUseProcessCode: string | null = null) =>
      businessLink(
        { processNo, applyId: 'a1', teachingClassId: 'tc1', scoreType: '1', factUseProcessCode },
        (permission) => permissions.includes(permission),
        businessLinks,
      );
    const permissions = ['regularScoreApproval:query'];
    expect(of('ZKCJSP')).toEqual({ to: '/jwxt/gly/scoreManage/regularApproval/a1', label: '查看送审成绩' });
    permissions.pop();
    expect(of('ZKCJSP')).toEqual({ to: '/jwxt/gly/scoreManage/entry/tc1/1', label: '查看成绩单' });
    expect(of('BHKCJSP')).toEqual({ to: '/jwxt/gly/scoreManage/retakeApproval/tc1', label: '查看补缓考成绩' });
    expect(of('CXCJSP')).toEqual({ to: '/jwxt/gly/scoreManage/rebuildScoreApproval/tc1', label: '查看重修成绩' });
    expect(of('CJXGSP')).toEqual({ to: '/jwxt/gly/scoreManage/change/a1', label: '查看更改明细' });
    for (const [code, kind] of [
      ['XTWCJRDSH', 'outside'],
      ['XWCJRDSH', 'outSchool'],
      ['XTNCJRDSH', 'system'],
    ] as const)
      expect(of(code)).toEqual({ to: `/jwxt/gly/scoreManage/recognition/${kind}/a1`, label: '查看认定明细' });
    expect(of('HKSQ')).toEqual({ to: '/jwxt/gly/scoreManage/deferredExam/a1', label: '查看缓考申请' });
    expect([of('ZKCJSP', 'TTKSQ'), of('UNKNOWN')]).toEqual([null, null]);
  });

  // APPROVAL-34, APPROVAL-35, APPROVAL-36, APPROVAL-44
  it('the others open over the detail: the check as 核对详情, a personal scheme 1200 wide', () => {
    const of = (processNo: string) =>
      businessLink(
        { processNo, applyId: 'a1', teachingClassId: null, scoreType: null, factUseProcessCode: null },
        () => true,
        businessLinks,
      );
    expect(of('XSXXHD')).toMatchObject({ dialog: 'infoCheck', title: '核对详情' });
    expect(of('GRPYFA')).toMatchObject({ dialog: 'content', width: 1200 });
    expect([of('ZYPYFA'), of('GXKSQ')]).toMatchObject([
      { to: '/jwxt/gly/schemeManage/schema/a1/preview' },
      { to: '/jwxt/gly/scoreManage/elective/a1' },
    ]);
  });
});

it('every page of the menu is a page of an area, or the home of a module', () => {
  const paths = shellRoutes(createRootRoute()).map((route) => (route.options as { path?: string }).path ?? '');
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`));
  const homes = modules.map(({ route }) => `${route}Home`);
  const without = menuPages.filter(
    ({ key, url }) => !homes.includes(key) && !patterns.some((pattern) => pattern.test(url)),
  );
  expect(without.map(({ url }) => url)).toEqual([]);
});

const ownPaths = {
  OWN_FILE_PATH,
  OWN_STATUS_CHANGES_PATH,
  OWN_REGISTRATION_PATH,
  OWN_INFO_CHECK_PATH,
  OWN_SHUNT_PATH,
  OWN_WARNINGS_PATH,
  OWN_CONDUCT_PATH,
};

// HOME-26; STUDENT-STATUS-03, 06, 08, 16, 27, 37, 39
it('every page of what is one’s own is where students may be, and no menu leads there', () => {
  const paths = shellRoutes(createRootRoute()).map((route) => (route.options as { path?: string }).path ?? '');
  const own = paths.filter((path) => /\/own[A-Z]\w*$/.test(path) || path === OWN_INFO_CHECK_PATH);
  expect(own.filter((path) => !isPageOfStudents(path))).toEqual([]);
  expect(own).toEqual(expect.arrayContaining(Object.values(ownPaths)));
  const linked = readFileSync('web/src/areas/home/student-home.page.tsx', 'utf8').matchAll(/(cards\/[\w-]+[.]card)/g);
  const cards = [...linked].map(([, card]) => readFileSync(`web/src/areas/home/${card!}.tsx`, 'utf8')).join('');
  for (const name of Object.keys(ownPaths)) expect(cards, name).toContain(`to={${name}}`);
  expect(menuPages.filter(({ url }) => isPageOfStudents(url)).map(({ url }) => url)).toEqual([]);
});

describe('resources', () => {
  const brought = new Set(
    Object.values(allAreas)
      .flatMap(({ routes }) => routes?.(createRootRoute()) ?? [])
      .map(({ options }) => (options as { path?: string }).path),
  );

  it('every one is a page of the menu', () => {
    const urls = menuPages.map(({ url }) => url);
    expect(resourceNames.filter((name) => !urls.includes(resourcePath(name)))).toEqual([]);
  });

  it.each(resourceNames)('%s has the page that an area brings, or that of its declaration', async (name) => {
    const page = menuPages.find(({ url }) => url === resourcePath(name));
    if (brought.has(resourcePath(name))) expect(page?.load).toBeUndefined();
    else expect((await loadResource(name)).name).toBe(name);
  });
});
