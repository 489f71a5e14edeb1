import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo } from '../kernel/yes-no.ts';

const years = [0.5, 20] as const;
const unit = { required: true, search: true, list: 160, shownAs: 'dwmc' } as const;

/** BASE-DATA-18 专业. */
export const major = defineResource({
  name: 'major',
  service: 'baseInfo',
  table: 'major',
  key: 'zydm',
  called: 'zymc',
  fields: {
    zydm: field.formatted('专业代码', 'code', 10, { required: true, fixed: true }),
    ywbm: field.text('校内专业号', 20, { required: true, search: true, list: 110 }),
    zymc: field.text('专业名称', 60, { required: true, search: true, list: 'auto' }),
    zyywmc: field.text('英文名称', 120, {}),
    zyjc: field.text('简称', 30, {}),
    gjzydm: field.formatted('国家专业代码', 'code', 10, { required: true, search: true, list: 110 }),
    xkmlm: field.dictionary('学科门类', 'XTGL_XKML', { required: true, list: 90, shownAs: 'xkmlmc' }),
    dwh: field.reference('所属院系', 'department', unit),
    pyccm: field.dictionary('培养层次', 'XTGL_PYCC', { required: true, search: true, list: 90, shownAs: 'pyccmc' }),
    xz: field.tenths('学制（年）', years, { required: true, list: 96, initial: '4' }),
    zdxxnx: field.tenths('最长学习年限（年）', years, {}),
    xwm: field.dictionary('授予学位', 'XTGL_XW', { shownAs: 'xwmc' }),
    sfdl: field.yesNo('大类', {}),
    zyfzrh: field.reference('专业负责人', 'teacher', { shownAs: 'zyfzrxm' }),
    jlny: field.month('设置年月', {}),
    tzny: field.month('停招年月', {}),
    sfqy: field.enabled(),
    zyfx: field.rows(
      '专业方向',
      {
        ywbm: field.text('方向编号', 20, { required: true, list: 160 }),
        zyfxmc: field.text('方向名称', 60, { required: true }),
        sfqy: field.yesNo('启用', { initial: yesNo.yes, list: 120 }),
      },
      {
        length: [0, 50],
        child: { resource: 'direction', table: 'direction', parent: 'zydm', by: 'ywbm' },
        hint: '没有方向时不填',
      },
    ),
  },
  order: [{ by: 'dwh' }, { by: 'ywbm' }],
  scope: { DW: 'dwh', ZY: 'zydm' },
  unique: [{ fields: ['ywbm'], message: '校内专业号已存在' }],
  check: ({ xz, zdxxnx, zyfx }) => [
    ...(zdxxnx !== null && Number(zdxxnx) < Number(xz)
      ? [{ field: 'zdxxnx', message: '最长学习年限不能短于学制' }]
      : []),
    ...zyfx.flatMap(({ ywbm }, index) =>
      zyfx.findIndex((other) => other.ywbm === ywbm) < index
        ? [{ field: `zyfx.${String(index)}.ywbm`, message: '方向编号重复' }]
        : [],
    ),
  ],
  empty: '还没有专业。请先建立单位。',
});

/** BASE-DATA-07 年级专业: the hinge of plans, classes and scope. Its name follows from grade and major. */
export const gradeMajor = defineResource({
  name: 'gradeProInfo',
  loggedAs: 'gradeMajor',
  service: 'baseInfo',
  table: 'grade_major',
  key: 'njzydm',
  called: 'njzymc',
  fields: {
    njzydm: field.formatted('年级专业代码', 'code', 20, { required: true, fixed: true, list: 130 }),
    njzymc: field.text('名称', 80, { readOnly: true, search: true, list: 'auto' }),
    njdm: field.reference('年级', 'grade', { required: true, search: true, shownAs: 'njmc' }),
    zydm: field.reference('专业', 'major', { required: true, search: true, shownAs: 'zymc' }),
    dwh: field.reference('院系', 'department', unit),
    xqdm: field.reference('校区', 'campus', { required: true, search: true, list: 110, shownAs: 'xqmc' }),
    xslbdm: field.dictionary('学生类别', 'XTGL_XSLB', { required: true, search: true, list: 100, shownAs: 'xslbmc' }),
    pyccm: field.dictionary('培养层次', 'XTGL_PYCC', { required: true, shownAs: 'pyccmc' }),
    xz: field.tenths('学制（年）', years, { required: true, list: 96, initial: '4' }),
    yjbyrq: field.date('预计毕业日期', { list: 120 }),
    zsrs: field.integer('招生人数', [0, 9999], { list: 90 }),
    zdxf: field.tenths('要求总学分', [0.5, 999], {
      list: 96,
      hint: '成绩认定学分上限的基数；不填时按执行计划中必修课程的学分合计',
    }),
    sfdl: field.yesNo('大类', {}),
    sfqy: field.enabled(),
  },
  order: [{ by: 'njdm', descending: true }, { by: 'njzydm' }],
  scope: { NJ: 'njdm', DW: 'dwh', ZY: 'zydm', XSLB: 'xslbdm', XQ: 'xqdm' },
  unique: [{ fields: ['zydm', 'njdm', 'xslbdm', 'xqdm'], message: '该年级、专业、学生类别和校区的年级专业已存在' }],
  empty: '还没有年级专业。请先建立年级和专业。',
});

const fromGradeMajor = { readOnly: true, follows: 'njzydm', search: true } as const;

/** BASE-DATA-19 行政班. Unit, major, grade and campus are those of its grade-major. */
export const classInfo = defineResource({
  name: 'classInfo',
  service: 'baseInfo',
  table: 'class_info',
  key: 'bjdm',
  called: 'bjmc',
  fields: {
    ywbm: field.text('班级编号', 20, { required: true, search: true, list: 120 }),
    bjmc: field.text('班级名称', 60, { required: true, search: true, list: 'auto' }),
    bjjc: field.text('简称', 30, {}),
    njzydm: field.reference('年级专业', 'gradeMajor', { required: true, search: true, list: 180, shownAs: 'njzymc' }),
    njdm: field.reference('年级', 'grade', { ...fromGradeMajor, shownAs: 'njmc' }),
    dwh: field.reference('院系', 'department', { ...fromGradeMajor, list: 160, shownAs: 'dwmc' }),
    zydm: field.reference('专业', 'major', { ...fromGradeMajor, shownAs: 'zymc' }),
    xqdm: field.reference('校区', 'campus', { ...fromGradeMajor, shownAs: 'xqmc' }),
    bzrgh: field.reference('班主任', 'teacher', { list: 90, shownAs: 'bzrxm' }),
    fdygh: field.reference('辅导员', 'teacher', { shownAs: 'fdyxm' }),
    bzxh: field.reference('班长', 'student', { shownAs: 'bzxm' }),
    edrs: field.integer('额定人数', [1, 200], {}),
    jbrq: field.date('建班日期', {}),
    sfby: field.yesNo('已毕业', { initial: yesNo.no, list: 80 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'njdm', descending: true }, { by: 'ywbm' }],
  scope: { NJ: 'njdm', XQ: 'xqdm', DW: 'dwh', ZY: 'zydm', XZB: 'bjdm' },
  unique: [{ fields: ['ywbm'], message: '班级编号已存在' }],
  empty: '还没有行政班。请先建立年级专业。',
});
