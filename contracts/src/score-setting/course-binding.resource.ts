import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/**
 * SCORE-MORE-46 课程绑定: courses that are equivalent. Of their scores one counts, for credits and averages; which side
 * is the main one says nothing. Other types of binding are about choosing courses, and not offered (decision 071).
 */
export const courseBinding = defineResource({
  name: 'courseBinding',
  service: 'score',
  table: 'course_binding',
  key: 'bindingId',
  called: 'mainCourseId',
  fields: {
    bindType: field.choice('绑定类型', { '5': '等效' }, { required: true, fixed: true, initial: '5', list: 96 }),
    mainCourseId: field.reference('课程', 'course', { required: true, search: true, list: 'auto' }),
    boundCourseId: field.reference('等效课程', 'course', { required: true, search: true, list: 'auto' }),
    grades: field.references('适用年级', 'grade', { list: 160, empty: '全部' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'mainCourseId' }, { by: 'boundCourseId' }],
  unique: [{ fields: ['mainCourseId', 'boundCourseId'], message: '这两门课程已经绑定' }],
  check: ({ mainCourseId, boundCourseId }) =>
    mainCourseId === boundCourseId ? [{ field: 'boundCourseId', message: '不能与课程自身绑定' }] : [],
  empty: '还没有课程绑定。',
  note: '等效的课程视为同一门：学分、绩点和平均分只计其中的有效成绩，重修名单也不再列出已在等效课程上及格的学生。',
});
