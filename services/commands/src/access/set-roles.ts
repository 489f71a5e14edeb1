import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { isRefused, type Refused } from '../kernel/refusal.ts';
import { assignRole, takeRoleFrom } from './assign-roles.ts';

/** Sets the roles of one person: those that go first, so that what clashes with them may come (SYSADMIN-11). */
export async function setRolesOf(
  client: PoolClient,
  context: CommandContext,
  { userName, jsbhs }: { userName: string; jsbhs: readonly string[] },
): Promise<{ added: string[]; removed: string[] } | Refused> {
  const { rows } = await client.query<{ jsbh: string }>(
    `select jsbh from base.role_assignment where user_name = $1 and (to_date is null or to_date >= base.school_day())`,
    [userName],
  );
  const held = rows.map(({ jsbh }) => jsbh);
  const added = [...new Set(jsbhs)].filter((code) => !held.includes(code)).toSorted();
  const removed = held.filter((code) => !jsbhs.includes(code)).toSorted();
  for (const jsbh of removed) {
    const outcome = await takeRoleFrom(client, context, { jsbh, userNames: [userName] });
    if (isRefused(outcome)) return outcome;
  }
  for (const jsbh of added) {
    const outcome = await assignRole(client, context, { jsbh, userNames: [userName], fromDate: null, toDate: null });
    if (isRefused(outcome)) return outcome;
  }
  return { added, removed };
}
