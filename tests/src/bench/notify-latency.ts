import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { listen } from '@jwxt/infra/runtime/postgres.ts';
import { timeOf } from './figure.ts';
import type { Stage } from './stage.ts';

const channel = 'bench';
const quietMs = 50;

/**
 * How long an append takes to come back through a subscription and a NOTIFY, in milliseconds: the engines' share of a
 * push.
 */
export async function notifyTimes({ env, db, rawUrl }: Stage, turns: number): Promise<number[]> {
  const store = EventStoreDBClient.connectionString(rawUrl);
  let heard: (() => void) | undefined;
  const listener = await listen(env.DATABASE_URL, channel, { onNotification: () => heard?.() });
  const stream = `notify-${randomUUID()}`;
  const subscription = store.subscribeToAll({ fromPosition: 'end', filter: streamNameFilter({ prefixes: [stream] }) });
  subscription.on('data', () => void db.query('select pg_notify($1, $2)', [channel, stream]));
  await new Promise((resolve) => subscription.once('confirmation', resolve));
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    const notified = new Promise<void>((resolve) => (heard = resolve));
    times.push(
      await timeOf(() =>
        Promise.all([
          notified,
          store.appendToStream(stream, jsonEvent({ id: randomUUID(), type: 'Measured', data: { turn } })),
        ]),
      ),
    );
  }
  await subscription.unsubscribe();
  await listener.close();
  return times;
}
