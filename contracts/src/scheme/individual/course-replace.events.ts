import { z } from 'zod';
import { applicationDraft } from '../../approval/application.events.ts';
import { defineBusinessRequest } from '../../approval/business-request.ts';
import { defineEvent } from '../../kernel/event.ts';
import type { EventOfStream } from '../../kernel/stream.ts';
import { personal } from '../../kernel/personal.ts';

const replaced = z.object({
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  /** In tenths. */
  credit: z.number().int(),
});

/** Everything that an application for a replacement asks for, with the names of that moment (SCHEME-37, 38). */
export const courseReplaceRequest = z.object({
  applyId: z.string(),
  /** For whom: a grade-major, or, where that is null, these students. */
  gradeMajorId: z.string().nullable(),
  gradeMajorName: z.string(),
  students: z.array(
    z.object({
      studentCode: z.string(),
      studentNumber: personal(z.string(), 'student'),
      studentName: personal(z.string(), 'student'),
    }),
  ),
  departmentId: z.string(),
  oldCourses: z.array(replaced).min(1),
  newCourses: z.array(replaced).min(1),
  beginSemesterId: z.string().nullable(),
  replaceReason: personal(z.string(), 'about'),
  application: applicationDraft,
});
export type CourseReplaceRequest = z.output<typeof courseReplaceRequest>;

/** It passed, and another rule stood in its way by then: why, as people are told. */
const courseReplaceClashed = defineEvent('CourseReplaceClashed', 1, z.object({ applyId: z.string(), why: z.string() }));

/** Applications for replacements of courses (KCTDSQ). */
export const courseReplace = defineBusinessRequest({
  name: 'CourseReplace',
  prefix: 'courseReplace-',
  processNo: 'KCTDSQ',
  businessTable: 'T_PYFA_KCTDSQ',
  request: courseReplaceRequest,
  more: {
    events: [courseReplaceClashed],
    evolve: { CourseReplaceClashed: (state) => ({ ...state, status: 'clashed' }) },
  },
});
export type CourseReplaceEvent = EventOfStream<typeof courseReplace.streams>;
