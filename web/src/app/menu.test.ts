import { operations } from '@jwxt/contracts/kernel/all-operations.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { describe, expect, it } from 'vitest';
import { forbiddenPage, menu, menuOf, visibleMenu } from './menu.ts';

const paths = (permissions: string[]) => visibleMenu(permissions).flatMap((group) => group.items.map((item) => item.path));

describe('the menu', () => {
  it('SHELL-45: a person sees the pages of the permissions held, and no empty group', () => {
    expect(paths([])).toEqual([]);
    expect(paths(['systemApprove:query', 'scoreLog:query'])).toEqual(['/jwxt/gly/messageSystem/approval', '/jwxt/gly/scoreManage/replay']);
    expect(visibleMenu(['readModel:query']).map((group) => group.title)).toEqual(['系统管理']);
  });

  it('every page asks for a permission that an operation knows', () => {
    const known = new Set(operations.map(permissionOf));
    for (const item of menu.flatMap((group) => group.items)) expect(known.has(item.permission), item.title).toBe(true);
  });

  it('an address belongs to the page it starts with', () => {
    expect(menuOf('/jwxt/gly/scoreManage/change/new/tc1/1')?.item.title).toBe('成绩更改');
    expect(menuOf('/')?.item.title).toBe('首页');
    expect(menuOf('/scores')).toBeNull();
  });

  it('a page that the menu does not offer is refused at its own address; what lies below has rules of its own', () => {
    expect(forbiddenPage('/jwxt/gly/scoreManage/analysis', ['systemApprove:query'])?.title).toBe('成绩统计');
    expect([forbiddenPage('/jwxt/gly/scoreManage/analysis', ['scoreStatistics:query']), forbiddenPage('/', []), forbiddenPage('/jwxt/gly/scoreManage/entry/tc1/1', [])]).toEqual([null, null, null]);
  });
});
