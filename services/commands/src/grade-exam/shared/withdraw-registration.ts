import { gradeExamRegistration } from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { lockRow } from '../../kernel/resource-rows.ts';

/** Takes a registration for a grade exam back (SCORE-MORE-14); one that is not there any more is left. */
export async function withdrawRegistration(
  client: PoolClient,
  context: CommandContext,
  registrationId: string,
): Promise<void> {
  const known = await lockRow(client, gradeExamRegistration, registrationId);
  if (!known) return;
  await client.query('delete from base.grade_exam_registration where registration_id = $1', [registrationId]);
  await logOperations(client, context, 'delete', gradeExamRegistration.name, [
    { key: registrationId, before: known.row, after: null },
  ]);
}
