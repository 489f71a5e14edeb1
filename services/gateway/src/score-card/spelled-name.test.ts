import { expect, it } from 'vitest';
import { spelledName } from './spelled-name.ts';

it.each([
  ['唐伟凯', 'tangweikai', 'TANG Weikai'],
  ['欧阳修文', 'ouyangxiuwen', 'OUYANG Xiuwen'],
  ['单雄信', 'shanxiongxin', 'SHAN Xiongxin'],
  ['吕布', 'lvbu', 'LV Bu'],
  ['张三', 'Zhang San', 'Zhang San'],
  ['单强', 'danqiang', 'Danqiang'],
  ['张三', '', ''],
])('SCORE-MORE-48: %s, kept as %j, is spelled %j', (name, spelled, shown) => {
  expect(spelledName(name, spelled)).toBe(shown);
});
