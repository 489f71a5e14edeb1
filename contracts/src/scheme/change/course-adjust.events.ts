import { z } from 'zod';
import { applicationDraft } from '../../approval/application.events.ts';
import { defineBusinessRequest } from '../../approval/business-request.ts';
import { defineEvent } from '../../kernel/event.ts';
import type { EventOfStream } from '../../kernel/stream.ts';
import { COURSE_ADJUST_FILES, courseAdjustType } from './course-adjust.vocabulary.ts';
import { planRow } from './plan-row.ts';

/** A row of a plan before and after a change; null: it is not there. */
export const rowChange = z.object({ before: planRow.nullable(), after: planRow.nullable() });
export type RowChange = z.output<typeof rowChange>;

/** What an application asks to change in a plan, with the names of that moment (SCHEME-32). */
export const courseAdjustRequest = z.object({
  applyId: z.string(),
  gradeMajorId: z.string(),
  gradeMajorName: z.string(),
  departmentId: z.string(),
  departmentName: z.string(),
  adjustType: z.enum(courseAdjustType),
  changes: z.array(rowChange).min(1),
  /** In tenths. */
  creditDiff: z.number().int(),
  /** Nothing but hours changes (SCHEME-16). */
  hoursOnly: z.boolean(),
  adjustReason: z.string(),
  application: applicationDraft,
});
export type CourseAdjustRequest = z.output<typeof courseAdjustRequest>;

/** It was carried out: every row as it was, and as it is now (SCHEME-07). */
const courseAdjustImplemented = defineEvent(
  'CourseAdjustImplemented',
  1,
  z.object({ applyId: z.string(), rows: z.array(rowChange) }),
);
/** It passed, but the plan was not any more what it was to change: why, as people are told. */
const courseAdjustClashed = defineEvent('CourseAdjustClashed', 1, z.object({ applyId: z.string(), why: z.string() }));

/** Changes of plans in force (ZXJHTZ). */
export const courseAdjust = defineBusinessRequest({
  name: 'CourseAdjust',
  prefix: 'courseAdjust-',
  processNo: 'ZXJHTZ',
  businessTable: COURSE_ADJUST_FILES,
  request: courseAdjustRequest,
  more: {
    events: [courseAdjustImplemented, courseAdjustClashed],
    evolve: {
      CourseAdjustImplemented: (state) => ({ ...state, status: 'effected' }),
      CourseAdjustClashed: (state) => ({ ...state, status: 'clashed' }),
    },
  },
});
export type CourseAdjustEvent = EventOfStream<typeof courseAdjust.streams>;
