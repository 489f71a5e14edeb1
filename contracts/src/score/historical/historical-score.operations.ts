import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';

const key = z.string().min(1).max(64);
const MOST_CHOSEN = 500;

/** Old scores that are entered by one job at most. */
export const MOST_ENTERED = 50_000;

/**
 * Enters old scores that wait (SCORE-MORE-34): those that are chosen, or without keys all of a semester. Nobody
 * confirms what he brought in or changed himself: such rows are left out.
 */
export const confirmHistoricalScores = defineOperation({
  id: 'scoreImport.confirm',
  method: 'POST',
  path: '/score/scoreImport/confirm',
  access: { permission: 'scoreImport:confirm' },
  scope: 'student',
  summary: '核准历史成绩入账',
  encoding: 'json',
  outcome: 'operate',
  input: z
    .object({
      commandId,
      keys: z
        .array(key)
        .max(MOST_CHOSEN, `一次最多选择 ${String(MOST_CHOSEN)} 条`)
        .default([]),
      semesterId: z.string().max(20).optional(),
    })
    .refine(({ keys, semesterId }) => keys.length > 0 || semesterId !== undefined, {
      path: ['keys'],
      message: '请至少选择一条数据',
    }),
  output: z.object({ jobId: z.uuid(), total: z.number().int() }),
});
/** What the job of it is told. */
export const historicalEntering = z.object({});

const revoking = {
  key,
  reason: z.string('必填').trim().min(1, '必填').max(60, '最多 60 个字符'),
};
/** Takes an old score back out of the student's record; the row waits again. */
export const revokeHistoricalScore = defineOperation({
  id: 'scoreImport.revoke',
  method: 'POST',
  path: '/score/scoreImport/revoke',
  access: { permission: 'scoreImport:confirm' },
  scope: 'student',
  summary: '撤销历史成绩入账',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, ...revoking }),
  output: z.object({ key: z.string() }),
});
export const revokeHistoricalScoreCommand = defineCommand(
  'historicalScore.revoke',
  z.object(revoking),
  revokeHistoricalScore.output,
  { shownIn: ['attempt'] },
);

/** Everything about old scores that is no operation of rows. */
export const historicalScoreOperations: readonly Operation[] = [confirmHistoricalScores, revokeHistoricalScore];
