import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** 项目类别 (PICKERS-150): what kinds of projects awards are won with, by their level. */
export const projectCategory = defineResource({
  name: 'projectCategory',
  service: 'project',
  table: 'project_category',
  key: 'projectCategoryId',
  called: 'projectCategoryName',
  fields: {
    projectLevelName: field.text('项目级别', 20, { required: true, search: true, list: 160 }),
    projectCategoryName: field.text('项目类别', 40, { required: true, search: true, list: 'auto' }),
    sortNum: field.integer('排序', [0, 9999], { required: true, initial: 0, list: 90 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'sortNum' }, { by: 'projectLevelName' }, { by: 'projectCategoryName' }],
  unique: [{ fields: ['projectLevelName', 'projectCategoryName'], message: '该级别已有这个类别' }],
  note: '停用后不能再选用，已有的申请不受影响。',
  empty: '还没有项目类别。',
});

/** Categories in use, in their order (PICKERS-151). Failing without a message, it says 查询失败 (PICKERS-152). */
export const projectCategories = defineOperation({
  id: 'projectCategory.options',
  method: 'GET',
  path: '/project/projectCategory/getProjectCategory',
  access: { permission: 'scorePointApply:apply' },
  scope: noScope.school,
  summary: '项目类别下拉',
  outcome: 'query',
  failureText: '查询失败',
  input: z.object({}),
  output: z.array(
    z.object({ projectCategoryId: z.string(), projectLevelName: z.string(), projectCategoryName: z.string() }),
  ),
});
