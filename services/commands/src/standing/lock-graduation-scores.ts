import type { z } from 'zod';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type {
  lockGraduationScores,
  unlockGraduationScore,
} from '@jwxt/contracts/standing/graduation-score.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

const told = `graduation_score_id as key, jsonb_build_object('graduationBatch', graduation_batch,
  'studentCode', student_code, 'earnedCredit', earned_credit, 'gpa', gpa, 'snapshotTime', snapshot_time) as row`;
type Told = { readonly key: string; readonly row: object };

/** Locks open snapshots of a batch: those named, or all (SCORE-MORE-25). None that is open: GRADUATION_SCORE_LOCKED. */
export async function lockSnapshots(
  client: PoolClient,
  context: CommandContext,
  { graduationBatch, keys }: z.output<typeof lockGraduationScores.payload>,
): Promise<{ locked: number } | Refused> {
  const { rows } = await client.query<Told>(
    `update base.graduation_score set lock_status = '1', lock_time = $3
      where graduation_batch = $1 and lock_status = '0'
        and (cardinality($2::text[]) = 0 or graduation_score_id = any($2)) returning ${told}`,
    [graduationBatch, keys, context.time],
  );
  if (rows.length === 0) return refuse('GRADUATION_SCORE_LOCKED');
  await logOperations(
    client,
    context,
    'lock',
    'graduationScore',
    rows.map(({ key, row }) => ({
      key,
      before: { ...row, lockStatus: yesNo.no },
      after: { ...row, lockStatus: yesNo.yes },
    })),
  );
  return { locked: rows.length };
}

/** Unlocks a snapshot, and keeps the reason in the operation log. */
export async function unlockSnapshot(
  client: PoolClient,
  context: CommandContext,
  { key, reason }: z.output<typeof unlockGraduationScore.payload>,
): Promise<{ key: string } | Refused> {
  const {
    rows: [known],
  } = await client.query<Told>(
    `update base.graduation_score set lock_status = '0', lock_time = null
      where graduation_score_id = $1 and lock_status = '1' returning ${told}`,
    [key],
  );
  if (!known) return refuse('GRADUATION_SCORE_NOT_LOCKED');
  const { row } = known;
  await logOperations(client, context, 'unlock', 'graduationScore', [
    { key, before: { ...row, lockStatus: yesNo.yes }, after: { ...row, lockStatus: yesNo.no, reason } },
  ]);
  return { key };
}
