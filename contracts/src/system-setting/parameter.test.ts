import { expect, it } from 'vitest';
import { parameterProblem, parameterRows, parameters, parameterText } from './parameter.vocabulary.ts';
import { MAX_IMAGE } from './public-parameter.vocabulary.ts';

const rowOf = (code: string) => parameterRows.find(({ paramCode }) => paramCode === code)!;
const png = 'data:image/png;base64,iVBORw0KGgo=';

it('what a school starts with is right by its own kind', () => {
  for (const row of parameterRows) expect(parameterProblem(row, row.paraValue), row.paramCode).toBeNull();
  expect(parameterRows).toHaveLength(Object.keys(parameters).length);
});

// SYSADMIN-03
it.each([
  ['CJ_JGX', '60', null],
  ['CJ_JGX', '', '必填'],
  ['CJ_JGX', '六十', '应为整数'],
  ['CJ_JGX', '101', '应在 1 到 100 之间'],
  ['CJ_CXFDX', '', null],
  ['LOGIN_VRIFY', '2', '只能是或否'],
  ['CJ_YXGZ', 'ABC', '不在选项之中'],
  ['CJ_YXGZ', 'ZHC', null],
  ['SMDLDZ', 'javascript:alert(1)', '应为 http:// 或 https:// 开头的网址'],
  ['SMDLDZ', 'https://sso.example.edu.cn/qr', null],
  ['XKKSSJ', '2026-09-31 08:00:00', '时间格式应为 2026-09-01 08:00:00'],
  ['XKKSSJ', '2026-09-01 08:00:00', null],
  ['schoolName', '字'.repeat(31), '最多 30 个字符'],
  ['xxlogo', png, null],
  ['xxlogo', 'https://evil.example/track.png', '应为 PNG、JPEG、WebP、GIF 或 SVG 图片'],
  ['xxlogo', `data:image/png;base64,${'A'.repeat(MAX_IMAGE)}`, '图片不能超过 500 KB'],
])('the value of %s is judged by its kind: %.30s', (code, value, problem) => {
  expect(parameterProblem(rowOf(code), value)).toBe(problem);
});

it('a value is told in words', () => {
  expect(parameterText(rowOf('LOGIN_VRIFY'), '1')).toBe('是');
  expect(parameterText(rowOf('CJ_YXGZ'), 'ZHC')).toBe('最近一次有效');
  expect(parameterText(rowOf('xxlogo'), png)).toBe('图片（1 KB）');
  expect(parameterText(rowOf('SMDLDZ'), '')).toBe('（空）');
});
