import { weekdayNames } from '../base-info/weekday.vocabulary.ts';
import { unplannable } from '../kernel/fields.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { groupType, groupTypeNames, setType, setTypeNames } from './open-course.vocabulary.ts';

/** Days by the code that timetables name them by (PICKERS-087): Sunday is 1. */
export const weekCodeNames = {
  1: weekdayNames[7],
  2: weekdayNames[1],
  3: weekdayNames[2],
  4: weekdayNames[3],
  5: weekdayNames[4],
  6: weekdayNames[5],
  7: weekdayNames[6],
} as const;

const inSemester = { required: true, fixed: true, search: true, list: 180 } as const;

/** OPEN-COURSE-07 任务组: jobs that are taught together, in groups, at one time, or theory with practice. */
export const jobGroup = defineResource({
  name: 'jobGroup',
  service: 'openCourse',
  table: 'job_group',
  key: 'jobGroupId',
  called: 'groupName',
  fields: {
    semesterId: field.reference('学年学期', 'semester', inSemester),
    groupName: field.text('组名', 40, { required: true, search: true, list: 180 }),
    groupType: field.choice('类型', groupTypeNames, {
      required: true,
      search: true,
      list: 100,
      initial: groupType.joined,
    }),
    openDepartmentId: field.reference('开课单位', 'department', { required: true, search: true, list: 150 }),
    jobs: field.references('教学任务', 'teachingJob', { list: 'auto' }),
    studentNum: field.integer('计划人数', [0, 99_999], { readOnly: true, list: 90 }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'groupName' }],
  scope: { DW: 'openDepartmentId' },
  unique: [{ fields: ['groupName', 'semesterId'], message: '该学期已有同名的任务组' }],
  importKey: ['semesterId', 'groupName'],
  check: ({ jobs }) => (jobs.length < 2 ? [{ field: 'jobs', message: '请至少选择两个教学任务' }] : []),
  note: '合班的任务课程、起止周和教师相同；一个任务在同一类型中只属于一个组。',
  empty: '还没有任务组。',
});

/** OPEN-COURSE-08 开课起止时间: in which window work of a kind is done, of the school or of one unit. */
export const startTimeSet = defineResource({
  name: 'startTimeSet',
  service: 'openCourse',
  table: 'start_time_set',
  key: 'startTimeId',
  called: 'setType',
  fields: {
    semesterId: field.reference('学年学期', 'semester', inSemester),
    setType: field.choice('类型', setTypeNames, {
      required: true,
      fixed: true,
      search: true,
      list: 110,
      initial: setType.jobs,
    }),
    departmentId: field.reference('单位', 'department', { fixed: true, search: true, list: 'auto', empty: '全校' }),
    beginTime: field.time('开始时间', { required: true, list: 170 }),
    endTime: field.time('结束时间', { required: true, list: 170, endOfDay: true }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'setType' }, { by: 'departmentId' }],
  scope: { DW: 'departmentId' },
  unique: [{ fields: ['setType', 'semesterId', 'departmentId'], message: '该学期已设置过这个类型的时间' }],
  importKey: ['semesterId', 'setType', 'departmentId'],
  check: ({ beginTime, endTime }) => {
    const far = Object.entries({ beginTime, endTime }).flatMap(([name, value]) => {
      const message = unplannable(value);
      return message === null ? [] : [{ field: name, message }];
    });
    if (far.length > 0) return far;
    return endTime > beginTime ? [] : [{ field: 'endTime', message: '结束时间应晚于开始时间' }];
  },
  note: '单位有自己的时间时以单位的为准。不在时间内的操作将被拒绝，可在这里延长。',
  empty: '还没有设置开课时间。没有设置时，教学任务不能编制。',
});

/** OPEN-COURSE-11 板块: times of the week that are kept for courses of many grade-majors. */
export const plateCourseTimeSetting = defineResource({
  name: 'plateCourseTimeSetting',
  service: 'openCourse',
  table: 'plate',
  key: 'plateId',
  called: 'plateName',
  fields: {
    semesterId: field.reference('学年学期', 'semester', inSemester),
    plateName: field.text('板块名称', 40, { required: true, search: true, list: 'auto' }),
    courseId: field.reference('课程', 'course', { list: 150, empty: '不限课程' }),
    weekCode: field.choice('星期', weekCodeNames, { required: true, search: true, list: 80 }),
    timeCodes: field.formatted('节次', 'period', 5, { required: true, list: 80, hint: '相连的几节，如 3-4' }),
    weeks: field.formatted('周次', 'weeks', 60, { required: true, list: 110 }),
    schoolZone: field.reference('校区', 'campus', { required: true, search: true, list: 110, column: 'xqdm' }),
    gradeMajorIds: field.references('适用年级专业', 'gradeMajor', { list: 220, empty: '未指定' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'weekCode' }, { by: 'timeCodes' }],
  scope: { XQ: 'schoolZone' },
  unique: [{ fields: ['plateName', 'semesterId'], message: '该学期已有同名的板块' }],
  importKey: ['semesterId', 'plateName'],
  note: '同一年级专业在一个学期的板块时间不能重叠。已有教学班的板块不能再改时间。',
  empty: '还没有板块。',
});

const ofItem = { readOnly: true, follows: 'specialItemId' } as const;
/** OPEN-COURSE-18 专项分组: the groups into which the students of a special item are parted, each with its class. */
export const specialItemGroup = defineResource({
  name: 'specialItemGroup',
  service: 'openCourse',
  table: 'special_item_group',
  key: 'itemGroupId',
  called: 'groupName',
  fields: {
    specialItemId: field.reference('专项', 'specialItem', { required: true, fixed: true, search: true, list: 200 }),
    semesterId: field.reference('学年学期', 'semester', { ...ofItem, search: true, list: 180 }),
    courseId: field.reference('课程', 'course', { ...ofItem, search: true, list: 150 }),
    openDepartmentId: field.reference('开课单位', 'department', {
      ...ofItem,
      looked: true,
      search: true,
      list: 150,
      column: 'kkxy',
    }),
    itemName: field.text('专项名称', 40, { ...ofItem }),
    groupName: field.text('组名', 40, { required: true, search: true, list: 'auto' }),
    teachingClassId: field.reference('教学任务', 'teachingJob', { search: true, list: 200, empty: '未指定' }),
    studentNum: field.integer('人数', [0, 9999], { readOnly: true, list: 70 }),
    capacity: field.integer('容量', [1, 999], { required: true, list: 70 }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'courseId' }, { by: 'itemName' }, { by: 'groupName' }],
  scope: { DW: 'openDepartmentId' },
  unique: [{ fields: ['groupName', 'specialItemId'], message: '该专项已有同名的组' }],
  importKey: ['specialItemId', 'groupName'],
  note: '一个教学任务只属于一个组，组的容量不超过任务的容量。任务确认后，组中的学生进入教学班名单。',
  empty: '还没有专项分组。可以新增，或用“专项分组”按容量分组。',
});
