import { z } from 'zod';
import { syncAccounts } from '../../access/account.command.ts';
import { issuedPassword } from '../../access/account.operations.ts';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateText, total, yesNoFlag } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { PermissionCode } from '../../kernel/permission.vocabulary.ts';
import { abandonWay, FRESHMEN_AT_ONCE, FRESHMEN_OF_A_YEAR, keepReason } from './freshman.vocabulary.ts';

const key = z.string().min(1).max(64);
const keys = z
  .array(key)
  .min(1, '请至少选择一名新生')
  .max(FRESHMEN_AT_ONCE, `一次最多处理 ${String(FRESHMEN_AT_ONCE)} 名新生`);
const many = z.array(key).max(FRESHMEN_OF_A_YEAR);
const reason = z.string('必填').trim().min(1, '必填').max(100, '最多 100 个字符');
/** How many it was done to, and to whom not, with why. */
const batchResult = z.object({
  done: total,
  kept: z.array(z.object({ key: z.string(), name: z.string(), message: z.string() })),
});
export type FreshmanBatchResult = z.output<typeof batchResult>;
const call = (action: string, permission: PermissionCode) =>
  ({
    id: `freshman.${action}`,
    method: 'POST',
    path: `/studentStatus/freshman/${action}`,
    access: { permission },
    scope: 'resource',
  }) as const;

/** 0, 8 → 1: they have come. */
export const reportFreshmen = defineOperation({
  ...call('report', 'freshman:report'),
  summary: '新生报到',
  encoding: 'json',
  input: z.object({ commandId, keys }),
  output: batchResult,
});
/** The same for a list of numbers, of the letter of admission or of the exam, as the desks bring it. */
export const batchReportFreshmen = defineOperation({
  ...call('batchReport', 'freshman:batchReport'),
  summary: '新生批量报到',
  encoding: 'json',
  patience: 'long',
  input: z.object({
    commandId,
    numbers: z
      .array(z.string().trim().min(1).max(20, '考生号、通知书号最多 20 个字符'))
      .min(1, '请填写考生号或通知书号')
      .max(FRESHMEN_OF_A_YEAR, `一次最多 ${String(FRESHMEN_OF_A_YEAR)} 个`),
  }),
  output: batchResult,
});
/** 1 → 0: entered by mistake. */
export const unreportFreshmen = defineOperation({
  ...call('unreport', 'freshman:report'),
  summary: '取消新生报到',
  encoding: 'json',
  input: z.object({ commandId, keys }),
  output: batchResult,
});
const absence = { keys: many, leaveUntil: dateText.nullable().default(null), leaveReason: reason };
/** 0 → 8: they have not come; with leave until a day, or without. */
export const setFreshmenAbsent = defineOperation({
  ...call('setAbsent', 'freshman:absent'),
  summary: '登记新生未报到',
  encoding: 'json',
  input: z.object({ commandId, ...absence, keys }),
  output: batchResult,
});
const abandoning = { keys: many, abandonWay: z.enum(abandonWay, '必填'), abandonReason: reason };
/** 0, 7, 8 → 9: they say so, or have not come for two weeks without leave. */
export const abandonFreshmen = defineOperation({
  ...call('abandon', 'freshman:abandon'),
  summary: '新生放弃入学资格',
  encoding: 'json',
  input: z.object({ commandId, ...abandoning, keys }),
  output: batchResult,
});
const keeping = { keys: many, keepReason: z.enum(keepReason, '必填'), keepUntil: dateText };
/** 0, 1, 8 → 7: the right to enrol is kept for a year at most, for the army longer. */
export const keepFreshmen = defineOperation({
  ...call('keepQualification', 'freshman:keepQualification'),
  summary: '新生保留入学资格',
  encoding: 'json',
  input: z.object({ commandId, ...keeping, keys }),
  output: batchResult,
});
/** 7, 8, 9 → 0, of another grade-major where one is given: who comes back enrols with a later grade. */
export const restoreFreshmen = defineOperation({
  ...call('restore', 'freshman:keepQualification'),
  summary: '新生恢复为已录取',
  encoding: 'json',
  input: z.object({ commandId, keys, gradeMajorId: key.nullable().default(null) }),
  output: batchResult,
});

