import { z } from 'zod';
import { dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { setupState, setupStepNames } from './school-setup.vocabulary.ts';

/** One thing that a school has not got yet. */
const finding = z.object({
  /** Without it, something does not work; otherwise it is advised. */
  blocking: z.boolean(),
  /** What is missing, with the number of rows. */
  text: z.string(),
  /** What people cannot do because of it. */
  consequence: z.string(),
});

/** One step: what is there, and what is missing. */
const step = z.object({
  step: z.enum(setupStepNames),
  state: z.enum(setupState),
  counts: z.array(z.object({ name: z.string(), count: z.number().int() })),
  findings: z.array(finding),
});
export type SetupStepView = z.output<typeof step>;

/** 开学准备: how far the school is, from nothing to the first score. Counts are those of the moment. */
export const schoolSetup = defineOperation({
  id: 'schoolSetup.query',
  method: 'GET',
  path: '/system/schoolSetup/query',
  access: { permission: 'schoolSetup:query' },
  scope: noScope.system,
  summary: '开学准备查询',
  input: z.object({}),
  output: z.object({
    /** The semester that is current; null: there is none. */
    semesterName: z.string().nullable(),
    /** Nothing has been brought in yet: neither units nor teachers. */
    untouched: z.boolean(),
    steps: z.array(step),
    serverTime: dateTimeText,
  }),
});

export const schoolSetupOperations = [schoolSetup] as const;
