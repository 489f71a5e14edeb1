import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { copySystemOfVersion, recountMajorSystem } from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { DemoUniversity } from './enrolment.ts';

/** Gives every grade-major the credits of its version's template, and counts what its plan has (SCHEME-10, 12). */
export async function tellSchemes(
  sender: CommandSender,
  office: Actor,
  { rows }: Pick<DemoUniversity, 'rows'>,
  now: string,
): Promise<void> {
  const required = (rows.find(([name]) => name === 'gradeMajorSchemeRequirement')?.[1] ?? []) as readonly {
    readonly gradeMajorId: string;
    readonly schemeVersionId: string;
  }[];
  for (const [schemeVersionId, list] of Map.groupBy(required, (row) => row.schemeVersionId)) {
    const gradeMajorIds = list.map(({ gradeMajorId }) => gradeMajorId);
    await sender.send(
      copySystemOfVersion,
      { schemeVersionId, gradeMajorIds },
      {
        commandId: derivedId(`demo:scheme:copy:${schemeVersionId}`),
        actor: office,
        permission: 'schemeSystem:create',
        at: now,
      },
    );
    for (const gradeMajorId of gradeMajorIds)
      await sender.send(
        recountMajorSystem,
        { gradeMajorId },
        {
          commandId: derivedId(`demo:scheme:recount:${gradeMajorId}`),
          actor: office,
          permission: 'majorSystem:update',
          at: now,
        },
      );
  }
}
