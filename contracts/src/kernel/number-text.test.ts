import { expect, test } from 'vitest';
import { z } from 'zod';
import { recognitionFormOf } from '../recognition/recognition-draft.ts';
import { integer } from './fields.ts';
import { numberProblem, plainNumber } from './number-text.ts';
import { field } from './resource-field.ts';

const capacity = z.object({ n: integer(1, 999) });
const wrong = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test('a number is read as it was typed, full-width figures too, and nothing else becomes one', () => {
  expect([plainNumber(' ８５．５ '), plainNumber('85。5'), plainNumber('－3')]).toEqual(['85.5', '85.5', '-3']);
  expect(numberProblem('８５', { places: 0, min: 0, max: 100 })).toBeNull();
  expect(numberProblem('30.0', { places: 0 })).toBeNull();
  for (const text of ['33.333', '1e3', '0x10', '1,000', '3²', '½', '', '12 3', 'Infinity', '33.'])
    expect(numberProblem(text, { places: 0 }), text).toBe('应为整数');
  expect(numberProblem('1.25', { places: 1 })).toBe('应为数字，最多一位小数');
  expect(numberProblem('101', { places: 1, min: 0, max: 100 })).toBe('应在 0 到 100 之间');
});

test('whole numbers of calls: text is read strictly, and what is none is refused instead of guessed', () => {
  expect(capacity.parse({ n: '６０' })).toEqual({ n: 60 });
  expect(capacity.parse({ n: 60 })).toEqual({ n: 60 });
  for (const n of ['1e2', '0x10', '33.333', '', true, null, [5], ' '])
    expect(wrong(capacity, { n }), JSON.stringify(n)).toBeDefined();
});

test('fields of resources read numbers the same way, whether from a form, a workbook or a call', () => {
  const proportion = field.integer('比例', [0, 100], { required: true }).schema;
  const mark = field.decimal('及格线', [1, 100], { required: true }).schema;
  expect([proportion.parse('３０'), proportion.parse(30), mark.parse('６０．５'), mark.parse(60)]).toEqual([
    30,
    30,
    '60.5',
    '60',
  ]);
  for (const value of ['33.333', '1e1', '']) expect(wrong(proportion, value), value).toBe('应为整数');
  expect(wrong(proportion, '101')).toBe('应在 0 到 100 之间');
  expect([wrong(mark, '1e1'), wrong(mark, '60.125')]).toEqual(['应为数字，最多两位小数', '应为数字，最多两位小数']);
});

test('a recognised value may be typed full-width; two decimals are refused at its field, not rounded', () => {
  const lineOf = (text: string) =>
    recognitionFormOf('outside').safeParse({
      kind: 'outside',
      studentId: 's',
      scoreCognizanceApplyRemark: '原因',
      relateList: [
        {
          outSideList: [
            {
              outCourseCode: 'A1',
              outCourseName: '高等数学',
              outCourseCredit: '３．０',
              outScoreCognizanceFinalValue: '85',
            },
          ],
          inSideList: [{ courseId: 'c', scoreCognizanceFinalValue: text }],
        },
      ],
    });
  expect(lineOf('８５。５').data?.relateList[0]).toMatchObject({
    outSideList: [{ outCourseCredit: '3.0' }],
    inSideList: [{ scoreCognizanceFinalValue: '85.5' }],
  });
  expect(lineOf('85.55').error?.issues[0]).toMatchObject({
    path: ['relateList', 0, 'inSideList', 0, 'scoreCognizanceFinalValue'],
    message: '应为数字，最多一位小数',
  });
});
