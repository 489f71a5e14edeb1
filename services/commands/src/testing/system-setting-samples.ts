import { codeRuleRows } from '@jwxt/infra/base-data/code-rule.data.ts';
import { load, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.office };

/** Settings of the system, each row unlike any other. */
export const systemSettings: readonly Setting[] = [
  {
    name: 'sysSet',
    values: (_t, n) => ({
      paramCode: `CS_${n}`,
      paraName: `参数${n}`,
      paraValue: '1',
      paraType: '2',
      paraOptions: [],
      groupName: '其他',
      isPublic: '0',
      sortNum: 999,
    }),
    changed: (values) => ({ ...values, paraValue: '2' }),
  },
  {
    name: 'appSetting',
    values: (_t, n) => ({
      menuId: String(100 + n),
      menuName: `应用设置${n}`,
      menuType: '1',
      url: `/jwxt/gly/m${n}`,
      iconContent: 'apps',
      moduleId: null,
      menuCatagoryId: null,
      dataStatus: 'HIDDEN',
      sortNum: 0,
    }),
    changed: (values) => ({ ...values, iconContent: 'book' }),
  },
  {
    name: 'domain',
    values: (_t, n) => ({ bh: `F${n}`, mc: `服务域${n}`, servingList: [{ route: 'guide' }], sortNum: 1, sfqy: '1' }),
    changed: (values) => ({ ...values, sortNum: 2 }),
  },
  {
    name: 'codeRule',
    values: (_t, n) => ({
      ruleCode: `R${n}`,
      ruleName: `规则${n}`,
      objectType: '6',
      segments: [
        { type: 'fixed', value: 'WH', length: null },
        { type: 'serial', value: null, length: 4 },
      ],
      serialScope: 'prefix',
      sfqy: '0',
    }),
    changed: (values) => ({ ...values, serialScope: 'rule' }),
  },
  {
    name: 'approvalCategory',
    values: (_t, n) => ({ categoryName: `审批类别${n}`, moduleId: 'scoreManage', sortNum: 1, sfqy: '1' }),
    changed: (values) => ({ ...values, sortNum: 2 }),
  },
  {
    name: 'approvalCategoryDetail',
    values: (_t, n) => ({
      approvalProcessId: 'ZKCJSP',
      categoryId: 'cj',
      businessTable: `T_CS_${n}`,
      businessFileTable: null,
      detailUrl: '/jwxt/gly/scoreManage/entry?businessId={businessId}',
      contentTemplate: [{ label: '课程' }],
      sfqy: '0',
    }),
    changed: (values) => ({ ...values, contentTemplate: [{ label: '人数' }, { label: '课程' }] }),
  },
  {
    name: 'noticeType',
    values: (_t, n) => ({ noticeTypeName: `通知类型${n}`, needRead: '0', sortNum: 1, sfqy: '1' }),
    changed: (values) => ({ ...values, needRead: '1' }),
  },
];

const forUnit = { objectType: '1', values: { kkxy: '101' } };
const prepared = async (t: TestApp): Promise<void> => {
  await load(t, 'codeRule', codeRuleRows);
};

/** Commands of settings besides those of their rows. */
export const systemSettingSamples: CommandSamples = {
  'codeRule.generate': {
    answersOwn: 'Each who asks gets a number of their own.',
    async prepare(t) {
      await prepared(t);
      return { payload: forUnit, envelope };
    },
  },
  'codeRule.release': {
    async prepare(t) {
      await prepared(t);
      const { code } = await t.accept<{ code: string }>('codeRule.generate', forUnit, envelope);
      return { payload: { objectType: '1', code }, envelope };
    },
  },
};
