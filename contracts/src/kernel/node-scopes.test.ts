import { expect, it } from 'vitest';
import { functionNode, functionTree, nodesAbove, nodesBelow, ROOT_FUNCTION } from './function-tree.ts';
import { scopeAt, scopeText, type DimensionValues, type NodeScopes } from './node-scopes.ts';
import { permissions } from './permission.vocabulary.ts';
import { dimensionCodes } from './scope.vocabulary.ts';

const unit = (fwz: string): DimensionValues => new Map([['DW', fwz]]);
const scopes = (...saved: [string, DimensionValues][]): NodeScopes => new Map(saved);

it('PERM-30: functions are a tree of modules, menus and actions, with every permission in it once', () => {
  expect(functionTree[0]).toMatchObject({ qxbh: ROOT_FUNCTION, parent: null });
  expect(new Set(functionTree.map(({ qxbh }) => qxbh)).size).toBe(functionTree.length);
  expect(
    functionTree
      .filter(({ kind }) => kind === 'action')
      .map(({ qxbh }) => qxbh)
      .sort(),
  ).toEqual(permissions.map(({ code }) => code as string).sort());
  expect(nodesAbove('examSet:rollback')).toEqual(['examSet:rollback', 'scoreManage/examSet', 'scoreManage', '*']);
  expect(nodesAbove('nobody:knows')).toEqual(['nobody:knows', '*']);
  expect(functionNode('scoreManage/examSet')?.qxmc).toBe('教学班与考试设置');
  expect(new Set(nodesBelow(ROOT_FUNCTION)).size).toBe(functionTree.length);
  expect(nodesBelow('scoreManage/examSet')).toContain('examSet:rollback');
});

it('PERM-36: the dimensions are these six', () => {
  expect(dimensionCodes).toEqual(['NJ', 'XQ', 'XSLB', 'DW', 'ZY', 'XZB']);
});

it('PERM-34: what is saved at a function holds for all below it, until one of them has its own', () => {
  const saved = scopes(['*', unit('$DW')], ['scoreManage', unit('101')], ['examSet:rollback', unit('102')]);
  expect(scopeAt(saved, 'examSet:query')).toEqual({ node: 'scoreManage', values: unit('101') });
  expect(scopeAt(saved, 'examSet:rollback')).toEqual({ node: 'examSet:rollback', values: unit('102') });
  expect(scopeAt(saved, 'studentInfo:query')).toEqual({ node: '*', values: unit('$DW') });
  expect(scopeAt(scopes(), 'studentInfo:query')).toEqual({ node: null, values: new Map() });
});

it('a scope is told in words', () => {
  expect(
    scopeText(
      new Map([
        ['DW', '$DW'],
        ['NJ', '2025,2026'],
        ['XQ', '*'],
      ]),
    ),
  ).toBe('年级：2025、2026；单位：本单位及下级单位');
  expect(scopeText(unit('*'))).toBe('不限');
  expect(scopeText(unit('101'), (_dimension, code) => `院${code}`)).toBe('单位：院101');
});
