import { z } from 'zod';
import { applicant, applicationDraft, withoutEffect } from '../approval/application.events.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { electiveDraft, electiveFigures } from './elective-form.ts';
import { personal } from '../kernel/personal.ts';

export const ELECTIVE_STREAM_PREFIX = 'elective-';
/**
 * Stream of one public elective plan, from its first draft (OPEN-COURSE-09). The application that decides it has the
 * same key.
 */
export const electiveStream = (planId: string) => `${ELECTIVE_STREAM_PREFIX}${planId}`;

/** Who teaches, as the teacher picker names a person. */
export const electiveTeacher = z.object({
  gh: z.string(),
  ywbm: personal(z.string(), 'teacher'),
  xm: personal(z.string(), 'teacher'),
  xb: z.string(),
  dwmc: z.string(),
});
/** What the codes of a form stood for when it was written (C4). */
export const electiveShown = z.object({
  /** Names of coded fields, by field; a field without a value is absent. */
  names: z.record(z.string(), z.string()),
  hourList: z.array(z.object({ xsbh: z.string(), xsmc: z.string(), xs: z.string() })),
  teacherList: z.array(electiveTeacher),
  rangeList: z.array(
    z.object({
      attributeType: z.string(),
      attributeTypeName: z.string(),
      values: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  ),
});
export type ElectiveShown = z.output<typeof electiveShown>;

const content = { planId: z.string(), form: electiveDraft, shown: electiveShown };

/** Kept as far as it was filled in; only its applicant sees it until it is submitted for the first time. */
export const electiveSaved = defineEvent('ElectiveSaved', 1, z.object({ ...content, applicant }));
/** Sent for approval. Credit and hours of `figures` in tenths. */
export const electiveSubmitted = defineEvent(
  'ElectiveSubmitted',
  1,
  z.object({ ...content, figures: electiveFigures, application: applicationDraft }),
);
export const electiveDeleted = defineEvent('ElectiveDeleted', 1, z.object({ planId: z.string() }));
/** Passed: the plan is in force. `courseCode`: key of its course, made now when the course is new. */
export const electiveEffected = defineEvent(
  'ElectiveEffected',
  1,
  z.object({ planId: z.string(), courseCode: z.string() }),
);
export const electiveClosed = defineEvent(
  'ElectiveClosed',
  1,
  z.object({ planId: z.string(), outcome: withoutEffect, opinion: z.string() }),
);

export const electiveEvents = [
  electiveSaved,
  electiveSubmitted,
  electiveDeleted,
  electiveEffected,
  electiveClosed,
] as const;
export type ElectiveEvent = EventOf<(typeof electiveEvents)[number]>;
