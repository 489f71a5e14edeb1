import { commandSenders } from '@jwxt/contracts/command-senders.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from './command-context.ts';
import { refuse, type Refused } from './refusal.ts';

/** The parameter by which a school says that dangerous operations need a second person. */
const PARAMETER = 'GWCZ_EJQR';

/** Commands that people send by dangerous operations alone. */
const dangerous: ReadonlySet<string> = new Set(
  [...commandSenders].filter(([, by]) => by.every((sender) => sender.dangerous)).map(([name]) => name),
);

/**
 * Who has confirmed a dangerous command (`姓名（账号）`), where the school asks for that; null where nobody has to.
 * Refuses SECOND_PERSON_NEEDED unless it carries out a request that somebody confirmed (decision 056): its sender has
 * the id too, and could send something else under it.
 */
export async function askSecond(
  db: Queryable,
  name: string,
  { commandId, actor, time }: Pick<CommandContext, 'commandId' | 'actor' | 'time'>,
  confirmation: string | undefined,
): Promise<string | null | Refused> {
  if (!dangerous.has(name)) return null;
  const { rows } = await db.query<{ needed: boolean; confirmed: string | null }>(
    `select exists (select from base.parameter where param_code = $1 and para_value = $2) as needed,
        (select to_name || '（' || to_user || '）' from base.second_person
          where auth_id = $3 and command_id = $4 and from_user = $5 and auth_status = '1'
            and end_time > $6) as confirmed`,
    [PARAMETER, yesNo.yes, confirmation ?? null, commandId, actor.userName, time],
  );
  const { needed = false, confirmed = null } = rows[0] ?? {};
  return confirmed === null && needed ? refuse('SECOND_PERSON_NEEDED') : confirmed;
}
