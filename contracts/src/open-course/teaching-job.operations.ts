import { z } from 'zod';
import { MAX_CHOSEN_CLASSES } from '../base-info/administrative-class.operations.ts';
import { defineCommand } from '../kernel/command.ts';
import { commandId, decimalText, integer, semesterKey, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import type { PermissionCode } from '../kernel/permission.vocabulary.ts';
import { textFormats } from '../kernel/text-format.ts';

const teachingClassId = z.string('请选择教学任务').min(1, '请选择教学任务').max(64);
/** Jobs at a time at most. */
export const JOBS_AT_ONCE = 200;
const keys = z
  .array(teachingClassId)
  .min(1, '请至少选择一个教学任务')
  .max(JOBS_AT_ONCE, `一次最多处理 ${String(JOBS_AT_ONCE)} 个任务`);
const reason = z.string().trim().min(1, '必填').max(200, '最多 200 个字符');
/** How many were carried out, and which were not, with why. */
export const jobBatchResult = z.object({
  done: total,
  kept: z.array(z.object({ key: z.string(), name: z.string(), message: z.string() })),
});
const batchResult = jobBatchResult;
export type JobBatchResult = z.output<typeof batchResult>;
const call = (action: string, permission: PermissionCode) =>
  ({ id: `teachingJob.${action}`, path: `/openCourse/teachingJob/${action}`, access: { permission } }) as const;

/** What would keep jobs from being committed, and what is to be looked at (OPEN-COURSE-04). */
export const checkJobs = defineOperation({
  ...call('check', 'teachingJob:query'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务检查',
  encoding: 'json',
  outcome: 'query',
  input: z.object({ keys }),
  output: z.object({
    jobs: z.array(
      z.object({
        teachingClassId: z.string(),
        teachingClassCode: z.string(),
        teachingClassName: z.string(),
        findings: z.array(z.object({ level: z.enum(['error', 'warning']), field: z.string(), message: z.string() })),
      }),
    ),
  }),
});
export type CheckedJob = z.output<typeof checkJobs.output>['jobs'][number];

/** 0 → 1: the unit hands its jobs in. */
export const batchCommit = defineOperation({
  ...call('batchCommit', 'teachingJob:batchCommit'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务批量提交',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys }),
  output: batchResult,
});
/** 1 → 0. */
export const recallToEdit = defineOperation({
  ...call('recallToEdit', 'teachingJob:recallToEdit'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务退回编辑',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys, reason }),
  output: batchResult,
});
/** 2 → 0: while nothing hangs on the class. */
export const recallConfirmed = defineOperation({
  ...call('recallConfirmed', 'teachingJob:recallConfirmed'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务取消确认',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys, reason }),
  output: batchResult,
});
/** 1 → 2: the teaching class is made. */
export const confirmJobsOperation = defineOperation({
  ...call('confirm', 'teachingJob:confirm'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务确认',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys }),
  output: batchResult,
});
/** → 3. */
export const stopJobsOperation = defineOperation({
  ...call('stop', 'teachingJob:stop'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务停开',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys, reason }),
  output: batchResult,
});

const parting = {
  teachingClassId,
  by: z.enum(['number', 'class']),
  /** How many jobs it becomes; by class there is one for each. */
  parts: integer(2, 20, '应为2至20之间的整数').optional(),
};
/** One job becomes several: with equal parts of its room, or one for each of its classes. */
export const splitJobOperation = defineOperation({
  ...call('split', 'teachingJob:split'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务拆分',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, ...parting }),
  output: z.object({ made: total }),
});
/** Several jobs of a course become the one whose number is the smallest. */
export const mergeJobsOperation = defineOperation({
  ...call('merge', 'teachingJob:merge'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务合并',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys: keys.min(2, '请至少选择两个教学任务') }),
  output: z.object({ teachingClassId: z.string(), merged: total }),
});

const hour = z
  .number('学时应为数字')
  .min(0, '学时不能小于0')
  .max(2000, '学时最多 2000')
  .multipleOf(0.1, '最多一位小数');
const assigned = z.object({
  teacherCode: z.string().min(1, '请选择教师').max(64),
  hourType: z.string().max(20),
  hour: hour.nullable(),
  startEndWeek: z.string().trim().max(60, '最多 60 个字符'),
});
/** Who teaches a job, and its hours (PICKERS-104). */
export const findJobTeachers = defineOperation({
  ...call('teachers', 'teachingJob:setTeachers'),
  method: 'GET',
  scope: 'resource',
  summary: '教学任务的任课教师',
  outcome: 'query',
  input: z.object({ teachingClassId }),
  output: z.object({
    teachingClassName: z.string(),
    courseName: z.string(),
    totalHour: z.number(),
    startEndWeek: z.string(),
    confirmed: z.boolean(),
    /** It has parts by hour type, whose hours can be changed. */
    parted: z.boolean(),
    /** Hour types that its teachers share, with their hours: those of its parts, else of its course. */
    types: z.array(z.object({ hourType: z.string(), hourName: z.string(), hours: z.number() })),
    teachers: z.array(assigned.extend({ teacherName: z.string(), hourName: z.string() })),
  }),
});
export type JobTeachers = z.output<typeof findJobTeachers.output>;
const teachersOfJob = {
  teachingClassId,
  teachers: z.array(assigned).min(1, '请至少指定一名教师').max(40, '最多 40 条教师安排'),
};
/**
 * Sets who teaches a job: the first types its scores. Of a confirmed job its class follows, and those concerned are
 * told.
 */
export const setJobTeachersOperation = defineOperation({
  ...call('setTeachers', 'teachingJob:setTeachers'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务指定教师',
  encoding: 'json',
  outcome: 'set',
  input: z.object({ commandId, ...teachersOfJob }),
  output: z.object({ teachingClassId: z.string() }),
});

const changed = {
  teachingClassId,
  totalHour: decimalText({ places: 1, min: 0, max: 2000 }),
  startEndWeek: z
    .string('必填')
    .trim()
    .min(1, '必填')
    .max(60, '最多 60 个字符')
    .superRefine((text, context) => {
      const message = textFormats.weeks(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  capacity: integer(1, 999, '应为1至999之间的整数'),
  administrativeClasses: z
    .array(z.string().min(1).max(64))
    .max(MAX_CHOSEN_CLASSES, `一次最多选择 ${String(MAX_CHOSEN_CLASSES)} 个行政班`),
  /** Hours of its parts by hour type, where it has parts and they are to be others. */
  parts: z
    .array(z.object({ hourType: z.string().min(1).max(20), hours: decimalText({ places: 1, min: 0.5, max: 2000 }) }))
    .max(20)
    .optional(),
  reason,
};
/** Changes a confirmed job: its class follows, with the roster of its classes, and those concerned are told. */
export const changeJobOperation = defineOperation({
  ...call('change', 'teachingJob:change'),
  method: 'POST',
  scope: 'resource',
  summary: '教学任务变更',
  encoding: 'json',
  outcome: 'modify',
  input: z.object({ commandId, ...changed }),
  output: z.object({ teachingClassId: z.string() }),
});

/** Makes the jobs of public elective plans that have passed, those that are not there yet (OPEN-COURSE-10). */
export const generateElectiveTasksOperation = defineOperation({
  id: 'publicElectiveTask.generateTask',
  path: '/openCourse/publicElectiveTask/generateTask',
  access: { permission: 'publicElectiveTask:generateTask' },
  method: 'POST',
  scope: 'resource',
  summary: '由公选课计划生成任务',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, semesterId: semesterKey }),
  output: z.object({
    made: total,
    /** Plans that have passed, made before or now. */
    plans: total,
  }),
});
/** Stops the public electives of a semester that fewer chose than they need. */
export const stopShortTasksOperation = defineOperation({
  id: 'publicElectiveTask.stopShort',
  path: '/openCourse/publicElectiveTask/stopShort',
  access: { permission: 'publicElectiveTask:stopShort' },
  method: 'POST',
  scope: 'resource',
  summary: '停开人数不足的公选课',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, semesterId: semesterKey }),
  output: batchResult,
});

export const teachingJobOperations = [
  checkJobs,
  batchCommit,
  recallToEdit,
  recallConfirmed,
  confirmJobsOperation,
  stopJobsOperation,
  splitJobOperation,
  mergeJobsOperation,
  findJobTeachers,
  setJobTeachersOperation,
  changeJobOperation,
  generateElectiveTasksOperation,
  stopShortTasksOperation,
] as const;

/** What the operations send. */
export const commitJobs = defineCommand('teachingJob.batchCommit', z.object({ keys }), batchResult);
export const recallJobs = defineCommand('teachingJob.recallToEdit', z.object({ keys, reason }), batchResult);
export const recallConfirmedJobs = defineCommand(
  'teachingJob.recallConfirmed',
  z.object({ keys, reason }),
  batchResult,
);
export const confirmJobs = defineCommand('teachingJob.confirm', z.object({ keys }), batchResult);
export const stopJobs = defineCommand('teachingJob.stop', z.object({ keys, reason }), batchResult);
export const splitJob = defineCommand('teachingJob.split', z.object(parting), splitJobOperation.output);
export const mergeJobs = defineCommand('teachingJob.merge', z.object({ keys }), mergeJobsOperation.output);
export const setJobTeachers = defineCommand(
  'teachingJob.setTeachers',
  z.object(teachersOfJob),
  setJobTeachersOperation.output,
);
export const changeJob = defineCommand('teachingJob.change', z.object(changed), changeJobOperation.output);
/** `planIds`: of the caller's units, which the gateway looks up. */
export const generateElectiveTasks = defineCommand(
  'publicElectiveTask.generateTask',
  z.object({ planIds: z.array(z.string().min(1).max(64)).max(1000) }),
  generateElectiveTasksOperation.output,
);

/** Commands with the operations by which people send them. */
export const teachingJobCommands = [
  [commitJobs, [batchCommit]],
  [recallJobs, [recallToEdit]],
  [recallConfirmedJobs, [recallConfirmed]],
  [confirmJobs, [confirmJobsOperation]],
  [stopJobs, [stopJobsOperation, stopShortTasksOperation]],
  [splitJob, [splitJobOperation]],
  [mergeJobs, [mergeJobsOperation]],
  [setJobTeachers, [setJobTeachersOperation]],
  [changeJob, [changeJobOperation]],
  [generateElectiveTasks, [generateElectiveTasksOperation]],
] as const;
