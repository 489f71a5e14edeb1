import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';

/** SHELL-87: the current semester, `2026-2027-1`, with its name; empty texts while none is set. */
export const selectCurrentXnXq = defineOperation({
  id: 'semester.selectCurrentXnXq',
  method: 'GET',
  path: '/semester/selectCurrentXnXq',
  access: { signedIn: '人人都要知道当前学期' },
  summary: '当前学年学期',
  calledBy: 'Other systems of the school that ask for the current semester.',
  input: z.object({}),
  output: z.object({ semester: z.string(), semesterName: z.string() }),
});
