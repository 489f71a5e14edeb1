import type { FieldError } from '../kernel/envelope.ts';
import { field, type WireRow } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { effectiveRuleNames, gpaRuleNames } from '../score/score-rules.ts';

/**
 * States of a version: a draft is edited and removed; a published one never changes; a stopped one has been replaced
 * and stays readable.
 */
export const rulesStatus = { draft: '0', published: '1', stopped: '2' } as const;
export const rulesStatusNames = {
  [rulesStatus.draft]: '草稿',
  [rulesStatus.published]: '已发布',
  [rulesStatus.stopped]: '已停用',
} as const;

type Band = { readonly from: string; readonly point: string };

/** The thresholds of a table differ, and a higher one never gives fewer points. */
function checkBands(bands: readonly Band[]): FieldError[] {
  const at = (index: number, column: keyof Band) => `gpaBands.${String(index)}.${column}`;
  const downwards = bands
    .map((band, index) => ({ index, from: Number(band.from), point: Number(band.point) }))
    .toSorted((a, b) => b.from - a.from);
  return downwards.flatMap(({ index, from, point }, place) => {
    const above = downwards[place - 1];
    if (!above) return [];
    if (above.from === from) return [{ field: at(index, 'from'), message: '起点重复' }];
    return point > above.point ? [{ field: at(index, 'point'), message: '高于更高分数的绩点' }] : [];
  });
}

/**
 * SCORE-MORE-35 成绩规则: a version of how attempts become effective scores, credits and grade points. Only drafts are
 * changed and removed.
 */
export const scoreRulesVersion = defineResource({
  name: 'scoreRules',
  service: 'score',
  table: 'score_rules',
  key: 'scoreRulesId',
  called: 'ruleVersion',
  fields: {
    ruleVersion: field.text('版本号', 20, { required: true, search: true, list: 96 }),
    ruleName: field.text('规则名称', 40, { required: true, search: true, list: 'auto' }),
    grades: field.references('适用年级', 'grade', {
      list: 110,
      search: true,
      empty: '全部',
      hint: '为年级制定的规则先于全部年级的规则',
    }),
    studentTypes: field.dictionaries('学生类别', 'XTGL_XSLB', { list: 100, empty: '全部' }),
    effectiveRule: field.choice('有效成绩', effectiveRuleNames, { required: true, list: 124, initial: 'ZGF' }),
    gpaRule: field.choice('绩点制', gpaRuleNames, { required: true, list: 76, initial: 'GPA40' }),
    passMark: field.decimal('及格线', [1, 100], { required: true, initial: '60', hint: '须与系统参数“及格线”一致' }),
    makeupPoint: field.decimal('补考及格绩点', [0, 10], { empty: '按成绩' }),
    countFailed: field.yesNo('不及格计入', { initial: yesNo.yes, hint: '不及格课程以 0 绩点计入平均' }),
    judgeRounded: field.yesNo('取整后折算', { hint: '成绩四舍五入到整数后再查绩点' }),
    gpaAttributes: field.dictionaries('计入的属性', 'XTGL_KCSXDMJ', { hint: '这些属性的课程计入绩点和加权平均' }),
    gpaWithoutNatures: field.dictionaries('除外的性质', 'XTGL_KCXZDMJ', { empty: '无' }),
    publishStatus: field.choice('状态', rulesStatusNames, { readOnly: true, search: true, list: 96, state: true }),
    gpaBands: field.rows(
      '绩点表',
      {
        from: field.decimal('分数起点', [0, 100], { required: true }),
        point: field.decimal('绩点', [0, 10], { required: true }),
      },
      {
        length: [0, 20],
        hint: '留空则用所选绩点制的标准换算',
        json: {
          store: (rows: readonly WireRow[]) =>
            rows.length === 0 ? null : rows.toSorted((a, b) => Number(b['from']) - Number(a['from'])),
          read: (stored) => (stored ?? []) as WireRow[],
        },
      },
    ),
  },
  order: [{ by: 'publishStatus' }, { by: 'ruleVersion', descending: true }],
  unique: [{ fields: ['ruleVersion'], message: '已有相同的版本号' }],
  check: ({ gpaAttributes, gpaBands }) => [
    ...(gpaAttributes.length === 0 ? [{ field: 'gpaAttributes', message: '至少选择一种' }] : []),
    ...checkBands(gpaBands as readonly Band[]),
  ],
  note: '草稿保存后不起作用，发布后才用于学生成绩和成绩单。已发布的版本不能修改。',
});
