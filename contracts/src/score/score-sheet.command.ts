import { z } from 'zod';
import { withoutEffect } from '../approval/application.events.ts';
import { defineCommand } from '../kernel/command.ts';
import { instant } from '../kernel/fields.ts';
import { scoreType } from './score.vocabulary.ts';
import { earlierFigures } from './sheet-warnings.ts';
import { confirmedCheck, scoreChangeRow, sheetFacts, sheetRules } from './score-sheet.events.ts';

const sheetKey = { teachingClassId: z.string().min(1, '必填'), scoreType: z.enum(scoreType) };

/**
 * A save's row (SCORE-ENTRY-12): `items` holds only what was typed, as the person sees it (`'85.5'`, a grade's code, or
 * null to empty).
 */
export const saveRow = z.object({
  studentCode: z.string().min(1, '必填'),
  items: z.record(z.string(), z.string().max(10, '最多 10 个字符').nullable()).default({}),
  scoreRemarkCode: z.string().max(4).optional(),
  /** Revision of the sheet on which the person typed; a cell changed since, by whomever, is a conflict. */
  revision: z.number().int().min(0),
});
export const sheetResult = z.object({ teachingClassId: z.string(), scoreType: z.string(), revision: z.number().int() });

/**
 * A cell that was changed since, by somebody else or by the person in another window: the value there, who and when.
 * `dataKey` `scoreRemarkCode` is the remark.
 */
export const cellConflict = z.object({
  studentCode: z.string(),
  studentName: z.string(),
  dataKey: z.string(),
  itemName: z.string(),
  /** Value when the person started, theirs now, and what the person typed; as shown. */
  original: z.string().nullable(),
  theirs: z.string().nullable(),
  yours: z.string().nullable(),
  byUserName: z.string(),
  byName: z.string(),
  at: instant,
  revision: z.number().int(),
});
export type CellConflict = z.output<typeof cellConflict>;

/** Sets up the sheet of a class from its template and the term's window (SCORE-MORE-22, `initSet`). */
export const initialiseSheet = defineCommand(
  'scoreSheet.initialise',
  z.object({
    ...sheetKey,
    window: z.object({ begin: instant, end: instant }).optional(),
    scoreTemplateId: z.string().optional(),
    digit: z.number().int().min(0).max(2).optional(),
  }),
  sheetResult,
);
/** Why somebody who does not teach the class types in it or sets its remarks. */
export const entryReason = z.string().trim().min(1, '必填').max(60, '最多 60 个字符');
/**
 * Saves cells and remarks: all or nothing; conflicts come back as SHEET_CELL_CONFLICT with `data.conflicts`. With a
 * reason it is 代录.
 */
export const saveSheet = defineCommand(
  'scoreSheet.save',
  z.object({
    ...sheetKey,
    rows: z.array(saveRow).min(1, '没有需要保存的内容').max(500),
    reason: entryReason.optional(),
  }),
  sheetResult.extend({ savedAt: instant }),
  { shownIn: ['score-sheet'] },
);
/**
 * The office sets a remark that teachers may not (作弊, 违纪, 免修, 免考, …) or takes it away (正常), on some
 * students of a class. 缓考 and 免听 are refused: they come and go with applications (SCORE-MORE-16, 42).
 */
export const registerRemark = defineCommand(
  'scoreSheet.registerRemark',
  z.object({
    ...sheetKey,
    revision: z.number().int().min(0),
    studentCodes: z.array(z.string()).min(1, '请至少选择一条数据').max(500),
    scoreRemarkCode: z.string().min(1, '必填').max(4),
    reason: entryReason,
  }),
  sheetResult,
  { shownIn: ['score-sheet'] },
);
/** What a class that is handed in is compared with; absent: nothing. The gateway tells it, never the browser. */
export const comparedWith = earlierFigures.optional();
/**
 * Submits the whole class for approval. `revision` is what the teacher saw; warnings that are not confirmed come back
 * as SHEET_WARNINGS_OPEN with `data.warnings`.
 */
export const submitSheet = defineCommand(
  'scoreSheet.submit',
  z.object({
    ...sheetKey,
    revision: z.number().int().min(0),
    remark: z.string().max(60).optional(),
    confirmed: z.array(confirmedCheck).max(10).optional(),
    earlier: comparedWith,
  }),
  z.object({ ...sheetResult.shape, applyId: z.string() }),
  { lookedUp: ['earlier'], shownIn: ['score-sheet', 'approval-list', 'approval-log', 'todo-queue'] },
);

/** Policy commands: what an application's end does to its sheet. */
export const reopenSheet = defineCommand(
  'scoreSheet.reopen',
  z.object({
    ...sheetKey,
    applyId: z.string(),
    round: z.number().int(),
    cause: withoutEffect,
    opinion: z.string(),
    byName: z.string(),
    nodeName: z.string().nullable(),
  }),
  sheetResult,
);
export const approveSheet = defineCommand(
  'scoreSheet.approve',
  z.object({ ...sheetKey, applyId: z.string(), round: z.number().int(), contentHash: z.string() }),
  sheetResult,
);
export const applyScoreChange = defineCommand(
  'scoreSheet.applyChange',
  z.object({
    applyId: z.string(),
    sheet: sheetFacts,
    rules: sheetRules,
    rows: z.array(scoreChangeRow),
    reason: z.string(),
  }),
  sheetResult,
);

/**
 * A teacher of the class, or who is named to enter its scores, asks to change published ones (SCORE-CHANGE). With
 * `onBehalf` somebody else asks for them. `applyId`: a returned one that is sent again, or the id that a page made
 * for a new one, so that files could be attached to it.
 */
export const applyForScoreChange = defineCommand(
  'scoreChange.apply',
  z.object({
    ...sheetKey,
    applyId: z.string().optional(),
    onBehalf: z.boolean().default(false),
    reason: z.string().trim().min(1, '必填').max(200, '最多 200 个字符'),
    rows: z
      .array(
        z.object({
          studentCode: z.string(),
          /** `before` is what the teacher saw; another value now is CHANGE_BASE_MOVED. */
          items: z
            .record(z.string(), z.object({ before: z.string().nullable(), after: z.string().max(10).nullable() }))
            .default({}),
          scoreRemarkCode: z.object({ before: z.string(), after: z.string() }).optional(),
        }),
      )
      .min(1, '没有任何成绩发生变化，请先修改需要更改的成绩')
      .max(500),
  }),
  z.object({ applyId: z.string() }),
  { shownIn: ['score-change', 'score-sheet', 'approval-list', 'approval-log', 'todo-queue'] },
);
