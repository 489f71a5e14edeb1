import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScriptedServer, type ScriptedServer } from '@jwxt/eventstore/testing/scripted-server.ts';
import { connectEventLog, type EventLog } from './event-log.ts';
import { comparePositions, type Position } from './log-position.ts';

const servers: ScriptedServer[] = [];
const logs: EventLog[] = [];
afterAll(async () => {
  await Promise.all(logs.map((log) => log.close()));
  await Promise.all(servers.map((server) => server.close()));
});
async function open(firstCheckpoint: Position): Promise<EventLog> {
  const server = await startScriptedServer({ version: '24.10.2', firstCheckpoint });
  const log = connectEventLog(server.url, { name: 'subscription-test' });
  servers.push(server);
  logs.push(log);
  return log;
}
const event = () => ({ id: randomUUID(), type: 'Written', data: {}, metadata: {} });

/** Follows a log as a read model does; what it was told to store, and what it was given. */
function follow(log: EventLog) {
  const stored: Position[] = [];
  const seen: string[] = [];
  const subscription = log.subscribeToAll({
    name: 'test',
    from: 'start',
    filter: { streamPrefixes: ['wanted-'] },
    onEvents: (events) => {
      seen.push(...events.map(({ id }) => id));
      stored.push(events.at(-1)!.position);
    },
    onCheckpoint: (position) => void stored.push(position),
  });
  return { stored, seen, subscription };
}

const nowhere = 2n ** 64n - 1n;
let misleading: EventLog;
beforeAll(async () => {
  misleading = await open({ commit: nowhere, prepare: nowhere });
});

test('a checkpoint where no log can reach is not one, and every later event arrives', async () => {
  const { stored, seen, subscription } = follow(misleading);
  await expect.poll(() => subscription.state.status).toBe('live');
  expect(subscription.state.position).toBe('start');
  const wanted = [event(), event()];
  await misleading.append(`other-${randomUUID()}`, [event()], { expectedRevision: 'no_stream' });
  const { position } = await misleading.append(`wanted-${randomUUID()}`, wanted, { expectedRevision: 'no_stream' });
  await expect.poll(() => seen).toEqual(wanted.map(({ id }) => id));
  expect(stored.filter((place) => comparePositions(place, position) > 0)).toEqual([]);
  expect(subscription.state.position).toEqual(position);
});

test('a checkpoint behind the last event is stored as that event’s place, none while the log is empty', async () => {
  const ahead = await open({ commit: 1_000_000n, prepare: 1_000_000n });
  const empty = follow(ahead);
  await expect.poll(() => empty.subscription.state.status).toBe('live');
  expect(empty.stored).toEqual([]);
  const { position } = await ahead.append(`other-${randomUUID()}`, [event()], { expectedRevision: 'no_stream' });
  const { stored, seen, subscription } = follow(ahead);
  await expect.poll(() => stored.at(-1)).toEqual(position);
  expect(stored.every((place) => comparePositions(place, position) <= 0)).toBe(true);
  const wanted = event();
  await ahead.append(`wanted-${randomUUID()}`, [wanted], { expectedRevision: 'no_stream' });
  await expect.poll(() => seen).toEqual([wanted.id]);
  expect(subscription.state.failures).toBe(0);
});
