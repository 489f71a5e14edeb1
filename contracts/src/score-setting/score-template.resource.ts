import type { FieldError } from '../kernel/envelope.ts';
import { field, type WireRow } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo, yesNoOf } from '../kernel/yes-no.ts';
import { MOST_ITEMS } from '../score/score-items.ts';
import { PERCENTAGE_HIERARCHY } from '../score/score.vocabulary.ts';

/**
 * Items as sheets take them: with the cell type that their grade system asks for, and a key of their own that stays.
 */
function storeItems(rows: readonly WireRow[]): WireRow[] {
  const taken = new Set(rows.map(({ dataKey }) => dataKey));
  let next = 0;
  const newKey = (): string => {
    do next += 1;
    while (taken.has(`fx${String(next)}`));
    return `fx${String(next)}`;
  };
  return rows.map(({ min, max, isExamItem, dataKey, enable, ...item }) => ({
    ...item,
    dataKey: dataKey ?? newKey(),
    enable: enable ?? 'true',
    isExamItem: isExamItem === yesNo.yes,
    type: item['scoreHierarchyCode'] === PERCENTAGE_HIERARCHY ? 'number' : 'select',
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
  }));
}

function readItems(stored: unknown): WireRow[] {
  return (stored as readonly WireRow[]).map(({ isExamItem, ...item }) => ({
    ...item,
    isExamItem: yesNoOf(isExamItem === true),
  }));
}

type Item = {
  readonly scoreSubItemName: string;
  readonly scoreSubItemProportion: unknown;
  readonly min: unknown;
  readonly max: unknown;
  readonly isExamItem: string;
};

/** Proportions add up to 100 and lie between their ends, names differ, and at most one item is the exam. */
function checkItems(items: readonly Item[]): FieldError[] {
  const at = (index: number, column: string) => `items.${String(index)}.${column}`;
  const sum = items.reduce((total, { scoreSubItemProportion }) => total + Number(scoreSubItemProportion), 0);
  const names = items.map(({ scoreSubItemName }) => scoreSubItemName.trim());
  return [
    ...(sum === 100
      ? []
      : [
          {
            field: 'items',
            message:
              `各分项比例之和应为100，现为${String(sum)}，` +
              `${sum > 100 ? '多' : '少'}${String(Math.abs(sum - 100))}`,
          },
        ]),
    ...names.flatMap((name, index) =>
      names.indexOf(name) < index ? [{ field: at(index, 'scoreSubItemName'), message: '分项名称重复' }] : [],
    ),
    ...items.flatMap(({ scoreSubItemProportion, min, max }, index) => [
      ...(isNumber(min) && Number(min) > Number(scoreSubItemProportion)
        ? [{ field: at(index, 'min'), message: '不能大于比例' }]
        : []),
      ...(isNumber(max) && Number(max) < Number(scoreSubItemProportion)
        ? [{ field: at(index, 'max'), message: '不能小于比例' }]
        : []),
    ]),
    ...(items.filter(({ isExamItem }) => isExamItem === yesNo.yes).length > 1
      ? [{ field: 'items', message: '期末（考试）分项只能有一个，补缓考替代期末时用它' }]
      : []),
  ];
}

const isNumber = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * SCORE-MORE-20 成绩模板: the items of a sheet, their proportions and grade systems. A sheet keeps a copy of the
 * template it was set up with.
 */
export const scoreTemplate = defineResource({
  name: 'scoreTemplate',
  service: 'score',
  table: 'score_template',
  key: 'scoreTemplateId',
  called: 'scoreTemplateName',
  fields: {
    scoreTemplateName: field.text('模板名称', 40, { required: true, search: true, list: 240 }),
    scoreHierarchyCode: field.reference('成绩等级制', 'scoreHierarchy', {
      required: true,
      search: true,
      list: 110,
      initial: PERCENTAGE_HIERARCHY,
    }),
    digit: field.integer('小数位数', [0, 2], { required: true, initial: 2 }),
    teacherAdjust: field.yesNo('教师可调比例', { hint: '在各分项的最低与最高比例之间调整' }),
    isDefault: field.yesNo('默认模板', { list: 90, hint: '每个等级制一个；没有指定模板的教学班用它' }),
    sfqy: field.enabled(),
    items: field.rows(
      '分项',
      {
        scoreSubItemName: field.text('分项名称', 20, { required: true }),
        scoreSubItemProportion: field.integer('比例%', [0, 100], { required: true, list: 96 }),
        min: field.integer('最低%', [0, 100], { list: 96 }),
        max: field.integer('最高%', [0, 100], { list: 96 }),
        scoreHierarchyCode: field.reference('等级制', 'scoreHierarchy', {
          required: true,
          list: 130,
          initial: PERCENTAGE_HIERARCHY,
        }),
        isExamItem: field.yesNo('期末（考试）', { list: 110 }),
        dataKey: field.text('标识', 64, { hidden: true }),
        enable: field.text('启用', 5, { hidden: true, initial: 'true' }),
      },
      { length: [1, MOST_ITEMS], list: 'auto', json: { store: storeItems, read: readItems } },
    ),
  },
  order: [{ by: 'isDefault', descending: true }, { by: 'scoreTemplateName' }],
  unique: [{ fields: ['scoreTemplateName'], message: '已有相同名称的模板' }],
  check: ({ items }) => checkItems(items as readonly Item[]),
  note: '修改只影响以后设置的教学班。已设置的成绩单保存着当时的分项和比例，不随模板改变。',
});
