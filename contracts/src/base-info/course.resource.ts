import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** BASE-DATA-20 课程, with its hours by type as child rows. */
export const course = defineResource({
  name: 'courseManage',
  loggedAs: 'course',
  service: 'baseInfo',
  table: 'course',
  key: 'kch',
  called: 'kcmc',
  fields: {
    ywbm: field.text('课程编号', 30, { required: true, search: true, list: 120 }),
    kcmc: field.text('课程名称', 60, { required: true, search: true, list: 'auto' }),
    kcywmc: field.text('英文名称', 150, {}),
    kkxy: field.reference('开课单位', 'department', { required: true, search: true, list: 160, shownAs: 'kkxymc' }),
    kcsx: field.dictionary('课程属性', 'XTGL_KCSXDMJ', { required: true, search: true, list: 90, shownAs: 'kcsxmc' }),
    kcxz: field.dictionary('课程性质', 'XTGL_KCXZDMJ', { required: true, search: true, list: 120, shownAs: 'kcxzmc' }),
    kcbj: field.dictionary('课程类型', 'XTGL_KCBJDMJ', { search: true, shownAs: 'kcbjmc' }),
    kclb: field.dictionary('课程类别', 'XTGL_KCLBDMJ', { search: true, shownAs: 'kclbmc' }),
    xf: field.tenths('学分', [0, 100], { required: true, list: 70 }),
    zxs: field.tenths('总学时', [0, 2000], { required: true, list: 80 }),
    zhxs: field.tenths('周学时', [0, 60], {}),
    khfs: field.dictionary('考核方式', 'XTGL_KSXS', { required: true, search: true, list: 90, shownAs: 'khfsmc' }),
    ksfs: field.dictionary('考试方式', 'XTGL_KSFS', { shownAs: 'ksfsmc' }),
    scoreHierarchyCode: field.reference('成绩等级制', 'scoreHierarchy', { required: true, initial: 'bfz' }),
    kcfzrh: field.reference('课程负责人', 'teacher', { shownAs: 'kcfzrxm' }),
    pyccm: field.dictionary('培养层次', 'XTGL_PYCC', { shownAs: 'pyccmc' }),
    gbkch: field.reference('升版前课程', 'course', { shownAs: 'gbkcmc' }),
    qyrq: field.date('启用日期', {}),
    tyrq: field.date('停用日期', {}),
    sfqy: field.enabled(),
    kcjj: field.area('课程简介', 4000, {}),
    xsmx: field.rows(
      '学时明细',
      {
        xsbh: field.dictionary('学时类型', 'XTGL_XSLX', { required: true, list: 200 }),
        xs: field.tenths('学时', [0, 2000], { required: true, list: 140 }),
      },
      {
        length: [0, 20],
        child: { resource: 'courseHour', table: 'course_hour', parent: 'kch', by: 'xsbh' },
        hint: '各类型学时之和等于总学时',
      },
    ),
  },
  order: [{ by: 'ywbm' }],
  scope: { DW: 'kkxy' },
  unique: [{ fields: ['ywbm'], message: '课程编号已存在' }],
  check: ({ xf, zxs, xsmx, qyrq, tyrq }) => [
    ...(Number(xf) * 2 === Math.round(Number(xf) * 2) ? [] : [{ field: 'xf', message: '学分以0.5为单位' }]),
    ...xsmx.flatMap(({ xsbh }, index) =>
      xsmx.findIndex((other) => other.xsbh === xsbh) < index
        ? [{ field: `xsmx.${String(index)}.xsbh`, message: '学时类型重复' }]
        : [],
    ),
    ...(xsmx.length > 0 && sumOf(xsmx.map(({ xs }) => xs)) !== Math.round(Number(zxs) * 10)
      ? [{ field: 'xsmx', message: '各类型学时之和应等于总学时' }]
      : []),
    ...(qyrq !== null && tyrq !== null && tyrq <= qyrq ? [{ field: 'tyrq', message: '停用日期应晚于启用日期' }] : []),
  ],
  empty: '还没有课程。请先建立开课单位。',
});

/** Sum in tenths. */
function sumOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.round(Number(text) * 10), 0);
}
