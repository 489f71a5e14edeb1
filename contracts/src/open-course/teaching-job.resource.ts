import { parseWeeks, WEEKS_AT_MOST } from '../kernel/week-text.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import {
  jobStatusNames,
  jobType,
  jobTypeNames,
  teacherAnswerNames,
  teacherRole,
  teacherRoleNames,
} from './open-course.vocabulary.ts';

/**
 * OPEN-COURSE-03 教学任务: what is to be taught in a semester. A row is written while it is edited (0); from its commit
 * on its stream decides, and the row says what that says.
 */
export const teachingJob = defineResource({
  name: 'teachingJob',
  service: 'openCourse',
  table: 'teaching_job',
  key: 'teachingClassId',
  called: 'teachingClassName',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, fixed: true, search: true, list: 188 }),
    teachingClassCode: field.text('教学班号', 60, { readOnly: true, search: true, list: 215 }),
    teachingClassName: field.text('教学班名称', 60, { required: true, search: true, list: 'auto' }),
    jobStatus: field.choice('状态', jobStatusNames, { readOnly: true, search: true, list: 98, state: true }),
    courseId: field.reference('课程', 'course', { required: true, fixed: true, search: true, list: 150 }),
    openDepartmentId: field.reference('开课单位', 'department', { required: true, search: true, list: 150 }),
    schoolZone: field.reference('上课校区', 'campus', { required: true, search: true, list: 100, column: 'xqdm' }),
    jobType: field.choice('任务类型', jobTypeNames, {
      required: true,
      fixed: true,
      search: true,
      list: 90,
      initial: jobType.planned,
    }),
    totalHour: field.tenths('总学时', [0, 2000], { required: true, list: 80 }),
    startEndWeek: field.formatted('起止周', 'weeks', 60, { required: true, list: 110, hint: '如 1-8,10-16' }),
    weekHours: field.tenths('周学时', [0, 60], {}),
    studentNum: field.integer('计划人数', [0, 9999], { list: 90 }),
    capacity: field.integer('容量', [1, 999], { required: true, list: 70 }),
    administrativeClasses: field.references('上课班级', 'classInfo', { list: 200, empty: '未指定' }),
    courseAttribute: field.dictionary('课程属性', 'XTGL_KCSXDMJ', {
      readOnly: true,
      follows: 'courseId',
      looked: true,
      search: true,
      column: 'kcsx',
    }),
    courseNature: field.dictionary('课程性质', 'XTGL_KCXZDMJ', {
      readOnly: true,
      follows: 'courseId',
      looked: true,
      search: true,
      column: 'kcxz',
    }),
    classroomType: field.dictionary('场地要求', 'XTGL_JSLXDMJ', { empty: '不限' }),
    examMethod: field.dictionary('考核方式', 'XTGL_KSXS', { empty: '按课程' }),
    teachLanguage: field.text('授课语言', 20, { empty: '中文' }),
    plateId: field.reference('板块', 'plate', { empty: '不在板块内' }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'teachingClassCode' }],
  scope: { DW: 'openDepartmentId', XQ: 'schoolZone' },
  unique: [{ fields: ['teachingClassName', 'semesterId', 'courseId'], message: '该课程本学期已有同名的教学任务' }],
  importKey: ['semesterId', 'courseId', 'teachingClassName'],
  note: '教学班号由系统编排。提交后不能再修改，需要修改时请先退回编辑；确认后生成教学班。',
  empty: '还没有教学任务。可以新增，或由公选课计划生成。',
});

const ofJob = { readOnly: true, follows: 'teachingClassId', looked: true } as const;
const jobFields = {
  teachingClassCode: field.text('教学班号', 60, { ...ofJob, search: true, list: 215 }),
  semesterId: field.reference('学年学期', 'semester', { ...ofJob, search: true }),
  openDepartmentId: field.reference('开课单位', 'department', { ...ofJob, search: true }),
  schoolZone: field.reference('上课校区', 'campus', { ...ofJob, search: true, column: 'xqdm' }),
} as const;
const ofUnit = { DW: 'openDepartmentId', XQ: 'schoolZone' } as const;
const inJob = { required: true, fixed: true, search: true, list: 'auto' } as const;

