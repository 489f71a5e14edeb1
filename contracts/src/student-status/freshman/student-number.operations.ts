import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { PermissionCode } from '../../kernel/permission.vocabulary.ts';

const key = z.string().min(1).max(64);
const text = z.string();
const call = (group: string, action: string, permission: PermissionCode) =>
  ({
    id: `${group}.${action}`,
    method: 'POST',
    path: `/studentStatus/${group}/${action}`,
    access: { permission },
    scope: 'resource',
  }) as const;
const gradeMajorIds = z.array(key).min(1, '请至少选择一个年级专业').max(300, '一次最多 300 个年级专业');
const asked = { gradeMajorIds, idRuleId: key, sortRuleId: key.nullable() };

const numbered = z.object({
  studentNumber: text,
  studentName: text,
  examineeNumber: text,
  gradeMajorName: text,
  administrativeClassName: text,
});
export type NumberedFreshman = z.output<typeof numbered>;
/** Student numbers as the rule would make them (STUDENT-STATUS-13): the list that is shown before they are given. */
export const previewStudentNumbers = defineOperation({
  ...call('studentIdRule', 'preview', 'studentIdRule:generate'),
  summary: '学号预览',
  encoding: 'json',
  outcome: 'query',
  patience: 'long',
  input: z.object({ ...asked, pageNo: pageNum, pageSize }),
  output: z.object({
    rows: z.array(numbered),
    total,
    /** Why some get none: of another student type than the rule's. */
    left: z.array(z.object({ name: text, num: total, message: text })),
    /** Of the whole list: what is given is what was shown. */
    digest: text,
  }),
});
/** 2 → 3: the numbers that were shown are given; none of them was ever given before. */
export const generateStudentNumbers = defineOperation({
  ...call('studentIdRule', 'generate', 'studentIdRule:generate'),
  summary: '编排学号',
  encoding: 'json',
  outcome: 'generate',
  patience: 'long',
  input: z.object({ commandId, ...asked, digest: text }),
  output: z.object({ given: total }),
});
/** 3 → 2: the numbers are taken back and never given again. */
export const clearStudentNumbers = defineOperation({
  ...call('studentIdRule', 'clear', 'studentIdRule:clear'),
  summary: '取消学号',
  encoding: 'json',
  dangerous: {
    why: '取消的学号不再使用',
    tells: ({ gradeMajorIds: of }) => `${String(of.length)} 个年级专业新生的学号`,
  },
  input: z.object({ commandId, gradeMajorIds }),
  output: z.object({ cleared: total }),
});

const sorting = {
  bjdms: z.array(key).min(1, '请至少选择一个行政班').max(200, '一次最多 200 个行政班'),
  sortRuleId: key,
};
/** Gives everybody of these classes a place by a rule (STUDENT-STATUS-19), in the stead of the places there were. */
export const sortOrderClass = defineOperation({
  ...call('orderClass', 'sort', 'orderClass:sort'),
  summary: '按规则排序班内学生',
  encoding: 'json',
  input: z.object({ commandId, ...sorting }),
  output: z.object({ sorted: total }),
});

export const generateNumbersCommand = defineCommand(
  'studentIdRule.generate',
  z.object({ ...asked, digest: text }),
  generateStudentNumbers.output,
);
export const clearNumbersCommand = defineCommand(
  'studentIdRule.clear',
  z.object({ gradeMajorIds }),
  clearStudentNumbers.output,
);
export const sortOrderClassCommand = defineCommand('orderClass.sort', z.object(sorting), sortOrderClass.output);

export const studentNumberOperations = [
  previewStudentNumbers,
  generateStudentNumbers,
  clearStudentNumbers,
  sortOrderClass,
] as const;
export const studentNumberCommands = [
  [generateNumbersCommand, [generateStudentNumbers]],
  [clearNumbersCommand, [clearStudentNumbers]],
  [sortOrderClassCommand, [sortOrderClass]],
] as const;
