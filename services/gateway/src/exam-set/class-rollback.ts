import { cancelApplication } from '@jwxt/contracts/approval/application.command.ts';
import { rollbackSheet } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { classCommand, type ClassCommand } from './class-batch.ts';
import type { ClassKey, ReachedClass } from './exam-set.read.ts';

/**
 * Takes the scores of a class back: submitted ones by the end of their application, published ones by the sheet itself.
 * Those are two commands on two streams, each with an id of its own. A call that is sent again goes where its first try
 * went, wherever the sheet stands by now; one whose first try was made when both had the call's own id finds that.
 */
export async function rollbackCommand(
  db: Queryable,
  ownId: string,
  { teachingClassId, scoreType, reason }: Pick<ClassKey, 'teachingClassId' | 'scoreType'> & { reason: string },
  { status, applyId }: ReachedClass,
): Promise<ClassCommand> {
  const ids = { application: derivedId(`${ownId}:application`), sheet: derivedId(`${ownId}:sheet`) };
  const {
    rows: [first],
  } = await db.query<{ id: string; name: string }>(
    'select command_id as id, name from base.applied_command where command_id = any($1)',
    [[ownId, ids.application, ids.sheet]],
  );
  const atApplication = first ? first.name.startsWith(`${cancelApplication.name}:`) : status === sheetStatus.submitted;
  return atApplication && applyId !== null
    ? classCommand(cancelApplication, { applyId, reason }, { commandId: first?.id ?? ids.application })
    : classCommand(rollbackSheet, { teachingClassId, scoreType, reason }, { commandId: first?.id ?? ids.sheet });
}
