import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** Key of the school itself, below which all units are (BASE-DATA-17). */
export const ROOT_UNIT = '001';

/** BASE-DATA-17 单位: a tree by `lsdwh`. */
export const department = defineResource({
  name: 'department',
  service: 'baseInfo',
  table: 'department',
  key: 'dwh',
  called: 'dwmc',
  fields: {
    dwh: field.formatted('单位号', 'code', 10, { required: true, fixed: true }),
    ywbm: field.text('单位代码', 20, { required: true, search: true, list: 110 }),
    dwmc: field.text('单位名称', 60, { required: true, search: true, list: 'auto' }),
    dwjc: field.text('简称', 30, {}),
    dwywmc: field.text('英文名称', 120, {}),
    lsdwh: field.reference('上级单位', 'department', { search: true, list: 150, shownAs: 'lsdwmc', empty: '无' }),
    dwlbm: field.dictionary('单位类别', 'XTGL_DWLB', { required: true, search: true, list: 100, shownAs: 'dwlbmc' }),
    dwfzrh: field.reference('负责人', 'teacher', { list: 100, shownAs: 'dwfzrxm' }),
    sfjxdw: field.yesNo('教学单位', { list: 84 }),
    sfkkdw: field.yesNo('开课单位', { list: 84 }),
    jlrq: field.date('建立日期', {}),
    sxrq: field.date('失效日期', {}),
    pxh: field.integer('排序号', [0, 9999], { required: true, initial: 0 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'pxh' }],
  tree: { path: 'unit_path', shownIn: 'dwmc' },
  scope: { DW: 'dwh' },
  unique: [
    { fields: ['ywbm'], message: '单位代码已存在' },
    { fields: ['dwmc'], message: '单位名称已存在' },
  ],
  check: ({ dwh, lsdwh, jlrq, sxrq }) => [
    ...(lsdwh === dwh ? [{ field: 'lsdwh', message: '上级单位不能是本单位' }] : []),
    ...(jlrq !== null && sxrq !== null && sxrq <= jlrq ? [{ field: 'sxrq', message: '失效日期应晚于建立日期' }] : []),
  ],
  empty: `还没有单位。请先新增学校本身（单位号 ${ROOT_UNIT}），再新增各院系和部门。`,
});
