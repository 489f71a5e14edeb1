import { z } from 'zod';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { parameterProblem } from './parameter.vocabulary.ts';
import { MAX_IMAGE, parameterType, parameterTypeNames } from './public-parameter.vocabulary.ts';

/** SYSADMIN-03 系统设置: a value of every parameter that programs read, and of those that a school has for itself. */
export const systemParameter = defineResource({
  name: 'sysSet',
  loggedAs: 'parameter',
  service: 'system',
  table: 'parameter',
  key: 'paramCode',
  called: 'paraName',
  fields: {
    paramCode: field.formatted('参数编码', 'code', 40, { required: true, fixed: true, search: true, list: 140 }),
    paraName: field.text('参数名称', 60, { required: true, search: true, list: 'auto' }),
    // A value may be empty: its column is a text all the same.
    paraValue: {
      ...field.area('参数值', MAX_IMAGE, { required: true, list: 240 }),
      schema: z.preprocess((value) => value ?? '', z.string().trim().max(MAX_IMAGE, '内容过长')),
    },
    paraType: field.choice('参数类型', parameterTypeNames, { required: true, list: 90, initial: parameterType.text }),
    paraOptions: field.rows(
      '可选值',
      {
        code: field.text('值', 40, { required: true, list: 120 }),
        name: field.text('名称', 60, { required: true, list: 200 }),
      },
      { length: [0, 50] },
    ),
    groupName: field.text('分组', 30, { required: true, search: true, list: 130, initial: '其他' }),
    isPublic: field.yesNo('登录前可读', { list: 100 }),
    sortNum: field.integer('排序号', [0, 9999], { required: true, initial: 999 }),
  },
  order: [{ by: 'sortNum' }, { by: 'paramCode' }],
  unique: [{ fields: ['paraName'], message: '参数名称已存在' }],
  check: (row) => {
    const message = parameterProblem(row, row.paraValue);
    return message === null ? [] : [{ field: 'paraValue', message }];
  },
});
