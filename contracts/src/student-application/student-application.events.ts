import { z } from 'zod';
import { applicationDraft } from '../approval/application.events.ts';
import { defineRequestStreams } from '../approval/business-request.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOfStream } from '../kernel/stream.ts';
import { studentRef } from '../kernel/student-ref.ts';
import { personal } from '../kernel/personal.ts';

/** The student that an application is about, as he was when it was sent. */
export const applyingStudent = z.object({
  ...studentRef.shape,
  departmentId: z.string(),
  departmentName: z.string(),
  bjdm: z.string(),
  studentClassName: z.string(),
  njdm: z.string(),
  njzydm: z.string(),
});
export type ApplyingStudent = z.output<typeof applyingStudent>;

/** What an application asks for, as its kind has read and checked the form. */
export const preparedApplication = z.object({
  /** Of which the student may have only one asked for or in force, among all applications of the kind. */
  subject: z.string(),
  /** What it is about, for lists: 高等数学（MATH101）. */
  subjectName: z.string(),
  semesterId: z.string(),
  courseId: z.string().nullable(),
  teachingClassId: z.string().nullable(),
  openDepartmentId: z.string().nullable(),
  /** What approvers read. */
  details: z.array(z.object({ label: z.string(), value: personal(z.string(), 'about') })),
  /** What taking effect needs to know. */
  facts: z.record(z.string(), z.string()),
});
export type PreparedApplication = z.output<typeof preparedApplication>;

const cell = z.union([z.number(), z.null(), z.string()]);
/** What a field of a form holds: a value, several codes, or rows. */
const formValue = z.union([z.array(z.record(z.string(), cell)), z.array(z.string()), cell]);

/** Everything that an application of a student asks for, with the names of that moment. */
export const studentApplicationRequest = z.object({
  applyId: z.string(),
  /** Says its kind. */
  processNo: z.string(),
  ...applyingStudent.shape,
  ...preparedApplication.shape,
  /** As it was filled in, by which it is filled in again. */
  form: personal(z.record(z.string(), formValue), 'about'),
  application: applicationDraft,
});
export type StudentApplicationRequest = z.output<typeof studentApplicationRequest>;

/** It passed, and could not take effect: why, as people are told. */
const studentApplicationClashed = defineEvent(
  'StudentApplicationClashed',
  1,
  z.object({ applyId: z.string(), why: personal(z.string(), 'about') }),
);
/** It was in force, and the office took it back. */
const studentApplicationRevoked = defineEvent(
  'StudentApplicationRevoked',
  1,
  z.object({ applyId: z.string(), reason: personal(z.string(), 'about') }),
);

/** Applications of students, of every kind (decision 068). */
export const studentApplication = defineRequestStreams({
  name: 'StudentApplication',
  prefix: 'studentApplication-',
  request: studentApplicationRequest,
  more: {
    events: [studentApplicationClashed, studentApplicationRevoked],
    evolve: {
      StudentApplicationClashed: (state) => ({ ...state, status: 'clashed' }),
      StudentApplicationRevoked: (state) => ({ ...state, status: 'revoked' }),
    },
  },
});
export type StudentApplicationEvent = EventOfStream<typeof studentApplication.streams>;
