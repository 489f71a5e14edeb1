import type { z } from 'zod';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  OWN_WARNINGS_PATH,
  sendStatus,
  warningHandling,
} from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type {
  revokeWarning,
  sendWarnings,
  signWarning,
  tellGuardians,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { writeMessage } from '../../notice/shared/system-message.ts';

type Keys = z.output<typeof sendWarnings.payload>;
type Done = z.output<typeof sendWarnings.result>;
interface Result {
  readonly key: string;
  readonly studentCode: string;
  readonly semesterId: string;
  readonly semesterName: string;
  readonly level: string;
  readonly levelName: string;
  readonly notifyGuardian: string;
  readonly toldLevel: string | null;
  readonly reason: string;
  readonly advice: string | null;
  readonly sendStatus: string;
  readonly guardianTime: Date | null;
  readonly hasGuardian: boolean;
  readonly revokedAt: Date | null;
  readonly userName: string | null;
  readonly row: object;
}

async function lockResults(client: PoolClient, keys: readonly string[]): Promise<Result[]> {
  const { rows } = await client.query<Result>(
    `select result.warning_result_id as key, result.student_code as "studentCode", result.semester_id as "semesterId",
        semester.xnxqmc as "semesterName", result.warning_level_code as level, level.warning_level_name as "levelName",
        level.notify_guardian as "notifyGuardian", result.told_level as "toldLevel", result.reason_text as reason,
        result.advice, result.send_status as "sendStatus", result.guardian_time as "guardianTime",
        exists (select from base.student_family family where family.student_code = result.student_code
          and family.is_guardian = '1') as "hasGuardian",
        result.revoked_at as "revokedAt", to_jsonb(result) - 'hits' as row,
        (select account.user_name from base.user_account account
          where account.student_code = result.student_code and account.sfqy = '1' limit 1) as "userName"
       from base.status_warning_result result
       join base.warning_level level using (warning_level_code)
       join base.semester on semester.xnxq = result.semester_id
      where result.warning_result_id = any($1) order by result.warning_result_id for update of result`,
    [keys],
  );
  return rows;
}

/** Tells the students of warnings that have not been sent, each once for a level (STUDENT-STATUS-27). */
export async function sendResults(client: PoolClient, context: CommandContext, { keys }: Keys): Promise<Done> {
  const results = (await lockResults(client, keys)).filter(
    (result) => result.revokedAt === null && result.sendStatus === sendStatus.unsent,
  );
  for (const { key, level, levelName, toldLevel, semesterName, reason, advice, userName } of results) {
    if (userName === null) continue;
    await writeMessage(
      client,
      {
        systemMessageEntityId: derivedId(`${key}:${level}:${String(context.commandId)}:warning-message`),
        title: `学籍预警：${levelName}`,
        content:
          `${semesterName}，您被列为${levelName}${toldLevel === null ? '' : '（预警级别有变化）'}。原因：${reason}。` +
          `${advice === null ? '' : `建议：${advice}。`}请在“我的预警”中查看并签收。`,
        departmentName: context.actor.departmentName ?? '',
        createName: context.actor.name,
        createTime: context.time,
        endTime: null,
        noticeId: null,
        link: OWN_WARNINGS_PATH,
      },
      { users: [userName] },
    );
  }
  await client.query(
    `update base.status_warning_result set send_status = $2, sent_time = $3, told_level = warning_level_code,
        guardian_time = case when told_level is not distinct from warning_level_code then guardian_time end
      where warning_result_id = any($1)`,
    [results.map(({ key }) => key), sendStatus.sent, context.time],
  );
  await logResults(client, context, 'send', results, { send_status: sendStatus.sent });
  return { changed: results.length, kept: new Set(keys).size - results.length };
}

/**
 * Notes that the guardians of students at levels that ask for it were told, once for a warning (STUDENT-STATUS-31). Who
 * has none on file is left as he is: there was nobody to tell (STUDENT-STATUS-34).
 */
export async function noteGuardiansTold(
  client: PoolClient,
  context: CommandContext,
  { keys }: Keys,
): Promise<z.output<typeof tellGuardians.result>> {
  const untold = (await lockResults(client, keys)).filter(
    ({ revokedAt, guardianTime, notifyGuardian }) =>
      revokedAt === null && guardianTime === null && notifyGuardian === yesNo.yes,
  );
  const results = untold.filter(({ hasGuardian }) => hasGuardian);
  const ids = results.map(({ key }) => key);
  await client.query('update base.status_warning_result set guardian_time = $2 where warning_result_id = any($1)', [
    ids,
    context.time,
  ]);
  await client.query(
    `update base.student_family set last_notify_time = $2 where student_code = any($1) and is_guardian = '1'`,
    [results.map(({ studentCode }) => studentCode), context.time],
  );
  await client.query(
    `insert into base.warning_record (record_id, student_code, semester_id, warning_result_id, warning_text,
        handle_type, handle_time, handler_name, handler_user, content)
      select record_id, student_code, semester_id, warning_result_id, warning_text, handle_type, handle_time,
        handler_name, handler_user, content from jsonb_populate_recordset(null::base.warning_record, $1)`,
    [
      JSON.stringify(
        results.map(({ key, studentCode, semesterId, levelName, reason }) => ({
          record_id: derivedId(`${context.commandId}:${key}:guardian`),
          student_code: studentCode,
          semester_id: semesterId,
          warning_result_id: key,
          warning_text: levelName,
          handle_type: warningHandling.guardian,
          handle_time: context.time,
          handler_name: context.actor.name,
          handler_user: context.actor.userName,
          content: `已将${levelName}及原因通知监护人：${reason}`.slice(0, 500),
        })),
      ),
    ],
  );
  await logResults(client, context, 'tellGuardians', results, { guardian_time: context.time });
  const without = untold.length - results.length;
  return { changed: results.length, kept: new Set(keys).size - untold.length, without };
}

/** Takes a warning back; whoever was told of it is told so. It is never deleted (STUDENT-STATUS-27). */
export async function revokeResult(
  client: PoolClient,
  context: CommandContext,
  { key, revokeReason }: z.output<typeof revokeWarning.payload>,
): Promise<{ key: string } | Refused> {
  const [result] = await lockResults(client, [key]);
  if (!result) return refuse('NOT_FOUND');
  if (result.revokedAt !== null) return refuse('WARNING_REVOKED');
  await client.query(
    'update base.status_warning_result set revoke_reason = $2, revoked_at = $3 where warning_result_id = $1',
    [key, revokeReason, context.time],
  );
  if (result.sendStatus !== sendStatus.unsent && result.userName !== null)
    await writeMessage(
      client,
      {
        systemMessageEntityId: derivedId(`${context.commandId}:warning-revoked`),
        title: `学籍预警已撤销：${result.levelName}`,
        content: `${result.semesterName}的${result.levelName}已撤销。原因：${revokeReason}。`,
        departmentName: context.actor.departmentName ?? '',
        createName: context.actor.name,
        createTime: context.time,
        endTime: null,
        noticeId: null,
        link: OWN_WARNINGS_PATH,
      },
      { users: [result.userName] },
    );
  await logResults(client, context, 'revoke', [result], { revoke_reason: revokeReason, revoked_at: context.time });
  return { key };
}

/** The student has read a warning: the first time counts. */
export async function signResult(
  client: PoolClient,
  context: CommandContext,
  { key }: z.output<typeof signWarning.payload>,
): Promise<{ key: string } | Refused> {
  const [result] = await lockResults(client, [key]);
  if (!result || result.studentCode !== context.actor.studentCode) return refuse('NOT_FOUND');
  if (result.revokedAt !== null) return refuse('WARNING_REVOKED');
  if (result.sendStatus === sendStatus.unsent) return refuse('WARNING_NOT_SENT');
  if (result.sendStatus === sendStatus.signed) return { key };
  await client.query(
    'update base.status_warning_result set send_status = $2, read_time = $3 where warning_result_id = $1',
    [key, sendStatus.signed, context.time],
  );
  await logResults(client, context, 'sign', [result], { send_status: sendStatus.signed, read_time: context.time });
  return { key };
}

async function logResults(
  client: PoolClient,
  context: CommandContext,
  operation: string,
  results: readonly Result[],
  after: object,
): Promise<void> {
  await logOperations(
    client,
    context,
    operation,
    'statusWarningResult',
    results.map(({ key, row }) => ({ key, before: row, after: { ...row, ...after } })),
  );
}
