import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation, type OutputOf } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { jobBatchResult } from './teaching-job.operations.ts';

const text = z.string();
const semester = z.string().min(1).max(20);

/** The weeks, days and lessons in which a plate can lie (OPEN-COURSE-12). */
export const querySemesterTime = defineOperation({
  id: 'plateCourseTimeSetting.querySemesterTime',
  method: 'GET',
  path: '/openCourse/plateCourseTimeSettingResource/querySemesterTime/{semester}',
  access: { permission: 'plateCourseTimeSetting:query' },
  scope: noScope.school,
  summary: '学期的周次与节次',
  outcome: 'query',
  input: z.object({ semester }),
  output: z.object({
    weekNum: z.number().int(),
    weeks: z.array(z.number().int()),
    times: z.array(z.object({ timeCode: text, timeName: text, startTime: text, endTime: text })),
    days: z.array(z.object({ weekCode: text, weekName: text })),
  }),
});
/** The jobs that are set in a plate (OPEN-COURSE-13). */
export const queryHasSettedClassMessage = defineOperation({
  id: 'plateCourseTimeSetting.queryHasSettedClassMessage',
  method: 'GET',
  path: '/openCourse/plateCourseTimeSettingResource/queryHasSettedClassMessage/{plateId}',
  access: { permission: 'plateCourseTimeSetting:query' },
  scope: 'resource',
  summary: '板块中已设置的教学班',
  outcome: 'query',
  input: z.object({ plateId: z.string().min(1).max(64) }),
  output: z.array(
    z.object({
      teachingClassId: text,
      teachingClassName: text,
      courseName: text,
      teacherName: text,
      numberOfStudent: z.number().int(),
    }),
  ),
});
/** The plates of a semester with how many jobs are in each (OPEN-COURSE-14). */
export const queryPlateBySemester = defineOperation({
  id: 'plateCourseTimeSetting.queryPlateBySemester',
  method: 'GET',
  path: '/openCourse/classHolderTimeResource/queryPlateBySemester/{semester}',
  access: { permission: 'plateCourseTimeSetting:query' },
  scope: 'resource',
  summary: '学期的板块',
  outcome: 'query',
  input: z.object({ semester }),
  output: z.array(
    z.object({
      plateId: text,
      plateName: text,
      weekCode: text,
      timeCodes: z.array(text),
      classNum: z.number().int(),
    }),
  ),
});

/** One physical education job with teachers, hours and weeks (OPEN-COURSE-16). */
export const queryTaskDetails = defineOperation({
  id: 'physicalProjectTask.queryTaskDetails',
  method: 'GET',
  path: '/openCourse/physicalProjectTask/queryTaskDetails/{teachingClassCode}',
  access: { permission: 'physicalProjectTask:query' },
  scope: 'resource',
  summary: '体育项目任务明细',
  outcome: 'query',
  input: z.object({ teachingClassCode: z.string().min(1).max(64) }),
  output: z.object({
    teachingClassId: text,
    teachingClassCode: text,
    teachingClassName: text,
    semesterName: text,
    courseName: text,
    openDepartmentName: text,
    schoolZoneName: text,
    itemName: text,
    /** Empty: it teaches no special item. */
    specialItemName: text,
    plateName: text,
    placeName: text,
    capacity: z.number().int(),
    selectedNum: z.number().int(),
    totalHour: text,
    startEndWeek: text,
    jobStatusName: text,
    teachers: z.array(
      z.object({ teacherCode: text, teacherName: text, hourName: text, hour: text, startEndWeek: text }),
    ),
  }),
});
/** Whom a physical education job is for (OPEN-COURSE-17): attributes 1–8 as ELECTIVE-06 has them; none: everybody. */
export const queryTaskRange = defineOperation({
  id: 'physicalProjectTask.queryTaskRange',
  method: 'GET',
  path: '/openCourse/physicalProjectTask/queryTaskRange/{teachingClassCode}',
  access: { permission: 'physicalProjectTask:query' },
  scope: 'resource',
  summary: '体育项目任务的选课范围',
  outcome: 'query',
  input: z.object({ teachingClassCode: z.string().min(1).max(64) }),
  output: z.array(z.object({ attributeType: text, values: z.array(z.object({ code: text, name: text })) })),
});

