import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it } from 'vitest';
import { checkWording, misworded, textsInForce, wordingsOf } from './wording.ts';

const glossary = [
  '| 退回 | `backNode` | `rejected` | to a former node |',
  '## 用语',
  '| 用语 | not | stays in |',
  '| --- | --- | --- |',
  '| 修改密码 | 密码修改、改密码了 | `password-dialog.tsx` (SESSION-30) |',
  '| 账号 | 帐号 | |',
].join('\n');

it('the table of words is read: the word, what is not said, where it stays', () => {
  expect(wordingsOf(glossary)).toEqual([
    { word: '修改密码', not: ['密码修改', '改密码了'], except: ['password-dialog.tsx'] },
    { word: '账号', not: ['帐号'], except: [] },
  ]);
});

it.each([
  ["title: '密码修改'", ['密码修改']],
  ["title: '修改密码'", []],
  ["label: '帐号'", ['帐号']],
  ['/** 密码修改, of one’s own. */', []],
  ["message: '确定删除？'", ['确定删除？']],
  ["message: '确定删除吗？删除后不能恢复。'", []],
  ["'最多20项', '最多 20 项'", ['最多2']],
  ["'请填写。 再提交', '你好', '姓名:张三'", ['名:', '你', '。 ']],
  ["success: '已保存。'", ["success: '已保存。'"]],
  ["notify.error('没有保存。请稍后再试。')", []],
  ["'您的申请已退回，请看您的消息', '没有等待您审批的课程调整审批'", ['审批的课程调整审批']],
  [
    '`${row.studentName}（${row.studentNumber}）`, `${name}(${studentNumber})`',
    ['（${row.studentNumber}）', '(${studentNumber})'],
  ],
  ["row.reason || '—', <b>–</b>, { first: \"—\" }, '提交 — 审批'", ["'—'", '>–<', '"—"']],
  ["row.rank ?? '-', rank === null ? '-' : rank, negative ? '-' : '', split('-')", ["?? '-'", "? '-'"]],
  ["'时限(天)', '正在加载...', '请选择一条课程!'", ['载...', '限(']],
])('%s', (source, found) => {
  expect(misworded('a.tsx', source, wordingsOf(glossary)).map((each) => each.found)).toEqual(found);
  expect(misworded('web/src/app/password-dialog.tsx', "title: '密码修改'", wordingsOf(glossary))).toEqual([]);
});

it('of a function that was made again the latest text counts, and no comment', () => {
  const first =
    "create function base.f(x int) returns text language sql as $$\n  select '正在审核';\n$$;\n-- 正在审核\n";
  const again = first.replace('create function', 'create or replace function').replace('正在审核', '正在审批');
  expect(textsInForce([first, again])).not.toContain('审核');
  expect(textsInForce([first, again])).toContain('正在审批');
  expect(textsInForce([first])).toContain('正在审核');
});

it('one word for one thing in all that people read', async () => {
  expect(await checkWording(projectRoot)).toEqual([]);
});
