import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { weekdayNames } from './weekday.vocabulary.ts';

const ofClass = { readOnly: true, follows: 'teachingClassId' } as const;

/**
 * 课程安排: when and where a class meets, one row for each weekly meeting. Single meetings are adjusted by applications
 * (调停课), beside these rows.
 */
export const classSchedule = defineResource({
  name: 'classSchedule',
  service: 'arrange',
  table: 'class_schedule',
  key: 'scheduleId',
  called: 'room',
  fields: {
    teachingClassId: field.reference('教学班', 'teachingClass', {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
    }),
    courseId: field.reference('课程', 'course', { ...ofClass, looked: true, search: true, list: 140 }),
    weekday: field.choice('星期', weekdayNames, { required: true, search: true, list: 80 }),
    period: field.formatted('节次', 'period', 5, { required: true, list: 70, hint: '相连的几节，如 3-4' }),
    weeks: field.formatted('周次', 'weeks', 60, { required: true, list: 120 }),
    gh: field.reference('任课教师', 'teacher', { required: true, search: true, list: 100, shownAs: 'teacherName' }),
    jsh: field.reference('教室', 'classroom', { search: true, shownAs: 'classroomName' }),
    room: field.text('上课地点', 60, { list: 130, hint: '不在教室上课时填写，如 操场；选了教室时为教室名称' }),
    semesterId: field.reference('学年学期', 'semester', { ...ofClass, search: true, list: 180 }),
    teachingClassCode: field.text('教学班号', 60, { ...ofClass, looked: true, search: true, list: 200 }),
    openDepartmentId: field.reference('开课单位', 'department', { ...ofClass, looked: true, search: true, list: 140 }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'teachingClassId' }, { by: 'weekday' }, { by: 'period' }],
  scope: { DW: 'openDepartmentId' },
  check: ({ jsh, room }) =>
    jsh === null && room === null ? [{ field: 'jsh', message: '请选择教室，或填写上课地点' }] : [],
  importKey: ['teachingClassId', 'weekday', 'period', 'weeks'],
  note: '教室、教师或教学班在同一时间已有课时不能保存。',
  empty: '还没有课程安排。请先建立教学班、任课教师和教室。',
});
