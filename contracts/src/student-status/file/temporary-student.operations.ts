import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';

const what = {
  key: z.string().min(1).max(64),
  studentNumber: z
    .string('必填')
    .trim()
    .regex(/^[A-Za-z0-9._-]{1,20}$/, '学号为1至20位字母和数字'),
  studentType: z.string('必填').min(1, '必填').max(64),
  bjdm: z.string('必填').min(1, '必填').max(64),
};
const converted = z.object({ studentCode: z.string() });

/** A temporary student becomes a student (STUDENT-STATUS-10): the same person, with rosters, scores and history. */
export const convertTemporary = defineCommand('temporaryStudent.convert', z.object(what), converted);
export const convertTemporaryStudent = defineOperation({
  id: 'temporaryStudent.convert',
  method: 'POST',
  path: '/studentStatus/temporaryStudent/convert',
  access: { permission: 'temporaryStudent:convert' },
  scope: 'resource',
  summary: '临时学生转正',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, ...what }),
  output: converted,
});
