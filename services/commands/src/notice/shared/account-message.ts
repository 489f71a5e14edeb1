import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { writeMessage } from './system-message.ts';

/** Tells people what was done with their accounts: once, however often the command is sent. */
export async function tellOfAccount(
  client: PoolClient,
  { commandId, time, actor }: CommandContext,
  userNames: readonly string[],
  words: { readonly title: string; readonly content: string },
): Promise<void> {
  await writeMessage(
    client,
    {
      ...words,
      systemMessageEntityId: derivedId(`${commandId}:account-message`),
      departmentName: actor.departmentName ?? '',
      createName: actor.name,
      createTime: time,
      endTime: null,
      noticeId: null,
      link: null,
    },
    { users: [...userNames] },
  );
}
