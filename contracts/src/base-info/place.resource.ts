import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { CLASSROOM_TYPES, MAX_SEATS } from './classroom.operations.ts';

const order = { required: true, initial: 0 } as const;

/** BASE-DATA-14 校区. */
export const campus = defineResource({
  name: 'campus',
  service: 'baseInfo',
  table: 'campus',
  key: 'xqdm',
  called: 'xqmc',
  fields: {
    xqdm: field.formatted('校区代码', 'code', 10, { required: true, fixed: true, search: true, list: 110 }),
    xqmc: field.text('校区名称', 60, { required: true, search: true, list: 180 }),
    xqjc: field.text('简称', 20, { list: 100 }),
    xqdz: field.text('地址', 120, { list: 'auto' }),
    yzbm: field.formatted('邮编', 'zipCode', 6, {}),
    lxdh: field.formatted('联系电话', 'phone', 20, {}),
    pxh: field.integer('排序号', [0, 9999], order),
    sfqy: field.enabled(),
  },
  order: [{ by: 'pxh' }],
  scope: { XQ: 'xqdm' },
  unique: [{ fields: ['xqmc'], message: '校区名称已存在' }],
  empty: '还没有校区。教室、年级专业和教学班都要有校区，请先新增一个。',
});

/** BASE-DATA-14 教学楼, below a campus. */
export const building = defineResource({
  name: 'building',
  service: 'baseInfo',
  table: 'building',
  key: 'jxlh',
  called: 'jxlmc',
  fields: {
    ywbm: field.text('楼号', 20, { required: true, search: true, list: 120 }),
    jxlmc: field.text('教学楼名称', 60, { required: true, search: true, list: 'auto' }),
    xqdm: field.reference('校区', 'campus', { required: true, search: true, list: 150, shownAs: 'xqmc' }),
    lcs: field.integer('层数', [1, 99], { list: 80 }),
    gldwh: field.reference('管理单位', 'department', { list: 180, shownAs: 'gldwmc' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'xqdm' }, { by: 'ywbm' }],
  scope: { XQ: 'xqdm' },
  unique: [{ fields: ['ywbm'], message: '楼号已存在' }],
  empty: '还没有教学楼。',
});

/** BASE-DATA-23 教室: examination seats ≤ valid seats ≤ seats. */
export const classroom = defineResource({
  name: 'classroom',
  service: 'baseInfo',
  table: 'classroom',
  key: 'jsh',
  called: 'jsmc',
  fields: {
    ywbm: field.text('教室编号', 20, { required: true, search: true, list: 110 }),
    jsmc: field.text('教室名称', 60, { required: true, search: true, list: 'auto' }),
    xqdm: field.reference('校区', 'campus', { required: true, search: true, list: 120, shownAs: 'xqmc' }),
    jxlh: field.reference('教学楼', 'building', { required: true, search: true, list: 140, shownAs: 'jxlmc' }),
    szlc: field.integer('楼层', [-9, 99], {}),
    jslxm: field.dictionary('教室类型', CLASSROOM_TYPES, {
      required: true,
      search: true,
      list: 110,
      shownAs: 'jslxmc',
    }),
    zws: field.integer('座位数', [0, MAX_SEATS], { required: true }),
    yxzws: field.integer('有效座位数', [0, MAX_SEATS], { required: true, list: 104 }),
    kszws: field.integer('考试座位数', [0, MAX_SEATS], { required: true, list: 104 }),
    gldwh: field.reference('管理单位', 'department', { shownAs: 'gldwmc' }),
    sfpk: field.yesNo('可排课', { initial: yesNo.yes, list: 80 }),
    sfks: field.yesNo('可考试', { initial: yesNo.yes, list: 80 }),
    sfjy: field.yesNo('可借用', { initial: yesNo.no }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'xqdm' }, { by: 'ywbm' }],
  scope: { XQ: 'xqdm' },
  unique: [{ fields: ['ywbm'], message: '教室编号已存在' }],
  check: ({ zws, yxzws, kszws }) => [
    ...(yxzws > zws ? [{ field: 'yxzws', message: '有效座位数不能大于座位数' }] : []),
    ...(kszws > yxzws ? [{ field: 'kszws', message: '考试座位数不能大于有效座位数' }] : []),
  ],
  empty: '还没有教室。请先建立校区和教学楼。',
});
