import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { COURSE_CODE, MAX_CODE } from './code-format.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** How long a number is kept for who had it made. */
export const RESERVED_MINUTES = 30;

/** Numbers of courses; those of others are not asked for by any page. */
const objectType = z.literal(COURSE_CODE, '只有课程可以生成编号');
const wanted = z.object({
  objectType,
  /** Values of the row by field, as far as the rule asks for them. */
  values: z.record(z.string().max(40), z.string().max(64)).default({}),
});
const reserved = z.object({ code: z.string(), expiresAt: dateTimeText });
const released = z.object({ objectType, code: z.string().min(1, '请填写编号').max(MAX_CODE) });

/** What the two operations send. */
export const reserveCode = defineCommand('codeRule.generate', wanted, reserved);
export const releaseCode = defineCommand('codeRule.release', released, z.object({ code: z.string() }));

/** SYSADMIN-07: makes the next number by the rule and keeps it for the person (占位). */
export const generateCode = defineOperation({
  id: 'codeRule.generate',
  method: 'POST',
  path: '/system/codeRule/generate',
  access: { permission: 'codeRule:generate' },
  scope: noScope.school,
  summary: '生成编号并占位',
  encoding: 'json',
  outcome: 'generateCourseCode',
  input: wanted.extend({ commandId }),
  output: reserved,
});
/** Gives a kept number back (取消占位). It is not used again. */
export const releaseCodeOperation = defineOperation({
  id: 'codeRule.release',
  method: 'POST',
  path: '/system/codeRule/release',
  access: { permission: 'codeRule:generate' },
  scope: noScope.school,
  summary: '取消占位',
  encoding: 'form',
  outcome: 'cancelPlaceholder',
  input: released.extend({ commandId }),
  output: z.object({ code: z.string() }),
});