/** OPEN-COURSE-05, PICKERS-104 教师安排: who teaches which hours of a job, and who types its scores. */
export const teacherPlan = defineResource({
  name: 'teacherPlan',
  service: 'openCourse',
  table: 'teacher_plan',
  key: 'teacherPlanId',
  called: 'teacherCode',
  fields: {
    teachingClassId: field.reference('教学任务', 'teachingJob', inJob),
    ...jobFields,
    teacherCode: field.reference('教师', 'teacher', {
      required: true,
      fixed: true,
      search: true,
      list: 110,
      column: 'gh',
      shownAs: 'teacherName',
    }),
    teacherRole: field.choice('任课角色', teacherRoleNames, { required: true, list: 100, initial: teacherRole.main }),
    hourType: field.dictionary('学时类型', 'XTGL_XSLX', { required: true, list: 100, shownAs: 'hourName' }),
    hour: field.tenths('学时', [0, 2000], { required: true, list: 80 }),
    startEndWeek: field.formatted('起止周', 'weeks', 60, { required: true, list: 110 }),
    isScoreTeacher: field.yesNo('成绩录入人', { list: 100 }),
    confirmStatus: field.choice('教师确认', teacherAnswerNames, { readOnly: true, search: true, list: 90 }),
    confirmNote: field.text('教师意见', 200, { readOnly: true, empty: '无' }),
  },
  order: [{ by: 'teachingClassId' }, { by: 'isScoreTeacher', descending: true }, { by: 'teacherCode' }],
  scope: ofUnit,
  unique: [{ fields: ['teacherCode', 'teachingClassId', 'hourType'], message: '该教师在这个任务中已有这种学时' }],
  importKey: ['teachingClassId', 'teacherCode', 'hourType'],
  note: '各教师的学时之和不超过任务的学时，起止周在任务的起止周之内，且有且只有一名成绩录入人。',
  empty: '还没有教师安排。请先建立教学任务。',
});

/** OPEN-COURSE-19 教学环节: parts of a job that are scheduled and staffed apart. */
export const teachingProcessLink = defineResource({
  name: 'teachingProcessLink',
  service: 'openCourse',
  table: 'teaching_process_link',
  key: 'linkId',
  called: 'xsbh',
  fields: {
    teachingClassId: field.reference('教学任务', 'teachingJob', inJob),
    ...jobFields,
    xsbh: field.dictionary('环节', 'XTGL_XSLX', { required: true, search: true, list: 90, shownAs: 'xsmc' }),
    hours: field.tenths('学时', [0.5, 2000], { required: true, list: 80 }),
    weekHours: field.tenths('周学时', [0, 60], { list: 80 }),
    startEndWeek: field.formatted('起止周', 'weeks', 60, { required: true, list: 110 }),
    groupNum: field.integer('分组数', [1, 99], { list: 80, empty: '不分组' }),
    groupSize: field.integer('每组人数', [1, 999], { list: 90 }),
    classroomType: field.dictionary('场地要求', 'XTGL_JSLXDMJ', { list: 110, empty: '按任务' }),
    teacherCode: field.reference('指导教师', 'teacher', { column: 'gh', shownAs: 'teacherName', empty: '按教师安排' }),
  },
  order: [{ by: 'teachingClassId' }, { by: 'xsbh' }],
  scope: ofUnit,
  unique: [{ fields: ['xsbh', 'teachingClassId'], message: '该任务已有这个环节' }],
  importKey: ['teachingClassId', 'xsbh'],
  check: ({ groupNum, groupSize, hours, weekHours, startEndWeek }) => {
    if ((groupNum === null) !== (groupSize === null))
      return [{ field: groupNum === null ? 'groupNum' : 'groupSize', message: '分组数和每组人数应一起填写' }];
    const weeks = parseWeeks(startEndWeek, WEEKS_AT_MOST);
    return weekHours !== null && 'weeks' in weeks && Number(weekHours) * weeks.weeks.length > Number(hours) + 2
      ? [{ field: 'weekHours', message: '周学时乘以周数超过该环节的学时' }]
      : [];
  },
  note: '各环节学时之和应等于任务的总学时，提交任务时检查。',
  empty: '还没有教学环节。没有教学环节的任务整体排课。',
});

