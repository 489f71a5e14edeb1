import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { z } from 'zod';
import { batchStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import type { fileVolunteers } from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandDone, CommandServices } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { loadDiversion } from './shunt.facts.ts';

type Filed = z.output<typeof fileVolunteers.payload>;

/** What a student of a batch asks for, while its window is open; nothing takes it back. */
export async function fileOwnVolunteers(
  { diversionId, choices }: Filed,
  context: CommandContext,
  { pool }: CommandServices,
): Promise<CommandDone<{ diversionId: string }> | Refused> {
  const { studentCode } = context.actor;
  if (studentCode === null) return refuse('SHUNT_NOT_YOURS');
  return await applyOnce(pool, context, async (client) => {
    const batch = await loadDiversion(client, diversionId);
    if (!batch) return refuse('SHUNT_BATCH_GONE');
    const at = new Date(context.time).getTime();
    if (
      batch.publishStatus !== batchStatus.published ||
      at < batch.volunteerBegin.getTime() ||
      at >= batch.volunteerEnd.getTime()
    )
      return refuse('SHUNT_NOT_OPEN');
    const { rowCount: mine } = await client.query(
      `select from base.student where student_code = $1 and njzydm = $2 and ${allowsSql('dqztm', 'changeMajor')}`,
      [studentCode, batch.sourceGradeMajorId],
    );
    if (mine === 0) return refuse('SHUNT_NOT_YOURS');
    const wrong = (why: string) => refuseField('SHUNT_CHOICES', { why }, 'choices');
    if (choices.length > batch.volunteerNum) return wrong(`最多填报 ${String(batch.volunteerNum)} 个志愿`);
    if (new Set(choices).size < choices.length) return wrong('志愿不能重复');
    const { rowCount: known } = await client.query(
      'select from base.major_or_direction where diversion_id = $1 and major_or_direction_key = any($2)',
      [diversionId, choices],
    );
    if (known !== choices.length) return wrong('志愿不在这个批次的专业或方向中，请刷新后重试');
    const key = `${diversionId}/${studentCode}`;
    const { rows } = await client.query<{ choices: string[] }>(
      'select choices from base.diversion_volunteer where diversion_id = $1 and student_code = $2 for no key update',
      [diversionId, studentCode],
    );
    const before = rows[0] ? { choices: rows[0].choices } : null;
    if (choices.length === 0) {
      await client.query('delete from base.diversion_volunteer where diversion_id = $1 and student_code = $2', [
        diversionId,
        studentCode,
      ]);
      if (before) await logOperations(client, context, 'delete', 'shuntAction', [{ key, before, after: null }]);
      return { diversionId };
    }
    await client.query(
      `insert into base.diversion_volunteer (diversion_id, student_code, choices, filed_at) values ($1, $2, $3, $4)
        on conflict (diversion_id, student_code)
        do update set choices = excluded.choices, filed_at = excluded.filed_at`,
      [diversionId, studentCode, JSON.stringify(choices), context.time],
    );
    await logOperations(client, context, before ? 'update' : 'create', 'shuntAction', [
      { key, before, after: { choices } },
    ]);
    return { diversionId };
  });
}