const loadFilter = {
  semesterId: z.string().max(20).optional(),
  departmentId: z.string().max(64).optional(),
  keyword: z.string().trim().max(60).optional(),
  overSign: z.enum(['0', '1']).optional(),
};
/** What a teacher has to teach in a semester (OPEN-COURSE-06); hours as shown. */
const load = z.object({
  semesterId: text,
  semesterName: text,
  teacherCode: text,
  teacherNumber: text,
  teacherName: text,
  departmentName: text,
  jobNum: z.number().int(),
  theoryHours: text,
  practiceHours: text,
  totalHours: text,
  limitHours: text,
  overSign: z.enum(['0', '1']),
});
export type TeacherLoad = z.output<typeof load>;
/** What the list is sorted by. */
export const teacherHourSorts = [
  'semesterId',
  'teacherNumber',
  'teacherName',
  'departmentName',
  'jobNum',
  'theoryHours',
  'practiceHours',
  'totalHours',
] as const;

export const queryTeacherHours = defineOperation({
  id: 'teacherHours.query',
  method: 'POST',
  path: '/openCourse/teacherHours/query',
  access: { permission: 'teacherHours:query' },
  scope: 'resource',
  summary: '教师学时查询',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...loadFilter, sort: sortBy(teacherHourSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(load), total }),
});
const ofTeacher = { semesterId: z.string().min(1).max(20), teacherCode: z.string().min(1).max(64) };
/** The hours of a teacher in a semester, job by job and type by type. */
export const findTeacherHours = defineOperation({
  id: 'teacherHours.detail',
  method: 'GET',
  path: '/openCourse/teacherHours/detail',
  access: { permission: 'teacherHours:query' },
  scope: 'resource',
  summary: '教师学时明细',
  outcome: 'query',
  input: z.object(ofTeacher),
  output: z.array(
    z.object({
      teachingClassId: text,
      teachingClassName: text,
      courseName: text,
      jobStatus: text,
      jobStatusName: text,
      hourType: text,
      hourName: text,
      hour: z.number(),
      startEndWeek: text,
      /** What of the type, or of the job without parts, nobody else teaches: his hours at most. */
      most: z.number(),
    }),
  ),
});
export type TeacherHourLine = OutputOf<typeof findTeacherHours>[number];

const adjustment = {
  teacherCode: ofTeacher.teacherCode,
  changes: z
    .array(
      z.object({
        teachingClassId: z.string().min(1).max(64),
        hourType: z.string().min(1).max(20),
        hour: z
          .number('学时应为数字')
          .min(0, '学时不能小于0')
          .max(2000, '学时最多 2000')
          .multipleOf(0.1, '最多一位小数'),
      }),
    )
    .min(1, '没有修改')
    .max(100, '一次最多修改 100 条'),
  reason: z.string().trim().min(1, '必填').max(200, '最多 200 个字符'),
};
/** Gives a teacher other hours in his jobs (OPEN-COURSE-06); of confirmed ones their classes follow. */
export const adjustTeacherHoursOperation = defineOperation({
  id: 'teacherHours.adjust',
  method: 'POST',
  path: '/openCourse/teacherHours/adjust',
  access: { permission: 'teacherHours:adjust' },
  scope: 'resource',
  summary: '教师学时调整',
  encoding: 'json',
  outcome: 'modify',
  input: z.object({ commandId, ...adjustment }),
  output: jobBatchResult,
});
export const adjustTeacherHours = defineCommand('teacherHours.adjust', z.object(adjustment), jobBatchResult);

export const exportTeacherHours = defineOperation({
  id: 'teacherHours.exportExcel',
  method: 'POST',
  path: '/openCourse/teacherHours/exportExcel',
  access: { permission: 'teacherHours:exportExcel' },
  scope: 'resource',
  summary: '教师学时导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(loadFilter),
  output: z.unknown(),
});

export const openCourseOperations = [
  querySemesterTime,
  queryHasSettedClassMessage,
  queryPlateBySemester,
  queryTaskDetails,
  queryTaskRange,
  queryTeacherHours,
  exportTeacherHours,
  findTeacherHours,
  adjustTeacherHoursOperation,
] as const;
