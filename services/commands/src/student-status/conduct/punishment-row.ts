import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import {
  OWN_CONDUCT_PATH,
  punishStatus,
  type AppealStatus,
  type PunishStatus,
} from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { columnOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { lockRow, storeRow, type StoredRow } from '../../kernel/resource-rows.ts';
import { writeMessage } from '../../notice/shared/system-message.ts';
import { decidePunishment, type PunishmentCommand, type PunishmentLife } from './punishment.decider.ts';

const text = (row: StoredRow, column: string): string | null => {
  const value = row[column];
  return typeof value === 'string' ? value : null;
};

function lifeOf(row: StoredRow): PunishmentLife {
  return {
    punishName: String(row['punish_name']),
    months: row['months'] === null ? null : Number(row['months']),
    violationDate: String(row['violation_date']),
    punishDate: text(row, 'punish_date'),
    deliverDate: text(row, 'deliver_date'),
    effectDate: text(row, 'effect_date'),
    endDate: text(row, 'end_date'),
    appealStatus: String(row['appeal_status']) as AppealStatus,
    appealDate: text(row, 'appeal_date'),
    appealText: text(row, 'appeal_text'),
    appealDecideDate: text(row, 'appeal_decide_date'),
    appealOpinion: text(row, 'appeal_opinion'),
    removeDate: text(row, 'remove_date'),
    endReason: text(row, 'end_reason'),
    punishStatus: String(row['punish_status']) as PunishStatus,
  };
}

/** Day of the school on which a command is carried out. */
export const dayOf = ({ time }: Pick<CommandContext, 'time'>): string => toDateTimeText(time).slice(0, 10);

/**
 * Carries out on a punishment what happens to it, in the transaction of its command: the row with its operation log,
 * and what its student is told. `mine`: of whom it must be; others are not found.
 */
export async function changePunishment(
  client: PoolClient,
  context: CommandContext,
  punishmentId: string,
  command: PunishmentCommand,
  mine?: string | null,
): Promise<{ key: string } | Refused> {
  const known = await lockRow(client, punishment, punishmentId);
  if (!known || (mine !== undefined && known.row['student_code'] !== mine)) return refuse('NOT_FOUND');
  const change = decidePunishment(lifeOf(known.row), command, dayOf(context));
  if (isRefused(change)) return change;
  const columns = Object.fromEntries(Object.entries(change).map(([name, value]) => [columnOf(name), value]));
  const after = await storeRow(client, punishment, { key: punishmentId, columns, isNew: false });
  await logOperations(client, context, 'update', punishment.name, [{ key: punishmentId, before: known.row, after }]);
  await tellStudent(client, context, after, command);
  return { key: punishmentId };
}

async function tellStudent(
  client: PoolClient,
  context: CommandContext,
  row: StoredRow,
  command: PunishmentCommand,
): Promise<void> {
  const { rows } = await client.query<{ name: string; users: string[] }>(
    `select coalesce((select mc from base.data_dict where dmlb = 'XJ_CFMC' and dm = $1), $1) as name,
        array(select user_name from base.user_account where student_code = $2 and sfqy = '1') as users`,
    [row['punish_name'], row['student_code']],
  );
  const { name = '', users = [] } = rows[0] ?? {};
  const said = wordsOf(command, name, row);
  if (said === null || users.length === 0) return;
  await writeMessage(
    client,
    {
      systemMessageEntityId: derivedId(`${context.commandId}:punishment-message`),
      ...said,
      departmentName: '',
      createName: context.actor.name,
      createTime: context.time,
      endTime: null,
      noticeId: null,
      link: OWN_CONDUCT_PATH,
    },
    { users },
  );
}

function wordsOf(
  command: PunishmentCommand,
  name: string,
  row: StoredRow,
): { readonly title: string; readonly content: string } | null {
  switch (command.type) {
    case 'deliver':
      return {
        title: '处分决定已送达',
        content: `您的处分（${name}）决定已于 ${command.deliverDate} 送达。如有异议，可在送达之日起 10 日内提出申诉。`,
      };
    case 'decideAppeal':
      return {
        title: '处分申诉已复查',
        content:
          row['punish_status'] === punishStatus.revoked
            ? '您的申诉已复查，处分已撤销。'
            : `您的申诉已复查，处分为${name}，自今天起生效。`,
      };
    case 'takeEffect':
      return {
        title: '处分已生效',
        content: `您的处分（${name}）申诉期已过，自 ${String(row['effect_date'])} 起生效。`,
      };
    case 'remove':
      return { title: '处分已解除', content: `您的处分（${name}）已解除。` };
    case 'revoke':
      return { title: '处分已撤销', content: `您的处分（${name}）已撤销。` };
    case 'appeal':
      return null;
    default:
      return command satisfies never;
  }
}
