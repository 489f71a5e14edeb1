import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** What one row is of: exactly one of these is chosen. */
const objects = ['courseId', 'courseNature', 'courseAttribute', 'examNature'] as const;

/**
 * SCORE-MORE-19 成绩系数: how much scores weigh in grade point averages. One of a course, a course nature or attribute
 * weighs the credit, one of an exam nature the grade point. What has no row counts once.
 */
export const scoreCoefficient = defineResource({
  name: 'scoreCoefficient',
  service: 'score',
  table: 'score_coefficient',
  key: 'coefficientId',
  fields: {
    courseId: field.reference('课程', 'course', { search: true, list: 'auto' }),
    courseNature: field.dictionary('课程性质', 'XTGL_KCXZDMJ', { search: true, list: 120 }),
    courseAttribute: field.dictionary('课程属性', 'XTGL_KCSXDMJ', { search: true, list: 110 }),
    examNature: field.dictionary('考试性质', 'XTGL_KSXZ', { search: true, list: 110 }),
    coefficient: field.decimal('系数', [0, 2], { required: true, list: 70, initial: '1' }),
    beginSemesterId: field.reference('起始学期', 'semester', {
      list: 150,
      empty: '全部',
      hint: '这个学期及以后的成绩才用这个系数',
    }),
    sfqy: field.enabled(),
  },
  order: [
    { by: 'examNature' },
    { by: 'courseAttribute' },
    { by: 'courseNature' },
    { by: 'courseId' },
    { by: 'beginSemesterId' },
  ],
  unique: [{ fields: [...objects, 'beginSemesterId'], message: '同一对象和起始学期已有系数' }],
  check: (values) => {
    const chosen = objects.filter((name) => values[name] !== null);
    const message = '课程、课程性质、课程属性、考试性质选择且只选择一项';
    return chosen.length === 1 ? [] : [{ field: chosen[1] ?? objects[0], message }];
  },
  empty: '还没有成绩系数，所有成绩都按 1.00 计。',
  note:
    '课程、课程性质、课程属性的系数乘在学分上，越具体越优先；考试性质的系数乘在绩点上。' +
    '启用后立即影响平均学分绩点，已打印的成绩单和已生成的名单不变。',
});
