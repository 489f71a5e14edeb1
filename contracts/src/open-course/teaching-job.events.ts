import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';

export const TEACHING_JOB_STREAM_PREFIX = 'teachingJob-';
/** Stream of one teaching job, from its first commit (OPEN-COURSE-04). The teaching class has the same key. */
export const teachingJobStream = (teachingClassId: string) => `${TEACHING_JOB_STREAM_PREFIX}${teachingClassId}`;

/** Hours of one type that a teacher teaches (OPEN-COURSE-05), in tenths. */
export const jobTeacher = z.object({
  teacherCode: z.string(),
  teacherName: personal(z.string(), 'teacher'),
  teacherRole: z.string(),
  hourType: z.string(),
  hour: z.number().int(),
  startEndWeek: z.string(),
  isScoreTeacher: z.boolean(),
});
/** All that a job says, with names as they were then (C4). Hours in tenths. */
export const jobContent = z.object({
  teachingClassId: z.string(),
  teachingClassCode: z.string(),
  teachingClassName: z.string(),
  semesterId: z.string(),
  courseId: z.string(),
  courseName: z.string(),
  openDepartmentId: z.string(),
  schoolZone: z.string(),
  jobType: z.string(),
  totalHour: z.number().int(),
  weekHours: z.number().int().nullable(),
  startEndWeek: z.string(),
  studentNum: z.number().int().nullable(),
  capacity: z.number().int(),
  administrativeClasses: z.array(z.object({ bjdm: z.string(), bjmc: z.string() })),
  teachers: z.array(jobTeacher),
});
export type JobContent = z.output<typeof jobContent>;
const key = { teachingClassId: z.string() };

/** The unit has handed it in. */
export const jobCommitted = defineEvent('JobCommitted', 1, z.object({ job: jobContent }));
/** Back with the unit. `confirmed`: it had a teaching class, which is no more. */
export const jobRecalled = defineEvent(
  'JobRecalled',
  1,
  z.object({ ...key, confirmed: z.boolean(), reason: z.string() }),
);
/** In force: the teaching class exists with its teachers and the students of its classes. */
export const jobConfirmed = defineEvent('JobConfirmed', 1, z.object({ job: jobContent }));
/** Hours of a part of a job by hour type (OPEN-COURSE-19), in tenths. */
const partHours = z.object({ hourType: z.string(), hours: z.number().int() });
/**
 * A confirmed one is otherwise from now on: teachers, hours, weeks, capacity or classes. `parts`: the hours of its
 * parts, where it has any and they are others.
 */
export const jobChanged = defineEvent(
  'JobChanged',
  2,
  z.object({ before: jobContent, after: jobContent, reason: z.string(), parts: z.array(partHours).optional() }),
);
/** Given up. `confirmed`: it had a teaching class, which is no more. */
export const jobStopped = defineEvent(
  'JobStopped',
  1,
  z.object({ ...key, confirmed: z.boolean(), reason: z.string() }),
);

export const teachingJobEvents = [jobCommitted, jobRecalled, jobConfirmed, jobChanged, jobStopped] as const;
export type TeachingJobEvent = EventOf<(typeof teachingJobEvents)[number]>;
