import type { FieldError } from '../kernel/envelope.ts';
import { modules, type ModuleRoute } from '../kernel/module.vocabulary.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { processNames } from './approval.vocabulary.ts';

const moduleNames = Object.fromEntries(modules.map(({ route, title }) => [route, title])) as Record<
  ModuleRoute,
  string
>;

/** SYSADMIN-08 审批类别: what processes are of, by which the approval centre groups and finds applications. */
export const approvalCategory = defineResource({
  name: 'approvalCategory',
  service: 'system',
  table: 'approval_category',
  key: 'categoryId',
  called: 'categoryName',
  fields: {
    categoryName: field.text('类别', 30, { required: true, search: true, list: 'auto' }),
    moduleId: field.choice('所属模块', moduleNames, { list: 200, shownAs: 'moduleName' }),
    sortNum: field.integer('排序号', [0, 9999], { required: true, initial: 0, list: 90 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'sortNum' }, { by: 'categoryName' }],
  unique: [{ fields: ['categoryName'], message: '审批类别已存在' }],
  note: '停用的类别不再出现在审批中心的查询条件中，其流程和申请不受影响。',
});

/** Labels of what an application says, in the order in which they stand first; on the wire a row each. */
const template = field.rows(
  '申请内容模板',
  { label: field.text('内容项', 20, { required: true, list: 320 }) },
  {
    length: [0, 20],
    hint: '申请内容中的这些项按此顺序排在最前，其余的随后，如：课程、人数、及格率',
    json: {
      store: (rows) => rows.map(({ label }) => label),
      read: (stored) => ((stored ?? []) as string[]).map((label) => ({ label })),
    },
  },
);

/** An address of a page of ours; `{applyId}` and `{businessId}` stand for those of the application. */
const PAGE = /^\/[^/\\\s][^\\\s]*$/;

/** SYSADMIN-09 审批类别明细: the category of a process, and what its applications show beside what programs say. */
export const approvalCategoryDetail = defineResource({
  name: 'approvalCategoryDetail',
  service: 'system',
  table: 'approval_category_detail',
  key: 'detailId',
  called: 'approvalProcessId',
  fields: {
    approvalProcessId: field.choice('流程', processNames, {
      required: true,
      search: true,
      list: 'auto',
      shownAs: 'approvalProcessName',
    }),
    categoryId: field.reference('审批类别', 'approvalCategory', { required: true, search: true, list: 130 }),
    businessTable: field.formatted('业务表', 'code', 40, { list: 190, hint: '申请所属的业务表，供核对' }),
    businessFileTable: field.formatted('附件表', 'code', 40, {
      list: 190,
      hint: '附件存放在另一业务表时填写，不填则与申请的业务表相同',
    }),
    detailUrl: field.text('详情地址', 120, {
      hint: '本系统的页面地址，可用 {applyId}、{businessId}；不填则打开流程自带的详情',
    }),
    contentTemplate: template,
    sfqy: field.enabled(),
  },
  order: [{ by: 'categoryId' }, { by: 'approvalProcessId' }],
  unique: [{ fields: ['approvalProcessId'], message: '该流程已有启用的类别，一个流程只属于一个类别' }],
  check: ({ detailUrl, contentTemplate }): FieldError[] => [
    ...(detailUrl === null || PAGE.test(detailUrl)
      ? []
      : [{ field: 'detailUrl', message: '应为本系统的页面地址，以 / 开头' }]),
    ...contentTemplate.flatMap(({ label }, index) =>
      contentTemplate.findIndex((other) => other.label === label) < index
        ? [{ field: `contentTemplate.${String(index)}.label`, message: '内容项重复' }]
        : [],
    ),
  ],
});
