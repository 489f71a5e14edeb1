import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo } from '../kernel/yes-no.ts';

/** SYSADMIN-06 数据字典: categories. Their values are on the page 代码值. */
export const dictionaryCategory = defineResource({
  name: 'dataDict',
  loggedAs: 'dataDictCategory',
  service: 'system',
  table: 'data_dict_category',
  key: 'dmlb',
  called: 'lbmc',
  fields: {
    dmlb: field.formatted('类别编码', 'category', 30, { required: true, fixed: true, search: true, list: 180 }),
    lbmc: field.text('类别名称', 40, { required: true, search: true, list: 'auto' }),
    bzly: field.text('来源标准', 40, { list: 180 }),
    sfywwh: field.yesNo('业务可维护', { search: true, list: 100 }),
    sfgb: field.yesNo('国标', { search: true, list: 80 }),
  },
  order: [{ by: 'dmlb' }],
  check: ({ sfywwh, sfgb }) =>
    sfywwh === yesNo.yes && sfgb === yesNo.yes
      ? [{ field: 'sfywwh', message: '国标代码不由业务维护，只能启用或停用' }]
      : [],
  note: '国标类别的代码只能启用或停用；既不是国标也不由业务维护的是系统代码，不能增删。',
});

/** BASE-DATA-24 代码值: values of the dictionary. */
export const codeValue = defineResource({
  name: 'codeValue',
  loggedAs: 'dataDict',
  service: 'baseInfo',
  table: 'data_dict',
  key: 'codeKey',
  keyOf: ['dmlb', 'dm'],
  called: 'mc',
  fields: {
    dmlb: field.reference('代码类别', 'dictionary', {
      required: true,
      fixed: true,
      search: true,
      list: 180,
      shownAs: 'lbmc',
    }),
    dm: field.formatted('代码', 'code', 20, { required: true, fixed: true, search: true, list: 110 }),
    mc: field.text('名称', 100, { required: true, search: true, list: 'auto' }),
    jc: field.text('简称', 40, {}),
    sjdm: field.text('上级代码', 20, {}),
    pxh: field.integer('排序号', [0, 9999], { required: true, initial: 0, list: 90 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'dmlb' }, { by: 'pxh' }],
  unique: [{ fields: ['mc', 'dmlb'], message: '该类别中已有这个名称' }],
});
