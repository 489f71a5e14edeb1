import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { parkedEventQuery, parkedEventReplay } from '@jwxt/contracts/system/parked-event.operations.ts';
import { replayParkedEvents } from '@jwxt/contracts/system/system.command.ts';
import { handler } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';

interface ParkedRow {
  holder: string;
  kind: 'readModel' | 'policy';
  stream: string;
  revision: number;
  event_type: string;
  reason: string;
  at: Date;
}

const queryHandler = handler(parkedEventQuery, async (_input, call) => {
  const { rows } = await call.services.db.query<ParkedRow>(
    `select name as holder, 'readModel' as kind, stream, revision, event_type, reason, at, commit_position,
        prepare_position
      from projection.parked
      where exists (select 1 from projection.read_model model where model.name = parked.name
        and model.generation = parked.generation and model.status in ('serving', 'failed'))
     union all select policy, 'policy', stream, revision, event_type, reason, at, commit_position, prepare_position
     from commands.policy_parked
     order by commit_position, prepare_position, holder`,
  );
  return {
    list: rows.map(({ holder, kind, stream, revision, event_type: eventType, reason, at }) => ({
      holder,
      holderKind: kind,
      stream,
      revision,
      eventType,
      reason,
      parkedAt: toDateTimeText(at),
    })),
  };
});

const replayHandler = handler(parkedEventReplay, async ({ commandId }, call) =>
  runCommand(replayParkedEvents, {}, call, { commandId }),
);

export const parkedEventHandlers = [queryHandler, replayHandler];
