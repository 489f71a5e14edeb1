import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { expect, it } from 'vitest';
import { differenceOf, filteredTree, permissionTree, withCodes } from './permission-tree.model.ts';

const codesOf = (tree: typeof permissionTree) =>
  tree.flatMap(({ groups }) => groups.flatMap(({ codes }) => codes.map(({ code }) => code)));

it('every permission stands once in the tree: by module, then by what it is for', () => {
  expect(codesOf(permissionTree).toSorted()).toEqual(permissions.map(({ code }) => code).toSorted());
  const manage = permissionTree.find(({ route }) => route === 'systemManage');
  expect(manage?.groups.find(({ prefix }) => prefix === 'role:roleMana')?.codes.map(({ name }) => name)).toContain(
    '角色的教师查询',
  );
});

it('is searched by name, code and module, and by what differs', () => {
  expect(codesOf(filteredTree(permissionTree, 'RoleMana:save'))).toEqual(['roleMana:save']);
  expect(codesOf(filteredTree(permissionTree, '角色权限保存'))).toEqual(['roleMana:save']);
  expect(filteredTree(permissionTree, '数据监控').map(({ title }) => title)).toContain('数据监控');
  expect(codesOf(filteredTree(permissionTree, '', (code) => code === 'user:query'))).toEqual(['user:query']);
  expect(filteredTree(permissionTree, '没有这样的权限')).toEqual([]);
});

it('two sets differ by what was added and what was removed', () => {
  const [now, then] = [new Set(['a', 'c']), new Set(['a', 'b'])];
  expect(differenceOf(now, then)).toEqual({ added: ['c'], removed: ['b'] });
  expect([...withCodes(now, ['b', 'c'], true)]).toEqual(['a', 'c', 'b']);
  expect([...withCodes(now, ['a', 'c'], false)]).toEqual([]);
});
