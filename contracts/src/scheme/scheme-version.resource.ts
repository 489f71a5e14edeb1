import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** Where a version stands: units write schemes by it once it is published, and begin none once it is closed (LC-P). */
export const schemeVersionStatus = { draft: '0', published: '1', closed: '2' } as const;

/** Levels of modules in a version at most. */
export const MODULE_LEVELS = 3;

/** SCHEME-09 方案版本: the frame of the schemes of a year. Its tree are modules with classes of courses. */
export const schemeVersion = defineResource({
  name: 'schemeVersion',
  service: 'scheme',
  table: 'scheme_version',
  key: 'schemeVersionId',
  called: 'schemeVersionName',
  fields: {
    schemeVersionName: field.text('版本名称', 50, { required: true, search: true, list: 'auto' }),
    schemeVersionYear: field.formatted('版本年份', 'code', 4, { required: true, search: true, list: 96 }),
    studyTypeCode: field.dictionary('学生类别', 'XTGL_XSLB', { required: true, search: true, list: 100 }),
    beginGrade: field.reference('起始年级', 'grade', { required: true, list: 100 }),
    endGrade: field.reference('终止年级', 'grade', { empty: '不限' }),
    minTotalCredit: field.tenths('最低总学分', [0.5, 999.9], { list: 100 }),
    publishStatus: field.choice(
      '发布状态',
      {
        [schemeVersionStatus.draft]: '草稿',
        [schemeVersionStatus.published]: '已发布',
        [schemeVersionStatus.closed]: '已结束',
      },
      { required: true, search: true, list: 96, initial: schemeVersionStatus.draft },
    ),
    remark: field.area('备注', 200, {}),
  },
  order: [{ by: 'schemeVersionYear', descending: true }, { by: 'schemeVersionName' }],
  unique: [{ fields: ['schemeVersionName'], message: '版本名称已存在' }],
  check: ({ schemeVersionYear, beginGrade, endGrade }) => [
    ...(/^(19|20)\d\d$/.test(schemeVersionYear)
      ? []
      : [{ field: 'schemeVersionYear', message: '应为四位年份，如 2026' }]),
    ...(endGrade !== null && endGrade < beginGrade ? [{ field: 'endGrade', message: '终止年级不能早于起始年级' }] : []),
  ],
  note: '发布后，院系按它制定培养方案，版本和它的模块不能再改，需要改动时请复制为新版本。同一年份、同一学生类别只能有一个已发布的版本。',
  empty: '还没有方案版本。新增后，为它建立课程模块和课程分类。',
});

/** SCHEME-09 课程模块: up to three levels in a version. */
export const schemeModule = defineResource({
  name: 'schemeModule',
  service: 'scheme',
  table: 'scheme_module',
  key: 'moduleId',
  called: 'moduleName',
  tree: { path: 'scheme_module_path', shownIn: 'moduleName' },
  fields: {
    schemeVersionId: field.reference('方案版本', 'schemeVersion', {
      required: true,
      fixed: true,
      search: true,
      list: 200,
    }),
    moduleName: field.text('模块名称', 40, { required: true, search: true, list: 'auto' }),
    parentModuleId: field.reference('上级模块', 'schemeModule', { list: 220, empty: '无' }),
    sortNum: field.integer('排序号', [1, 999], { required: true, initial: 1, list: 90 }),
    versionTitle: field.text('版本全称', 50, {
      readOnly: true,
      follows: 'schemeVersionId',
      column: 'scheme_version_name',
    }),
  },
  order: [{ by: 'sortNum' }],
  unique: [{ fields: ['moduleName', 'schemeVersionId', 'parentModuleId'], message: '该版本的同一级已有同名的模块' }],
  importKey: ['schemeVersionId', 'moduleName'],
  empty: '还没有课程模块。请先建立方案版本。',
});

/** SCHEME-09 课程分类: a class of courses in a module, where the courses of schemes stand. */
export const schemeClassify = defineResource({
  name: 'schemeClassify',
  service: 'scheme',
  table: 'scheme_classify',
  key: 'classifyId',
  called: 'classifyName',
  fields: {
    moduleId: field.reference('课程模块', 'schemeModule', { required: true, search: true, list: 240 }),
    classifyName: field.text('分类名称', 40, { required: true, search: true, list: 'auto' }),
    courseNature: field.dictionary('课程性质', 'XTGL_KCXZDMJ', { search: true, list: 130, empty: '不限' }),
    courseAttribute: field.dictionary('课程属性', 'XTGL_KCSXDMJ', { search: true, list: 110, empty: '不限' }),
    sortNum: field.integer('排序号', [1, 999], { required: true, initial: 1, list: 90 }),
    schemeVersionId: field.reference('方案版本', 'schemeVersion', {
      readOnly: true,
      follows: 'moduleId',
      search: true,
    }),
    versionTitle: field.text('版本全称', 50, { readOnly: true, follows: 'moduleId', column: 'scheme_version_name' }),
    moduleTitle: field.text('模块简称', 40, { readOnly: true, follows: 'moduleId', column: 'module_name' }),
  },
  order: [{ by: 'schemeVersionId' }, { by: 'moduleId' }, { by: 'sortNum' }],
  unique: [{ fields: ['classifyName', 'moduleId'], message: '该模块已有同名的分类' }],
  empty: '还没有课程分类。请先建立课程模块。',
});
