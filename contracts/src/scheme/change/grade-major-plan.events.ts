import { z } from 'zod';
import { applicationDraft } from '../../approval/application.events.ts';
import { defineBusinessRequest } from '../../approval/business-request.ts';
import { defineEvent } from '../../kernel/event.ts';
import type { EventOfStream } from '../../kernel/stream.ts';
import { planRow } from './plan-row.ts';

/** The plan of a grade-major, or a semester of it, as it is sent for approval (SCHEME-31). */
export const gradeMajorPlanRequest = z.object({
  applyId: z.string(),
  gradeMajorId: z.string(),
  gradeMajorName: z.string(),
  departmentId: z.string(),
  departmentName: z.string(),
  /** The one semester that it is about; null: the whole plan. */
  semesterId: z.string().nullable(),
  rows: z.array(planRow).min(1),
  application: applicationDraft,
});
export type GradeMajorPlanRequest = z.output<typeof gradeMajorPlanRequest>;

/** It passed, but its rows were not any more what was approved: why, as people are told. */
const gradeMajorPlanClashed = defineEvent(
  'GradeMajorPlanClashed',
  1,
  z.object({ applyId: z.string(), why: z.string() }),
);

/** Plans that are to come into force (NJZYSP). */
export const gradeMajorPlan = defineBusinessRequest({
  name: 'GradeMajorPlan',
  prefix: 'gradeMajorPlan-',
  processNo: 'NJZYSP',
  businessTable: 'T_PYFA_NJZYSP',
  request: gradeMajorPlanRequest,
  more: {
    events: [gradeMajorPlanClashed],
    evolve: { GradeMajorPlanClashed: (state) => ({ ...state, status: 'clashed' }) },
  },
});
export type GradeMajorPlanEvent = EventOfStream<typeof gradeMajorPlan.streams>;
