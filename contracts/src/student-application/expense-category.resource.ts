import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** 费用类别 (PICKERS-153): what money is spent on in projects, of one kind of project or of all. */
export const expenseCategory = defineResource({
  name: 'expenseCategory',
  service: 'project',
  table: 'expense_category',
  key: 'expenseCategoryCode',
  called: 'expenseCategoryName',
  fields: {
    expenseCategoryCode: field.text('类别代码', 20, { required: true, fixed: true, search: true, list: 130 }),
    expenseCategoryName: field.text('费用类别', 40, { required: true, search: true, list: 'auto' }),
    projectCategoryId: field.reference('项目类别', 'projectCategory', {
      search: true,
      list: 220,
      empty: '所有项目',
      shownAs: 'projectCategoryName',
    }),
    sortNum: field.integer('排序', [0, 9999], { required: true, initial: 0, list: 90 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'sortNum' }, { by: 'expenseCategoryCode' }],
  unique: [{ fields: ['projectCategoryId', 'expenseCategoryName'], message: '该项目类别已有这个费用类别' }],
  note: '填写经费预算时按项目类别选用；停用后不能再选用，已有的申请不受影响。',
  empty: '还没有费用类别。',
});

/** Categories in use of a kind of project and those of all, in their order (PICKERS-154). */
export const expenseCategories = defineOperation({
  id: 'expenseCategory.options',
  method: 'GET',
  path: '/project/expenseCategory/getProjectCategory/{id}',
  access: { permission: 'exchangeStudentApply:apply' },
  scope: noScope.school,
  summary: '费用类别下拉',
  outcome: 'query',
  failureText: '查询失败',
  input: z.object({ id: z.string().min(1).max(64) }),
  output: z.array(z.object({ expenseCategoryCode: z.string(), expenseCategoryName: z.string() })),
});
