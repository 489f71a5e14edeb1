import { expect, it } from 'vitest';
import { referenceResources } from './reference.resource.ts';

it.each([
  ['student', 'studentCode'],
  ['course', 'kch'],
  ['teachingClass', 'teachingClassId'],
])('the code of a %s, which becomes part of stream names, is ASCII without blanks', (name, key) => {
  const code = referenceResources.find((resource) => resource.name === name)!.row.shape[key]!;
  for (const right of ['2023001', 'TC-1.1', 'a_b~']) expect(code.safeParse(right).success, right).toBe(true);
  for (const wrong of ['计算机1', '2023 01', 'Ａ1', 'é'])
    expect(code.safeParse(wrong).error?.issues[0]?.message, wrong).toBe('只能使用英文字母、数字和半角符号');
});
