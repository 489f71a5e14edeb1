import { expect, it } from 'vitest';
import { operations } from '../all-areas.ts';
import { outcomeTexts } from './operation.ts';
import { outcomes, type OutcomeKind } from './outcome.vocabulary.ts';

it.each<[string, OutcomeKind, string]>([
  ['ERRORS-03', 'query', '查询失败'],
  ['ERRORS-04', 'add', '添加失败'],
  ['ERRORS-05', 'modify', '修改失败'],
  ['ERRORS-06', 'remove', '删除失败'],
  ['ERRORS-07', 'approve', '审批失败'],
  ['ERRORS-08', 'generate', '生成失败'],
  ['ERRORS-11', 'reset', '重置失败'],
  ['ERRORS-12', 'assign', '分配失败'],
  ['ERRORS-13', 'update', '更新失败'],
  ['ERRORS-14', 'queryApplications', '查询应用服务失败'],
  ['ERRORS-15', 'audit', '审核失败'],
  ['ERRORS-16', 'submitForApproval', '送审失败'],
  ['ERRORS-17', 'operate', '操作失败'],
  ['ERRORS-18', 'set', '设置失败'],
  ['ERRORS-19', 'withdraw', '撤回失败'],
  ['ERRORS-20', 'batchAdjust', '批量调整失败'],
])('%s: what %s says when it failed without a word from the server', (_id, outcome, text) => {
  expect(outcomeTexts({ method: 'POST', outcome }).failure).toBe(text);
});

it.each<[string, OutcomeKind, string]>([
  ['ERRORS-27', 'add', '添加成功'],
  ['ERRORS-28', 'modify', '修改成功'],
  ['ERRORS-29', 'remove', '删除成功'],
  ['ERRORS-30', 'generate', '生成成功'],
  ['ERRORS-33', 'audit', '审核成功'],
  ['ERRORS-34', 'operate', '操作成功'],
  ['ERRORS-35', 'set', '设置成功'],
  ['ERRORS-36', 'withdraw', '撤回成功'],
  ['ERRORS-37', 'assign', '分配成功'],
  ['ERRORS-38', 'submitForApproval', '送审成功'],
  ['ERRORS-39', 'batchAdjust', '批量调整成功'],
])('%s: what %s says when it succeeded', (_id, outcome, text) => {
  expect(outcomeTexts({ method: 'POST', outcome }).success).toBe(text);
});

it('SESSION-14: all that is shown is Chinese; English wordings are kept as alternates only', () => {
  for (const { failure, success } of Object.values(outcomes)) expect(failure + success).toMatch(/^[\u4e00-\u9fff]+$/);
  expect(outcomes.remove.english).toEqual({ failure: 'Delete failed', success: 'Deleted successfully' });
});

// CLIENT-01
it('every path is the API root plus a module prefix, apart from those that the specification puts at the root', () => {
  const atRoot = operations.filter(({ path }) => path.split('/').length < 3).map(({ path }) => path);
  expect(atRoot.every((path) => /^\/(login|logout|captcha)$/.test(path))).toBe(true);
  for (const { path } of operations) expect(path).toMatch(/^\/[a-zA-Z]/);
});
