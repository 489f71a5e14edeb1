import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { rebuildModeNames } from '../makeup/rebuild-sign-up.vocabulary.ts';

/** How the fee of a sign-up is reckoned: for each credit, for the course, or not at all. */
export const chargeMode = { byCredit: '1', byCourse: '2', free: '3' } as const;
export type ChargeMode = (typeof chargeMode)[keyof typeof chargeMode];

/**
 * SCORE-MORE-30 重修收费设置: what taking a course again costs. Of the rows that fit a sign-up the most specific one
 * holds: by semester, then nature of the course, then mode. Without a row it is free.
 */
export const rebuildExpenseSet = defineResource({
  name: 'rebuildExpenseSet',
  service: 'score',
  table: 'rebuild_expense_set',
  key: 'expenseSetId',
  called: 'semesterId',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { search: true, list: 'auto', fixed: true, empty: '每学期' }),
    courseNature: field.dictionary('课程性质', 'XTGL_KCXZDMJ', { search: true, list: 150, empty: '全部' }),
    rebuildMode: field.choice('重修方式', rebuildModeNames, {
      search: true,
      list: 110,
      empty: '全部',
      hint: '越具体越优先：先看学期，再看课程性质，再看重修方式',
    }),
    chargeMode: field.choice(
      '收费方式',
      { [chargeMode.byCredit]: '按学分', [chargeMode.byCourse]: '按门', [chargeMode.free]: '免费' },
      { required: true, search: true, list: 110, initial: chargeMode.byCredit },
    ),
    price: field.decimal('单价（元）', [0, 99_999], { required: true, list: 110, initial: '0' }),
    freeTimes: field.integer('免费次数', [0, 9], {
      required: true,
      list: 100,
      initial: 0,
      hint: '同一门课程前几次重修免费',
    }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'courseNature' }, { by: 'rebuildMode' }],
  unique: [{ fields: ['semesterId', 'courseNature', 'rebuildMode'], message: '同一学期、课程性质和方式已有收费设置' }],
  check: ({ chargeMode: mode, price }) => {
    const free = mode === chargeMode.free;
    if (free === (Number(price) === 0)) return [];
    return [{ field: 'price', message: free ? '免费时单价应为0' : '请填写单价' }];
  },
  empty: '还没有收费设置。没有适用的设置时，重修不收费。',
  note: '修改后只影响新的报名，已报名的费用不变。',
});
