import { z } from 'zod';
import { defineEvent, type EventOf } from '../../kernel/event.ts';
import { studentStanding } from './status-change.events.ts';
import { personal } from '../../kernel/personal.ts';

export const STUDENT_STATUS_STREAM_PREFIX = 'studentStatus-';
/** Stream of what was implemented of one student. */
export const studentStatusStream = (studentCode: string): string => `${STUDENT_STATUS_STREAM_PREFIX}${studentCode}`;

/** What a change says: what is absent stays as it is. */
export const changedTo = z.object({
  status: z.string().optional(),
  inSchool: z.boolean().optional(),
  bjdm: z.string().optional(),
  studentType: z.string().optional(),
});
export type ChangedTo = z.output<typeof changedTo>;

/** A change was implemented: it holds from its day on, which may lie ahead or behind (STUDENT-STATUS-16). */
export const statusChangeImplemented = defineEvent(
  'StatusChangeImplemented',
  1,
  z.object({
    applyId: z.string(),
    studentCode: z.string(),
    studentName: personal(z.string(), 'student'),
    changeType: z.string(),
    changeTypeName: z.string(),
    effectiveDate: z.string(),
    endDate: z.string().nullable(),
    before: studentStanding,
    after: studentStanding,
    changedTo,
    document: z.object({ number: z.string(), date: z.string() }).nullable(),
  }),
);
/** It was taken back before its day came. */
export const statusChangeCancelled = defineEvent(
  'StatusChangeCancelled',
  1,
  z.object({
    applyId: z.string(),
    studentCode: z.string(),
    changeTypeName: z.string(),
    reason: personal(z.string(), 'about'),
  }),
);

export const studentStatusEvents = [statusChangeImplemented, statusChangeCancelled] as const;
export type StudentStatusEvent = EventOf<(typeof studentStatusEvents)[number]>;
