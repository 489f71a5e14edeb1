import { because, type Messages } from '../kernel/event-words.ts';
import type { JobContent, TeachingJobEvent } from './teaching-job.events.ts';

const teachersText = ({ teachers }: JobContent): string =>
  [...new Set(teachers.map(({ teacherName }) => teacherName))].join('、') || '无';
const classesText = ({ administrativeClasses }: JobContent): string =>
  administrativeClasses.map(({ bjmc }) => bjmc).join('、') || '无';

/** What is otherwise in a changed job, each as `任课教师由…改为…`. */
export function jobChangeTexts(before: JobContent, after: JobContent): string[] {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['任课教师', teachersText(before), teachersText(after)],
    ['总学时', String(before.totalHour / 10), String(after.totalHour / 10)],
    ['起止周', before.startEndWeek, after.startEndWeek],
    ['容量', String(before.capacity), String(after.capacity)],
    ['上课班级', classesText(before), classesText(after)],
  ];
  return pairs.filter(([, was, is]) => was !== is).map(([what, was, is]) => `${what}由“${was}”改为“${is}”`);
}

/** What teachers and students read of a job; `name`: course and class. */
export const jobMessages = {
  JobConfirmed: ({ job }, name) => ({
    title: '教学任务已确认',
    content:
      `“${name}”已确认开课：${String(job.totalHour / 10)} 学时，第 ${job.startEndWeek} 周，` +
      `任课教师 ${teachersText(job)}。`,
  }),
  JobChanged: ({ before, after, reason }, name) => ({
    title: '教学任务已变更',
    content:
      `“${name}”${jobChangeTexts(before, after).join('；') || '的教师学时或周次已调整'}` +
      `${because('原因', reason)}。`,
  }),
  JobRecalled: ({ reason }, name) => ({
    title: '教学任务已取消确认',
    content: `“${name}”已取消确认，教学班撤销${because('原因', reason)}。`,
  }),
  JobStopped: ({ reason }, name) => ({ title: '课程停开', content: `“${name}”停开${because('原因', reason)}。` }),
} as const satisfies Messages<TeachingJobEvent, string>;

/** What students and teachers read when the roster of an open-course class changes; `name`: course and class. */
export const rosterMessages = {
  came: (name: string) => ({ title: '已加入教学班', content: `您已加入“${name}”的名单。` }),
  went: (name: string) => ({ title: '已退出教学班', content: `您已退出“${name}”的名单。` }),
  changed: (name: string) => ({ title: '教学班名单有变化', content: `“${name}”的学生名单今天有变化，请查看。` }),
};
