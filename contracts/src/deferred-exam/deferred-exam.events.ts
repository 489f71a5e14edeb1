import { z } from 'zod';
import { applicationDraft } from '../approval/application.events.ts';
import { defineBusinessRequest } from '../approval/business-request.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOfStream } from '../kernel/stream.ts';
import { studentRef } from '../kernel/student-ref.ts';
import { DEFERRED_EXAM_FILES } from './deferred-exam.vocabulary.ts';
import { personal } from '../kernel/personal.ts';

/** Everything that an application to sit an exam later asks for, with the names of that moment (SCORE-MORE-16). */
export const deferredExamRequest = z.object({
  applyId: z.string(),
  ...studentRef.shape,
  departmentId: z.string(),
  departmentName: z.string(),
  bjdm: z.string(),
  studentClassName: z.string(),
  semesterId: z.string(),
  teachingClassId: z.string(),
  teachingClassName: z.string(),
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  openDepartmentId: z.string(),
  deferredReasonCode: z.string(),
  deferredReasonName: z.string(),
  reasonText: personal(z.string(), 'about'),
  application: applicationDraft,
});
export type DeferredExamRequest = z.output<typeof deferredExamRequest>;

/** It passed, but at the moment it was to take effect the sheet took no leave any more: why, as people are told. */
const deferredExamClashed = defineEvent(
  'DeferredExamClashed',
  1,
  z.object({ applyId: z.string(), why: personal(z.string(), 'about') }),
);
/** The office took the leave back before the sheet was handed in. */
const deferredExamRevoked = defineEvent(
  'DeferredExamRevoked',
  1,
  z.object({ applyId: z.string(), reason: personal(z.string(), 'about') }),
);

/** Applications to sit an exam later (HKSQ). */
export const deferredExam = defineBusinessRequest({
  name: 'DeferredExam',
  prefix: 'deferredExam-',
  processNo: 'HKSQ',
  businessTable: DEFERRED_EXAM_FILES,
  request: deferredExamRequest,
  more: {
    events: [deferredExamClashed, deferredExamRevoked],
    evolve: {
      DeferredExamClashed: (state) => ({ ...state, status: 'clashed' }),
      DeferredExamRevoked: (state) => ({ ...state, status: 'revoked' }),
    },
  },
});
export type DeferredExamEvent = EventOfStream<typeof deferredExam.streams>;
