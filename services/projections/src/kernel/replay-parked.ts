import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { UnreadableEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { lockGeneration } from './generation.ts';
import { createHeldRows } from './held-rows.ts';
import { foldApart, malformedReason, type ReadEvent } from './isolate-poison.ts';
import { projected } from './log-batch.ts';
import type { Target } from './model-writer.ts';
import { noticePayload, tell } from './notice.ts';
import type { Projection } from './projection.ts';
import { rowStore } from './write-rows.ts';

/**
 * Tries the parked events of a generation again, each stream in its order and in one transaction: applied ones are no
 * longer parked, and a stream that fails again stays with the new reason. Only while nothing else is applied to it.
 * Answers how many events are done.
 */
export async function replayParked(pool: Pool, log: EventLog, { projection, generation }: Target): Promise<number> {
  const { rows: streams } = await pool.query<{ stream: string; from: number }>(
    `select stream, min(revision) as from from projection.parked where name = $1 and generation = $2 group by stream
      order by min(commit_position)`,
    [projection.name, generation.generation],
  );
  let done = 0;
  for (const { stream, from } of streams) {
    done += await inTransaction(pool, async (client) => {
      const now = await lockGeneration(client, projection.name, generation.generation);
      if (now?.status !== 'serving' || now.checkpoint === 'start') return 0;
      const { rows: parkedRows } = await client.query<{ revision: number }>(
        'select revision from projection.parked where name = $1 and generation = $2 and stream = $3 order by revision',
        [now.name, now.generation, stream],
      );
      const wanted = new Set(parkedRows.map((row) => BigInt(row.revision)));
      const events: ReadEvent[] = [];
      for await (const recorded of log.readStream(stream, { fromRevision: BigInt(from) })) {
        if (wanted.has(recorded.revision)) events.push(readable(recorded, projection));
      }
      const rows = createHeldRows();
      rows.attach(rowStore(client), now.schema);
      const still = await foldApart(client, now.schema, projection, rows, events, new Set());
      const stillParked = new Set(still.map(({ recorded }) => recorded.revision));
      const applied = events
        .filter(({ recorded }) => !stillParked.has(recorded.revision))
        .map(({ recorded }) => String(recorded.revision));
      await client.query(
        'delete from projection.parked where name = $1 and generation = $2 and stream = $3 and revision = any ($4)',
        [now.name, now.generation, stream, applied],
      );
      for (const { recorded, reason } of still) {
        await client.query(
          `update projection.parked set reason = $5, at = now()
            where name = $1 and generation = $2 and stream = $3 and revision = $4`,
          [now.name, now.generation, stream, String(recorded.revision), reason],
        );
      }
      // Whoever holds rows of this generation sees by this that they are others now.
      await client.query('update projection.read_model set updated_at = now() where name = $1 and generation = $2', [
        now.name,
        now.generation,
      ]);
      await tell(client, noticePayload(now.checkpoint, [{ model: now.name, notice: rows.notice }]));
      return applied.length;
    });
  }
  return done;
}

function readable(recorded: RecordedEvent, projection: Projection): ReadEvent {
  try {
    return { recorded, events: projected(recorded, { events: [recorded] }, projection) };
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    if (error.kind === 'malformed') return { recorded, events: [], malformed: malformedReason(error) };
    throw new Error(`已搁置的事件无法读取：${error.message}`, { cause: error });
  }
}
