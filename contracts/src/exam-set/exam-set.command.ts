import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { instant } from '../kernel/fields.ts';
import { entryWindow } from '../score/score-sheet.events.ts';
import { comparedWith, sheetResult } from '../score/score-sheet.command.ts';
import { scoreType } from '../score/score.vocabulary.ts';

const sheetKey = { teachingClassId: z.string().min(1, '必填'), scoreType: z.enum(scoreType) };

/** Longest reason of a setting. */
export const REASON_MAX_LENGTH = 60;
/** Why; empty where nobody has to say it. */
const reason = z.string().trim().max(REASON_MAX_LENGTH, '最多 60 个字符');
/** Why, where it must be said: rollback, force submit, extension. */
export const neededReason = reason.min(1, '必填');
export const reasonOrNone = reason.default('');

/** A sub-item as it is set (EXAM-SET-09): without a key it is a new one. */
export const itemSetting = z.object({
  scoreSubItemName: z.string().trim().min(1, '必填').max(20, '最多 20 个字符'),
  scoreSubItemProportion: z
    .number('请输入比例')
    .int('比例应为整数')
    .min(0, '比例不能小于0')
    .max(100, '比例不能大于100'),
  dataKey: z
    .string()
    .max(20)
    .regex(/^[A-Za-z][A-Za-z0-9]*$/, '分项代码只能是字母和数字')
    .optional(),
  scoreHierarchyCode: z.string().min(1).max(20).default('bfz'),
  /** `'false'`: it is kept and shown, and neither typed nor counted. */
  enable: z.enum(['true', 'false']).default('true'),
  isExamItem: z.boolean().default(false),
});
export type ItemSetting = z.output<typeof itemSetting>;

/**
 * As whom a person sets: the office anything, a unit inside the term's window, a teacher inside the template's limits.
 */
const settingCapacity = z.enum(['office', 'unit', 'teacher']);
export type SettingCapacity = z.output<typeof settingCapacity>;

/** Changes settings of one sheet (EXAM-SET-06…10, 14…16); each piece that differs becomes an event with the reason. */
export const changeSettings = defineCommand(
  'scoreSheet.changeSettings',
  z.object({
    ...sheetKey,
    capacity: settingCapacity,
    /** A sheet that is not set up yet is set up with these choices (`quickSet`). */
    setUp: z.boolean().default(false),
    /** Teacher who types instead of those of the class; empty: they type again. */
    teacherCode: z.string().max(64).optional(),
    scoreTemplateId: z.string().max(64).optional(),
    digit: z.number().int().min(0).max(2).optional(),
    scoreHierarchyCode: z.string().max(20).optional(),
    items: z.array(itemSetting).min(1, '至少一个分项').max(8, '最多 8 个分项').optional(),
    window: entryWindow.optional(),
    /** A later end alone (`inputTimeUpdate`). */
    extendTo: instant.optional(),
    reason: reasonOrNone,
  }),
  sheetResult,
  { shownIn: ['score-sheet', 'approval-list', 'todo-queue'] },
);

/** Takes published scores back to their teachers (SCORE-MORE-07); submitted ones go by the end of their application. */
export const rollbackSheet = defineCommand(
  'scoreSheet.rollback',
  z.object({ ...sheetKey, reason: neededReason }),
  sheetResult,
  { shownIn: ['score-sheet', 'approval-list', 'todo-queue'] },
);
/**
 * Hands a complete sheet in for its teachers after the window (SCORE-MORE-08); `warnings`: titles of what is unusual in
 * it, which the approver is told.
 */
export const forceSubmitSheet = defineCommand(
  'scoreSheet.forceSubmit',
  z.object({ ...sheetKey, reason: neededReason, earlier: comparedWith }),
  z.object({ ...sheetResult.shape, applyId: z.string(), warnings: z.array(z.string()) }),
  { lookedUp: ['earlier'], shownIn: ['score-sheet', 'approval-list', 'todo-queue'] },
);