const enrolling = { enrollDate: dateText };
/** 3 → 4: all who have a number, of these grade-majors, become students. */
export const freshmenToStudents = defineOperation({
  ...call('toStudent', 'freshman:toStudent'),
  summary: '新生转为学生',
  encoding: 'json',
  patience: 'long',
  dangerous: {
    why: '将建立学生的学籍',
    tells: ({ gradeMajorIds }) => `${String(gradeMajorIds.length)} 个年级专业的新生转为学生`,
  },
  input: z.object({
    commandId,
    ...enrolling,
    gradeMajorIds: z.array(key).min(1, '请至少选择一个年级专业').max(500, '一次最多 500 个年级专业'),
  }),
  output: batchResult,
});
/** 4 → 3: while nothing hangs on the student. */
export const undoFreshmenToStudents = defineOperation({
  ...call('undoStudent', 'freshman:toStudent'),
  summary: '撤销新生转学籍',
  encoding: 'json',
  dangerous: { why: '已建立的学籍将删除', tells: ({ keys: asked }) => `${String(asked.length)} 名新生` },
  input: z.object({ commandId, keys }),
  output: batchResult,
});

/**
 * Accounts for those of these grade-majors who have become students and have none, the first of them, as 同步人员账号
 * does (SYSADMIN-22). `remaining`: how many are still without, so that the page goes on.
 */
export const openFreshmanAccounts = defineOperation({
  ...call('openAccounts', 'freshman:openAccounts'),
  summary: '开通新生账号',
  encoding: 'json',
  patience: 'long',
  input: z.object({
    commandId,
    gradeMajorIds: z.array(key).min(1, '请至少选择一个年级专业').max(500, '一次最多 500 个年级专业'),
    /** No: they sign in by single sign-on. */
    passwords: yesNoFlag,
  }),
  output: z.object({
    opened: total,
    remaining: total,
    /** Whose number is somebody else's account already. */
    taken: z.array(z.string()),
    passwords: z.array(issuedPassword),
  }),
});

/** What happens to freshmen, each those that it can happen to. */
export const reportCommand = defineCommand('freshman.report', z.object({ keys: many }), batchResult);
export const unreportCommand = defineCommand('freshman.unreport', z.object({ keys: many }), batchResult);
export const absentCommand = defineCommand('freshman.setAbsent', z.object(absence), batchResult);
export const abandonCommand = defineCommand('freshman.abandon', z.object(abandoning), batchResult);
export const keepCommand = defineCommand('freshman.keepQualification', z.object(keeping), batchResult);
export const restoreCommand = defineCommand(
  'freshman.restore',
  z.object({ keys: many, gradeMajorId: key.nullable().default(null) }),
  batchResult,
);
/** `gradeMajorIds`: within the scope of who asks. */
export const toStudentCommand = defineCommand(
  'freshman.toStudent',
  z.object({ ...enrolling, gradeMajorIds: z.array(key).max(500) }),
  batchResult,
);
export const undoStudentCommand = defineCommand('freshman.undoStudent', z.object({ keys: many }), batchResult);

export const freshmanOperations = [
  reportFreshmen,
  batchReportFreshmen,
  unreportFreshmen,
  setFreshmenAbsent,
  abandonFreshmen,
  keepFreshmen,
  restoreFreshmen,
  freshmenToStudents,
  undoFreshmenToStudents,
  openFreshmanAccounts,
] as const;
export const freshmanCommands = [
  [reportCommand, [reportFreshmen, batchReportFreshmen]],
  [unreportCommand, [unreportFreshmen]],
  [absentCommand, [setFreshmenAbsent]],
  [abandonCommand, [abandonFreshmen]],
  [keepCommand, [keepFreshmen]],
  [restoreCommand, [restoreFreshmen]],
  [toStudentCommand, [freshmenToStudents]],
  [undoStudentCommand, [undoFreshmenToStudents]],
  [syncAccounts, [openFreshmanAccounts]],
] as const;