/** OPEN-COURSE-10 公选课任务: what a job of a public elective plan has besides. */
export const publicElectiveTask = defineResource({
  name: 'publicElectiveTask',
  service: 'openCourse',
  table: 'public_elective_task',
  key: 'teachingClassId',
  called: 'teachingClassId',
  fields: {
    teachingClassId: field.reference('教学任务', 'teachingJob', inJob),
    ...jobFields,
    planId: field.reference('公选课计划', 'publicElectivePlan', {
      required: true,
      fixed: true,
      search: true,
      list: 220,
      shownAs: 'planName',
    }),
    publicCourseCategory: field.dictionary('公选课类别', 'XTGL_GXKLB', {
      readOnly: true,
      follows: 'planId',
      looked: true,
      search: true,
      list: 120,
    }),
    minOpenNum: field.integer('最低开班人数', [1, 999], { list: 120, empty: '不限' }),
    selectedNum: field.integer('已选人数', [0, 9999], { ...ofJob, list: 90 }),
    capacity: field.integer('容量', [1, 999], { ...ofJob, list: 70 }),
    jobStatus: field.choice('状态', jobStatusNames, { ...ofJob, search: true, list: 98, state: true }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'teachingClassCode' }],
  scope: ofUnit,
  check: ({ minOpenNum }) => (minOpenNum === 0 ? [{ field: 'minOpenNum', message: '应大于0' }] : []),
  note: '由已通过的公选课计划生成。选课结束后，已选人数低于最低开班人数的可以停开。',
  empty: '还没有公选课任务。请由已通过的公选课计划生成。',
});

const anybody = { list: 120, empty: '不限' } as const;
/** OPEN-COURSE-15 体育项目任务: which item a job teaches, and whom it is for (attributes 1–8). */
export const physicalProjectTask = defineResource({
  name: 'physicalProjectTask',
  service: 'openCourse',
  table: 'physical_project_task',
  key: 'teachingClassId',
  called: 'teachingClassId',
  fields: {
    teachingClassId: field.reference('教学任务', 'teachingJob', inJob),
    ...jobFields,
    specialItemId: field.reference('专项', 'specialItem', {
      search: true,
      list: 160,
      empty: '未指定',
      hint: '指定后，名单只收该专项的学生',
    }),
    itemName: field.text('项目', 40, { completed: true, search: true, list: 110, hint: '不填时与专项相同' }),
    plateId: field.reference('板块', 'plate', { ...ofJob, list: 130, empty: '不在板块内' }),
    placeId: field.reference('场地', 'classroom', { list: 130, empty: '未指定' }),
    capacity: field.integer('容量', [1, 999], { ...ofJob, list: 70 }),
    selectedNum: field.integer('已选人数', [0, 9999], { ...ofJob, list: 90 }),
    jobStatus: field.choice('状态', jobStatusNames, { ...ofJob, search: true, list: 98, state: true }),
    sexLimit: field.dictionary('性别限制', 'XTGL_XB', { list: 90, empty: '不限' }),
    rangeCampuses: field.references('限校区', 'campus', { empty: '不限' }),
    rangeGrades: field.references('限年级', 'grade', anybody),
    rangeDepartments: field.references('限院系', 'department', { empty: '不限' }),
    rangeMajors: field.references('限专业', 'major', { empty: '不限' }),
    rangeClasses: field.references('限行政班', 'classInfo', { empty: '不限' }),
    rangeLabels: field.dictionaries('限学生标签', 'XJ_BQLX', { empty: '不限' }),
    rangeStudentTypes: field.dictionaries('限学生类别', 'XTGL_XSLB', { empty: '不限' }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'teachingClassCode' }],
  scope: ofUnit,
  note: '容量不超过场地的座位数。限定的各项须同时满足。',
  empty: '还没有体育项目任务。请先建立类型为“体育项目”的教学任务。',
});
