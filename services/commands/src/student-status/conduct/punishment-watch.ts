import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { APPEAL_DECISION_DAYS, APPEAL_DAYS } from '@jwxt/contracts/student-status/conduct/punishment.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { systemActor, type CommandContext } from '../../kernel/command-context.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { repeatedly } from '../../kernel/repeatedly.ts';
import { writeMessage } from '../../notice/shared/system-message.ts';
import { changePunishment } from './punishment-row.ts';

const everyMs = 10 * 60_000;

const contextOf = (id: string, command: string, now: Date): CommandContext => ({
  commandId: derivedId(id),
  command,
  correlationId: derivedId(id),
  causationId: null,
  clientAddress: null,
  actor: systemActor,
  permission: null,
  time: now.toISOString(),
});

/**
 * What the day brings to punishments (STUDENT-STATUS-39): those whose time for an appeal is over take effect, and those
 * who keep them are told, once each, whose period has ended and which appeals are to be decided. Answers how many.
 */
export async function watchPunishments(pool: Pool, now: Date): Promise<{ effected: number; told: number }> {
  const today = toDateTimeText(now).slice(0, 10);
  const { rows: due } = await pool.query<{ id: string }>(
    `select punishment_id as id from base.punishment
      where punish_status = '0' and appeal_status = '0' and deliver_date + ${String(APPEAL_DAYS)} < $1::date
      order by deliver_date limit 500`,
    [today],
  );
  let effected = 0;
  for (const { id } of due) {
    const context = contextOf(`punishment-effect:${id}`, 'punishment.takeEffect', now);
    const done = await applyOnce(pool, context, (client) =>
      changePunishment(client, context, id, { type: 'takeEffect' }),
    );
    if (!isRefused(done)) effected += 1;
  }
  return { effected, told: await tellKeepers(pool, now, today) };
}

interface Waiting {
  readonly id: string;
  readonly unit: string;
  readonly student: string;
  readonly ended: boolean;
}

/** Those who may remove or decide, of the student's unit or the whole school. */
async function tellKeepers(pool: Pool, now: Date, today: string): Promise<number> {
  const { rows } = await pool.query<Waiting>(
    `select punishment_id as id, student.dwh as unit,
        student.student_name || '（' || student.student_number || '）' as student, punish_status = '1' as ended
       from base.punishment join base.student using (student_code)
      where (punish_status = '1' and end_date <= $1::date and told_end_date is distinct from end_date)
         or (punish_status = '0' and appeal_status = '1'
           and appeal_date + ${String(APPEAL_DECISION_DAYS - 3)} <= $1::date and told_end_date is null)
      order by punishment_id limit 500`,
    [today],
  );
  let told = 0;
  for (const { id, unit, student, ended } of rows) {
    const context = contextOf(`punishment-watch:${id}:${ended ? 'end' : 'appeal'}:${today}`, 'punishment.watch', now);
    await applyOnce(pool, context, async (client) => {
      await client.query(
        `update base.punishment set told_end_date = case when punish_status = '1' then end_date else $2::date end
          where punishment_id = $1`,
        [id, today],
      );
      const { rows: keepers } = await client.query<{ userName: string }>(
        `select distinct held.user_name as "userName" from base.role_permission granted
           join base.user_role held on held.jsbh = granted.jsbh
           join base.user_account account on account.user_name = held.user_name and account.sfqy = '1'
           left join base.teacher on teacher.gh = account.gh
          where granted.qxbh = $1 and (coalesce(teacher.dwh, account.department_id) = $2
            or coalesce(base.scope_value(granted.jsbh, array[$1, '*'], 'DW'), '*') = '*')`,
        [ended ? 'punishment:remove' : 'punishment:decideAppeal', unit],
      );
      await writeMessage(
        client,
        {
          systemMessageEntityId: context.commandId,
          title: ended ? '处分期满' : '处分申诉待复查',
          content: ended
            ? `${student}的处分期已满，可以办理解除。`
            : `${student}的处分申诉即将超过 ${String(APPEAL_DECISION_DAYS)} 日的复查期限，请尽快决定。`,
          departmentName: '',
          createName: systemActor.name,
          createTime: now.toISOString(),
          endTime: null,
          noticeId: null,
          link: resourcePath('punishment'),
        },
        { users: keepers.map(({ userName }) => userName) },
      );
      return {};
    });
    told += 1;
  }
  return told;
}

/** Looks every ten minutes; for the process that leads. */
export function startPunishmentWatch(
  { pool }: { readonly pool: Pool },
  logger: Logger,
  now: () => Date = () => new Date(),
): { close(): Promise<void> } {
  return repeatedly(everyMs, async () => {
    try {
      const { effected, told } = await watchPunishments(pool, now());
      if (effected > 0) logger.info({ effected }, '处分的申诉期已过，已生效');
      if (told > 0) logger.info({ told }, '已提醒期满的处分和待复查的申诉');
    } catch (error) {
      logger.warn({ err: error }, '处分的巡检未完成，稍后重试');
    }
  });
}
