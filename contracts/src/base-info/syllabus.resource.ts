import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** Where a syllabus stands (XTGL_FBZT). */
export const syllabusStatus = { draft: '0', published: '1', ended: '2' } as const;

/** BASE-DATA-21 教学大纲: versions of a course's syllabus; what is published stays. */
export const syllabus = defineResource({
  name: 'syllabus',
  service: 'baseInfo',
  table: 'syllabus',
  key: 'jxdgid',
  called: 'dgmc',
  fields: {
    kch: field.reference('课程', 'course', { required: true, fixed: true, search: true, list: 180, shownAs: 'kcmc' }),
    kkxy: field.reference('开课单位', 'department', {
      readOnly: true,
      follows: 'kch',
      search: true,
      list: 150,
      shownAs: 'kkxymc',
    }),
    bbh: field.text('版本号', 20, { required: true, list: 90 }),
    dgmc: field.text('大纲名称', 100, { required: true, search: true, list: 'auto' }),
    synjdm: field.reference('适用年级起', 'grade', { list: 100, shownAs: 'synjmc', empty: '全部' }),
    zxrgh: field.reference('执笔人', 'teacher', { list: 90, shownAs: 'zxrxm' }),
    zt: field.choice(
      '状态',
      { [syllabusStatus.draft]: '草稿', [syllabusStatus.published]: '已发布', [syllabusStatus.ended]: '已结束' },
      { required: true, initial: syllabusStatus.draft, search: true, list: 90, shownAs: 'ztmc' },
    ),
    jxmb: field.area('教学目标', 4000, {}),
    dgnr: field.area('内容', 20000, {}),
    khfa: field.area('考核方案', 1000, {}),
  },
  order: [{ by: 'kch' }, { by: 'bbh', descending: true }],
  scope: { DW: 'kkxy' },
  unique: [{ fields: ['bbh', 'kch'], message: '该课程已有这个版本号' }],
  empty: '还没有教学大纲。请先建立课程。',
  note: '发布后内容不能再修改，只能结束；修改请建立新的版本。',
});
