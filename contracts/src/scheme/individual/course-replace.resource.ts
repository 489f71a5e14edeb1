import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { gradeMajorFields, gradeMajorScope } from '../grade-major-fields.ts';
import { replaceMode, replaceProblems } from './course-replace.rules.ts';

/** How a rule came about. */
export const replaceSource = { office: '1', applied: '2' } as const;

/** What every rule says. */
const rule = {
  oldCourses: field.references('原课程', 'course', { list: 'auto', empty: '未选择' }),
  newCourses: field.references('替代课程', 'course', { list: 'auto', empty: '未选择' }),
  replaceMode: field.choice(
    '替代方式',
    { [replaceMode.oneToOne]: '一对一', [replaceMode.manyToOne]: '多对一', [replaceMode.oneToMany]: '一对多' },
    { readOnly: true, search: true, list: 90 },
  ),
  creditDiff: field.tenths('学分差', [-999.9, 999.9], { readOnly: true, list: 80, hint: '替代课程减原课程' }),
  creditConfirmed: field.yesNo('确认学分减少', { hint: '替代课程的学分少于原课程 0.5 以上时必选' }),
  beginSemesterId: field.reference('生效学期', 'semester', { list: 180, empty: '立即生效' }),
  replaceReason: field.area('替代原因', 200, {}),
  replaceSource: field.choice(
    '来源',
    { [replaceSource.office]: '教务处设置', [replaceSource.applied]: '申请通过' },
    { readOnly: true, list: 110 },
  ),
  sfqy: field.enabled(),
};
const note = '替代不改变已有成绩：培养进度、学分、绩点和重修名单按规则计算，停用或删除规则后即恢复。';

/** SCHEME-36 年级课程替代: which courses stand for courses of the plan, for all students of a grade-major. */
export const gradeCourseReplace = defineResource({
  name: 'gradeCourseReplace',
  service: 'scheme',
  table: 'grade_course_replace',
  key: 'replaceId',
  called: 'gradeMajorId',
  fields: {
    gradeMajorId: field.reference('年级专业', 'gradeMajor', { required: true, fixed: true, search: true, list: 190 }),
    ...gradeMajorFields,
    ...rule,
  },
  order: [{ by: 'gradeMajorId' }, { by: 'oldCourses' }],
  scope: gradeMajorScope,
  check: replaceProblems,
  note,
  empty: '还没有课程替代规则。',
});

/**
 * SCHEME-38 学生课程替代: the same for single students of a unit and for its holders of labels. What names a student goes
 * before what names his label, and that before the rule of his grade-major.
 */
export const studentTagsReplace = defineResource({
  name: 'studentTagsReplace',
  service: 'scheme',
  table: 'student_tags_replace',
  key: 'replaceId',
  called: 'departmentId',
  fields: {
    departmentId: field.reference('学生院系', 'department', { required: true, fixed: true, search: true, list: 150 }),
    studentCodes: field.references('学生', 'student', { list: 180, empty: '未选择' }),
    labelIds: field.references('学生标签', 'studentLabel', { list: 140, empty: '未选择' }),
    ...rule,
  },
  order: [{ by: 'departmentId' }, { by: 'oldCourses' }],
  scope: { DW: 'departmentId' },
  check: ({ studentCodes, labelIds, ...courses }) => [
    ...(studentCodes.length + labelIds.length === 0 ? [{ field: 'studentCodes', message: '请选择学生或标签' }] : []),
    ...replaceProblems(courses),
  ],
  note: `个人的规则优先于标签的规则，标签的规则优先于年级专业的规则；标签只对所选院系的学生生效。${note}`,
  empty: '还没有学生课程替代规则。',
});
