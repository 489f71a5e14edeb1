import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** Why somebody has a scheme of his own. */
export const personalSchemeReasons = {
  '1': '转专业',
  '2': '复学或降级',
  '3': '交换学习',
  '4': '双学位',
  '5': '特殊培养',
} as const;
/** What is changed of the plan on which a personal scheme stands. */
export const personalChange = { none: '0', added: '1', removed: '2', replaced: '3' } as const;
export const personalChangeNames = {
  [personalChange.added]: '增加',
  [personalChange.removed]: '减少',
  [personalChange.replaced]: '替换',
} as const;

/** SCHEME-39 个人培养方案 (GRPYFA): the plan of a grade-major with changes, in force in that plan's place. */
export const personalScheme = defineStudentApplication({
  group: 'personalScheme',
  verb: '申请个人培养方案',
  subject: '依据方案',
  fields: {
    baseGradeMajorId: field.reference('依据年级专业', 'gradeMajor', {
      required: true,
      hint: '按其执行计划生成；已通过的课程注明已修，不再修读',
    }),
    schemeReason: field.choice('申请原因', personalSchemeReasons, { required: true }),
    reasonText: field.area('说明', 200, {}),
    changes: field.rows(
      '课程调整',
      {
        changeType: field.choice('调整', personalChangeNames, { required: true, initial: '1', list: 90 }),
        courseId: field.reference('课程', 'course', { required: true, list: 200 }),
        newCourseId: field.reference('替换为', 'course', { list: 200 }),
        term: field.integer('学期', [1, 12], { list: 80 }),
      },
      { length: [0, 60] },
    ),
  },
  offered: [],
  files: { businessTable: 'T_PYFA_GRPYFA', required: false, note: '转专业、复学等批准文件' },
  timeType: null,
  revoking: '学生将按所在年级专业的执行计划培养。',
});
