import type { z } from 'zod';
import { checkStatus, type confirmGpaCheck } from '@jwxt/contracts/standing/gpa-check.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** Notes what the student says of his newest version (SCORE-MORE-21); an older one is GPA_CHECK_CHANGED. */
export async function answerGpaCheck(
  client: PoolClient,
  context: CommandContext,
  { gpaCheckId, checkStatus: status, objection }: z.output<typeof confirmGpaCheck.payload>,
): Promise<{ gpaCheckId: string } | Refused> {
  const {
    rows: [known],
  } = await client.query<{ isCurrent: boolean; before: object }>(
    `select is_current as "isCurrent", jsonb_build_object('studentCode', student_code, 'semesterId', semester_id,
        'versionNo', version_no, 'checkStatus', check_status, 'objection', objection) as before
      from base.gpa_check where gpa_check_id = $1 and student_code = $2 for update`,
    [gpaCheckId, context.actor.studentCode],
  );
  if (!known) return refuse('NOT_FOUND');
  if (!known.isCurrent) return refuse('GPA_CHECK_CHANGED');
  const said = { checkStatus: status, objection: status === checkStatus.objected ? objection : '' };
  await client.query(
    'update base.gpa_check set check_status = $2, objection = $3, check_time = $4 where gpa_check_id = $1',
    [gpaCheckId, said.checkStatus, said.objection, context.time],
  );
  await logOperations(client, context, 'confirm', 'gpaCheckList', [
    { key: gpaCheckId, before: known.before, after: { ...known.before, ...said } },
  ]);
  return { gpaCheckId };
}
