import { transferPermissions } from '@jwxt/contracts/access/permission-transfer.command.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { CommandSender } from '../base-data/command-sender.ts';

const dayMs = 86_400_000;

/** A clerk on leave has handed some of the own permissions on to a colleague, from two days before `now`. */
export async function tellTransfer(
  sender: CommandSender,
  { clerk, colleague }: { readonly clerk: Actor; readonly colleague: Actor },
  now: string,
): Promise<void> {
  const begin = Date.parse(now) - 2 * dayMs;
  await sender.send(
    transferPermissions,
    {
      toUser: colleague.userName,
      permissions: ['studentInfo:query', 'studentInfo:detail', 'teachingClass:query', 'teachingClassStudent:query'],
      units: [],
      beginTime: toDateTimeText(begin),
      endTime: toDateTimeText(begin + 30 * dayMs),
      reason: '休假期间由同事代办学生与名单的查询',
    },
    {
      commandId: derivedId('demo-transfer'),
      actor: clerk,
      permission: 'secondaryAuth:create',
      at: new Date(begin).toISOString(),
    },
  );
}
