import type { z } from 'zod';
import type { askSecondPerson, decideSecondPerson } from '@jwxt/contracts/access/second-person.command.ts';
import { CONFIRM_WITHIN_HOURS, secondPersonStatus as status } from '@jwxt/contracts/access/second-person.operations.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { holdersOf, holdsPermission } from '../kernel/permission-holders.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { writeMessage } from '../notice/shared/system-message.ts';

const PAGE = modulePath('systemManage', 'secondaryAuth');

/** Keeps what somebody wants to do until somebody else has looked at it (SYSADMIN-18, kind 3). */
export async function waitForSecond(
  client: PoolClient,
  context: CommandContext,
  asked: z.output<typeof askSecondPerson.payload>,
): Promise<{ authId: string } | Refused> {
  const { commandId: authId, actor, signIn, time } = context;
  const { commandId, operation, permission, input, told, reason } = asked;
  await client.query(`select pg_advisory_xact_lock(hashtextextended('second person ' || $1, 0))`, [commandId]);
  const { rowCount } = await client.query(
    `select from base.second_person where command_id = $1 and auth_status in ('0', '1') and end_time > $2`,
    [commandId, time],
  );
  if (rowCount !== 0) return refuse('SECOND_PERSON_ASKED');
  const endTime = new Date(Date.parse(time) + CONFIRM_WITHIN_HOURS * 3_600_000).toISOString();
  await client.query(
    `insert into base.second_person (auth_id, command_id, operation, permission, input, told, reason, from_user,
        from_name, sign_in_way, sign_in_issued_by, begin_time, end_time)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      authId,
      commandId,
      operation,
      permission,
      JSON.stringify(input),
      told,
      reason,
      actor.userName,
      actor.name,
      signIn?.way ?? '',
      signIn?.issuedBy ?? null,
      time,
      endTime,
    ],
  );
  await logOperations(client, context, 'askSecondPerson', 'secondaryAuth', [
    { key: authId, before: null, after: { operation, told, reason, endTime } },
  ]);
  const { rows: others } = await client.query<{ user_name: string }>(
    `select holder.user_name from (${holdersOf('$1')}) holder
      where holder.user_name <> $2 and holder.user_name in (${holdersOf(`'secondaryAuth:query'`)})`,
    [permission, actor.userName],
  );
  await tell(client, context, {
    about: `${authId}:asked`,
    title: '有高危操作等待您确认',
    content:
      `${actor.name}申请“${told}”，理由：${reason}。` +
      `任一有权人员确认后执行，${String(CONFIRM_WITHIN_HOURS)} 小时内有效。`,
    endTime,
    users: others.map(({ user_name: userName }) => userName),
  });
  return { authId };
}

/** A message that leads to the page of what waits for a second person. */
async function tell(
  client: PoolClient,
  { actor, time }: CommandContext,
  { about, users, ...said }: { about: string; title: string; content: string; endTime: string | null; users: string[] },
): Promise<void> {
  await writeMessage(
    client,
    {
      ...said,
      systemMessageEntityId: derivedId(`second-person:${about}`),
      departmentName: '',
      createName: actor.name,
      createTime: time,
      noticeId: null,
      link: PAGE,
    },
    { users },
  );
}

interface Waiting {
  readonly permission: string;
  readonly operation: string;
  readonly told: string;
  readonly from_user: string;
  readonly to_user: string | null;
  readonly auth_status: string;
}

async function lockWaiting(client: PoolClient, authId: string, time: string): Promise<Waiting | Refused> {
  const { rows } = await client.query<Waiting & { over: boolean }>(
    `select permission, operation, told, from_user, to_user, auth_status, end_time <= $2 as over
       from base.second_person where auth_id = $1 for update`,
    [authId, time],
  );
  const [row] = rows;
  if (!row) return refuse('NOT_FOUND');
  return row.over ? refuse('SECOND_PERSON_OVER') : row;
}

/**
 * Somebody else, who may do it as well, confirms or refuses it. Who has confirmed it may do so again: what it is then
 * done by is one command, once.
 */
export async function decideWaiting(
  client: PoolClient,
  context: CommandContext,
  { authId, agreed, opinion }: z.output<typeof decideSecondPerson.payload>,
): Promise<{ authId: string } | Refused> {
  const { actor, time } = context;
  const row = await lockWaiting(client, authId, time);
  if (isRefused(row)) return row;
  if (row.from_user === actor.userName) return refuse('SECOND_PERSON_SAME');
  if (row.auth_status === status.confirmed && row.to_user === actor.userName && agreed) return { authId };
  if (row.auth_status !== status.waiting) return refuse('SECOND_PERSON_DECIDED');
  if (!(await holdsPermission(client, actor.userName, row.permission))) return refuse('SECOND_PERSON_RIGHT');
  await client.query(
    `update base.second_person set auth_status = $2, to_user = $3, to_name = $4, opinion = $5, decided_at = $6
      where auth_id = $1`,
    [authId, agreed ? status.confirmed : status.refused, actor.userName, actor.name, opinion, time],
  );
  const { operation, told, from_user: fromUser } = row;
  await logOperations(client, context, agreed ? 'confirm' : 'refuse', 'secondaryAuth', [
    { key: authId, before: null, after: { operation, told, fromUser, opinion } },
  ]);
  await tell(client, context, {
    about: `${authId}:decided`,
    title: agreed ? '您申请的高危操作已确认' : '您申请的高危操作被拒绝',
    content: `${actor.name}${agreed ? '已确认' : '拒绝了'}“${told}”${opinion === '' ? '' : `，意见：${opinion}`}。`,
    endTime: null,
    users: [fromUser],
  });
  return { authId };
}

/** Whoever asked takes it back while nobody has decided. */
export async function withdrawWaiting(
  client: PoolClient,
  context: CommandContext,
  { authId }: { authId: string },
): Promise<{ authId: string } | Refused> {
  const row = await lockWaiting(client, authId, context.time);
  if (isRefused(row)) return row;
  if (row.from_user !== context.actor.userName) return refuse('NOT_FOUND');
  if (row.auth_status !== status.waiting) return refuse('SECOND_PERSON_DECIDED');
  await client.query(`update base.second_person set auth_status = '3', decided_at = $2 where auth_id = $1`, [
    authId,
    context.time,
  ]);
  await logOperations(client, context, 'recall', 'secondaryAuth', [
    { key: authId, before: { operation: row.operation, told: row.told }, after: null },
  ]);
  return { authId };
}
