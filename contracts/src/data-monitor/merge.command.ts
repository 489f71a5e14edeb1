import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { MERGED_AT_MOST, mergeHandlerNames } from './merge.vocabulary.ts';

const key = z.string('必填').min(1, '必填').max(64);
/** The row that stays, and those that go into it. */
export const mergeChoice = {
  stayKey: key,
  goneKeys: z
    .array(key)
    .min(1, '请选择要并入的数据')
    .max(MERGED_AT_MOST, `一次最多并入 ${String(MERGED_AT_MOST)} 条`),
};
const count = z.number().int().min(0);
/** What hangs on the rows that go: what moves to the one that stays, what it has already, what stays as written. */
export const mergeUse = z.object({
  what: z.string(),
  moved: count,
  /** The row that stays is there too: the one that goes is taken out; `where` names some. */
  conflicts: count,
  where: z.string(),
  /** Of archived semesters, with a score sheet, or on record. */
  kept: count,
});
export type MergeUse = z.output<typeof mergeUse>;

const handler = z.enum(mergeHandlerNames);
/** What a merge would do; changes nothing. */
export const previewMerge = defineCommand(
  'merge.preview',
  z.object({ handler, ...mergeChoice }),
  z.object({ uses: z.array(mergeUse), refusal: z.string().nullable() }),
);
/** Merges rows as a long job. */
export const startMerge = defineCommand(
  'merge.start',
  z.object({ handler, ...mergeChoice }),
  z.object({ taskId: z.uuid(), jobId: z.uuid() }),
);
/** Takes a merge back, where nobody has changed the rows since; a long job too. `own`: only the sender's. */
export const undoMerge = defineCommand(
  'merge.undo',
  z.object({ handler, taskId: z.uuid() }),
  z.object({ jobId: z.uuid() }),
);
