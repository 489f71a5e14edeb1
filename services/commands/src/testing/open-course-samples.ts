import { specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { planItemGroups } from '@jwxt/infra/runtime/special-item-groups.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { groupingWay } from '@jwxt/contracts/open-course/special-item-group.rules.ts';
import { startTimeSet, plateCourseTimeSetting } from '@jwxt/contracts/open-course/open-course.resource.ts';
import { teacherPlan, teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { newCourse } from './base-data-samples.ts';
import { load, newStudent, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { newItem, plannedCourse } from './plan-samples.ts';
import { people } from './score-school.ts';

const semesterId = '2026-2027-1';
const envelope = { actor: people.office };
const window = { beginTime: '2020-01-01 00:00:00', endTime: '2035-01-01 00:00:00', sfqy: '1' };

async function made(t: TestApp, { commands }: Pick<Resource, 'commands'>, values: object): Promise<string> {
  return (await t.accept<{ key: string }>(commands.create.name, { values }, envelope)).key;
}

/** A job of a course of its own, of unit 101. */
const jobValues = async (t: TestApp, n: number, own: object = {}) => ({
  semesterId,
  teachingClassName: `任务${n}`,
  courseId: await newCourse(t, n),
  openDepartmentId: '101',
  schoolZone: '1',
  jobType: '1',
  totalHour: '32',
  startEndWeek: '1-16',
  weekHours: null,
  studentNum: 40,
  capacity: 40,
  administrativeClasses: [],
  classroomType: null,
  examMethod: null,
  teachLanguage: null,
  plateId: null,
  ...own,
});
const newJob = async (t: TestApp, n: number, own: object = {}): Promise<string> =>
  await made(t, teachingJob, await jobValues(t, n, own));

async function newTeacher(t: TestApp, n: number): Promise<string> {
  const gh = `OJ${n}`;
  await load(t, 'teacher', [{ gh, ywbm: gh, xm: `任务教师${n}`, xbm: '1', dwh: '101', dqztm: '11', sfrk: '1' }]);
  return gh;
}
const planValues = async (t: TestApp, n: number, teachingClassId: string) => ({
  teachingClassId,
  teacherCode: await newTeacher(t, n),
  teacherRole: '1',
  hourType: '1',
  hour: '32',
  startEndWeek: '1-16',
  isScoreTeacher: '1',
});
/** A job that can be committed. */
async function readyJob(t: TestApp, n: number): Promise<string> {
  const key = await newJob(t, n);
  await made(t, teacherPlan, await planValues(t, n, key));
  return key;
}
async function committedJob(t: TestApp, n: number): Promise<string> {
  const key = await readyJob(t, n);
  await t.accept('teachingJob.batchCommit', { keys: [key] }, envelope);
  return key;
}
async function confirmedJob(t: TestApp, n: number): Promise<string> {
  const key = await committedJob(t, n);
  await t.accept('teachingJob.confirm', { keys: [key] }, envelope);
  return key;
}

/** A public elective plan that has passed, of a course of its own. */
async function newPlan(t: TestApp, n: number): Promise<string> {
  const planId = `PLAN${n}`;
  await t.app.services.pool.query(
    `insert into base.public_course_plan (plan_id, semester_id, kch, course_source, department_id,
        public_course_category, school_zone, course_attribute, course_nature, exam_method, place_type, teaching_style,
        course_category, course_sign, class_plan_num, class_size, credit, total_hour, is_school_wide, hour_list,
        teacher_list, range_list, remark, teacher_info, course_info, applicant_user, passed_at)
     values ($1, $2, $3, '0', '101', '03', '1', '1', '04', '1', '1', '1', '1', '1', 2, 50, 20, 320, '1',
        '[{"xsbh":"1","xsmc":"理论","xs":"32"}]', '[{"gh":"T1"}]', '[]', '', '', '', 'clerk1', now())
     on conflict do nothing`,
    [planId, semesterId, await newCourse(t, n)],
  );
  return planId;
}
const plateValues = (n: number) => ({
  semesterId,
  plateName: `板块${n}`,
  courseId: null,
  weekCode: '2',
  timeCodes: '3-4',
  weeks: '1-16',
  schoolZone: '1',
  gradeMajorIds: [],
  sfqy: '1',
});

/** Rows of open-course tasks, each unlike any other. */
export const openCourseSettings: readonly Setting[] = [
  { name: 'teachingJob', values: jobValues, changed: (values) => ({ ...values, capacity: 50 }) },
  {
    name: 'teacherPlan',
    values: async (t, n) => await planValues(t, n, await newJob(t, n)),
    changed: (values) => ({ ...values, hour: '16' }),
  },
  {
    name: 'teachingProcessLink',
    values: async (t, n) => ({
      teachingClassId: await newJob(t, n),
      xsbh: '1',
      hours: '32',
      weekHours: null,
      startEndWeek: '1-16',
      groupNum: null,
      groupSize: null,
      classroomType: null,
      teacherCode: null,
    }),
    changed: (values) => ({ ...values, hours: '24' }),
  },
  {
    name: 'jobGroup',
    values: async (t, n) => {
      const courseId = await newCourse(t, n);
      const jobs = [];
      for (const part of ['甲', '乙'])
        jobs.push(
          await made(t, teachingJob, { ...(await jobValues(t, n)), courseId, teachingClassName: `组${n}${part}` }),
        );
      return { semesterId, groupName: `任务组${n}`, groupType: '1', openDepartmentId: '101', jobs };
    },
    changed: (values) => ({ ...values, groupType: '3' }),
  },
  {
    name: 'startTimeSet',
    values: async (t, n) => {
      const departmentId = `OD${n}`;
      await load(t, 'department', [
        { dwh: departmentId, ywbm: departmentId, dwmc: `开课单位${n}`, dwlbm: '1', sfjxdw: '1', sfkkdw: '1', pxh: 1 },
      ]);
      return { semesterId, setType: '1', departmentId, ...window };
    },
    changed: (values) => ({ ...values, endTime: '2035-02-01 00:00:00' }),
  },
  {
    name: 'publicElectiveTask',
    values: async (t, n) => {
      const planId = await newPlan(t, n);
      return { teachingClassId: await newJob(t, n, { jobType: '2' }), planId, minOpenNum: null };
    },
    changed: (values) => ({ ...values, minOpenNum: 15 }),
  },
  {
    name: 'plateCourseTimeSetting',
    values: (_t, n) => plateValues(n),
    changed: (values) => ({ ...values, timeCodes: '5-6' }),
  },
  {
    name: 'physicalProjectTask',
    values: async (t, n) => ({
      teachingClassId: await newJob(t, n, {
        jobType: '3',
        plateId: await made(t, plateCourseTimeSetting, plateValues(n)),
      }),
      specialItemId: null,
      itemName: '篮球',
      placeId: null,
      sexLimit: null,
      rangeCampuses: [],
      rangeGrades: [],
      rangeDepartments: [],
      rangeMajors: [],
      rangeClasses: [],
      rangeLabels: [],
      rangeStudentTypes: [],
    }),
    changed: (values) => ({ ...values, itemName: '排球' }),
  },
  {
    name: 'specialItemGroup',
    values: async (t, n) => ({
      specialItemId: (await newItem(t, n)).key,
      groupName: `分组${n}`,
      teachingClassId: null,
      capacity: 30,
    }),
    changed: (values) => ({ ...values, capacity: 31 }),
  },
];

const reason = '样例';
/** Commands of open-course tasks besides those of their rows. */
export const openCourseSamples: CommandSamples = {
  'teachingJob.batchCommit': {
    prepare: async (t, n) => ({ payload: { keys: [await readyJob(t, n)] }, envelope }),
  },
  'teachingJob.recallToEdit': {
    prepare: async (t, n) => ({ payload: { keys: [await committedJob(t, n)], reason }, envelope }),
  },
  'teachingJob.recallConfirmed': {
    prepare: async (t, n) => ({ payload: { keys: [await confirmedJob(t, n)], reason }, envelope }),
  },
  'teachingJob.confirm': {
    prepare: async (t, n) => ({ payload: { keys: [await committedJob(t, n)] }, envelope }),
  },
  'teachingJob.stop': {
    prepare: async (t, n) => ({ payload: { keys: [await confirmedJob(t, n)], reason }, envelope }),
  },
  'teachingJob.split': {
    prepare: async (t, n) => ({ payload: { teachingClassId: await readyJob(t, n), by: 'number', parts: 3 }, envelope }),
  },
  'teachingJob.merge': {
    async prepare(t, n) {
      const key = await readyJob(t, n);
      await t.accept('teachingJob.split', { teachingClassId: key, by: 'number', parts: 2 }, envelope);
      const { rows } = await t.app.services.pool.query<{ key: string }>(
        `select teaching_class_id as key from base.teaching_job
          where course_id = (select course_id from base.teaching_job where teaching_class_id = $1)`,
        [key],
      );
      return { payload: { keys: rows.map((row) => row.key) }, envelope };
    },
  },
  'teachingJob.setTeachers': {
    async prepare(t, n) {
      const teachingClassId = await newJob(t, n);
      const teachers = [{ teacherCode: await newTeacher(t, n), hourType: '1', hour: 32, startEndWeek: '1-16' }];
      return { payload: { teachingClassId, teachers }, envelope };
    },
  },
  'teacherHours.adjust': {
    async prepare(t, n) {
      const teachingClassId = await readyJob(t, n);
      const changes = [{ teachingClassId, hourType: '1', hour: 30 }];
      return { payload: { teacherCode: `OJ${n}`, changes, reason }, envelope };
    },
  },
  'teacherPlan.answer': {
    async prepare(t, n) {
      const teachingClassId = await readyJob(t, n);
      const actor = { ...people.office, gh: `OJ${n}` };
      return { payload: { teachingClassId, confirmStatus: '1', confirmNote: '' }, envelope: { actor } };
    },
  },
  'teachingJob.change': {
    async prepare(t, n) {
      const teachingClassId = await confirmedJob(t, n);
      const to = { totalHour: '30', startEndWeek: '1-15', capacity: 45, administrativeClasses: [], reason };
      return { payload: { teachingClassId, ...to }, envelope };
    },
  },
  'coursePlan.generateTask': {
    async prepare(t, n) {
      const executionPlanIds = [await plannedCourse(t, n, semesterId)];
      return { payload: { semesterId, executionPlanIds, by: 'class' }, envelope };
    },
  },
  'specialItemGroup.split': {
    async prepare(t, n) {
      const { key: specialItemId } = await newItem(t, n);
      await made(t, specialItemStudent, { specialItemId, studentCode: await newStudent(t, n), itemSource: '手工' });
      const way = { again: '0', even: '0', newCapacity: 30 } as const;
      const { digest } = (await planItemGroups(t.app.services.pool, specialItemId, groupingWay(way)))!;
      return { payload: { specialItemId, ...way, makeJobs: '0', digest }, envelope };
    },
  },
  'publicElectiveTask.generateTask': {
    prepare: async (t, n) => ({ payload: { planIds: [await newPlan(t, n)] }, envelope }),
  },
};

/** What the samples of this file need beside the school. */
export async function prepareOpenCourse(t: TestApp): Promise<void> {
  for (const type of ['1', '4'])
    await made(t, startTimeSet, { semesterId, setType: type, departmentId: null, ...window });
}
