import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

const key = z.string().min(1).max(64);

/** SCHEME-29: makes two types of hours of a course one: the hours of the second are added to the first. */
export const mergeHours = defineOperation({
  id: 'courseHourRequire.merge',
  method: 'POST',
  path: '/scheme/courseHourRequire/merge',
  access: { permission: 'courseHourRequire:update' },
  scope: 'resource',
  summary: '合并学时类型',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, into: key, from: key }),
  output: z.object({ key: z.string() }),
});

export const mergeCourseHours = defineCommand(
  'courseHourRequire.merge',
  mergeHours.input.omit({ commandId: true }),
  mergeHours.output,
);
