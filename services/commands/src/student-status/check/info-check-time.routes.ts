import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { urgeInfoCheck } from '@jwxt/contracts/student-status/check/info-check-time.operations.ts';
import { OWN_INFO_CHECK_PATH } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse } from '../../kernel/refusal.ts';
import { writeMessage } from '../../notice/shared/system-message.ts';

/** Reminding students of a window: each at most once a day, whoever does it. */
export const infoCheckTimeRoutes: readonly CommandRoute[] = [
  defineRoute(urgeInfoCheck, ({ checkTimeId, studentCodes }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`infoCheckUrge:${checkTimeId}`]);
      const {
        rows: [open],
      } = await client.query<{ checkName: string; endTime: Date }>(
        `select check_name as "checkName", end_time as "endTime" from base.info_check_time
          where check_time_id = $1 and sfqy = '1' and begin_time <= $2 and end_time >= $2`,
        [checkTimeId, context.time],
      );
      if (!open) return refuse('INFO_CHECK_NO_TIME');
      const day = toDateTimeText(context.time).slice(0, 10);
      const { rows } = await client.query<{ userName: string }>(
        `select account.user_name as "userName" from base.user_account account
          where account.student_code = any($1) and account.sfqy = '1'
            and not exists (select from base.info_check_confirmation confirmed
              where confirmed.check_time_id = $2 and confirmed.student_code = account.student_code)
            and not exists (select from base.system_message_entity message
              join base.system_message_audience receiver using (system_message_entity_id)
              where message.system_message_entity_id like $3 and message.create_time >= $4
                and receiver.user_name = account.user_name)`,
        [studentCodes, checkTimeId, `infoCheckUrge.${checkTimeId}.%`, toInstant(`${day} 00:00:00`)],
      );
      if (rows.length === 0) return refuse('INFO_CHECK_URGED');
      const told = await writeMessage(
        client,
        {
          systemMessageEntityId: `infoCheckUrge.${checkTimeId}.${context.commandId}`,
          title: '请核对本人信息',
          content:
            `“${open.checkName}”将于${toDateTimeText(open.endTime)}结束，` +
            '请及时核对本人信息：无误的请确认，有误的请提出更正。',
          departmentName: context.actor.departmentName ?? '',
          createName: context.actor.name,
          createTime: context.time,
          endTime: open.endTime.toISOString(),
          noticeId: null,
          link: OWN_INFO_CHECK_PATH,
        },
        { users: rows.map(({ userName }) => userName) },
      );
      await logOperations(client, context, 'urge', 'infoCheckTime', [
        { key: checkTimeId, before: null, after: { told } },
      ]);
      return { told };
    }),
  ),
];
