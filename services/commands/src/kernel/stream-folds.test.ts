import { randomUUID } from 'node:crypto';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { StreamDefinition } from '@jwxt/contracts/kernel/stream.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../testing/person.ts';
import type { StoredEvent } from './event-codec.ts';
import { createStreamFolds, foresee, type Folded, type StreamFolds } from './stream-folds.ts';

type Noted = StoredEvent<ScoreSheetEvent>;
const decider: StreamDefinition<readonly string[], ScoreSheetEvent> = {
  ...sheetStreams,
  initial: [],
  evolve: (state, event) => [...state, JSON.stringify(event.data)],
};
const none = (): Folded<readonly string[]> => ({
  state: [],
  revision: -1,
  head: null,
  position: null,
  applied: new Map(),
  bytes: 0,
});
let events: TestEventStore;
let log: EventLog;

beforeAll(async () => {
  events = await startTestEventStore();
  log = connectEventLog(events.url, { name: 'test' });
});
afterAll(async () => {
  await log.close();
  await events.stop();
});

/** An event with this much text in it. */
function noted(revision: number, length: number): Noted {
  const event: ScoreSheetEvent = {
    type: 'ScoresForceSubmitted',
    data: { teachingClassId: 'TC1', scoreType: '1', reason: 'x'.repeat(length), byName: '办公室' },
  };
  const { userName, name, roleNames } = person('teacher1');
  const metadata: EventMetadata = {
    actor: { userName, name, roleNames, permission: null },
    commandId: randomUUID(),
    correlationId: randomUUID(),
    causationId: null,
    time: '2026-11-22T00:00:00.000Z',
    clientAddress: null,
    schemaVersion: 1,
  };
  return { id: randomUUID(), stream: 'sheet', event, metadata, revision };
}

/** Adds an event as if it had just been stored. */
function store(folds: StreamFolds, stream: string, event: Noted): void {
  const from = folds.cached<readonly string[]>(stream) ?? none();
  folds.extend(stream, from, [{ context: event.metadata, events: [event], after: foresee(decider, from, [event]) }], {
    commit: BigInt(event.revision),
    prepare: BigInt(event.revision),
  });
}

// Whatever is written.
it('kept folds never outweigh their limit together, unless one does alone; none weighs less than it holds', () => {
  const limit = 40_000;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 12_000 })), {
        minLength: 50,
        maxLength: 120,
      }),
      (writes) => {
        const folds = createStreamFolds(log, limit);
        const names = new Set<string>();
        for (const [stream, length] of writes) {
          const name = `sheet-${stream}`;
          names.add(name);
          const revision = (folds.cached(name)?.revision ?? -1) + 1;
          store(folds, name, noted(revision, length));
          expect(folds.cached(name)?.revision).toBe(revision);
          const kept = [...names].map((each) => folds.cached<readonly string[]>(each)).filter((each) => each !== null);
          const weight = kept.reduce((sum, { bytes }) => sum + bytes, 0);
          expect(weight <= limit || kept.length === 1).toBe(true);
          for (const { bytes, state, applied } of kept)
            expect(bytes).toBeGreaterThanOrEqual(JSON.stringify([state, [...applied.keys()]]).length);
        }
      },
    ),
    { numRuns: 30 },
  );
});

it('what was let go is read again from the log, as it was', async () => {
  const folds = createStreamFolds(log, 2_000);
  const written = [noted(0, 300), noted(1, 300)];
  await log.append(
    'sheet-far',
    written.map(({ event, metadata }) => ({
      id: randomUUID(),
      type: event.type,
      data: event.data,
      metadata: { ...metadata },
    })),
    { expectedRevision: 'no_stream' },
  );
  const before = await folds.refresh('sheet-far', decider);
  expect(folds.cached('sheet-far')).toEqual(before);
  store(folds, 'sheet-near', noted(0, 1_500));
  expect(folds.cached('sheet-far')).toBeNull();
  expect(await folds.refresh('sheet-far', decider)).toEqual(before);
});

it('a repeat is answered alike from memory and, when it is too long ago, from the log', async () => {
  const stream = 'sheet-repeated';
  const written = Array.from({ length: 300 }, (_, revision) => noted(revision, 10));
  // Two events of the command in the middle.
  const middle = 150;
  const inLog = written.map(({ event, metadata }, index) => ({
    id: randomUUID(),
    type: event.type,
    data: event.data,
    metadata: { ...metadata, commandId: written[index === middle + 1 ? middle : index]!.metadata.commandId },
  }));
  await log.append(stream, inLog, { expectedRevision: 'no_stream' });
  let reads = 0;
  const readStream: EventLog['readStream'] = (...asked) => {
    reads += 1;
    return log.readStream(...asked);
  };
  const folds = createStreamFolds({ ...log, readStream });
  await folds.refresh(stream, decider);
  const answer = async (index: number) => {
    const { commandId } = written[index]!.metadata;
    const revision = index === middle ? middle + 1 : index;
    const fresh = await createStreamFolds(log).replay(stream, decider, revision, [commandId]);
    reads = 0;
    const answered = await folds.replay(stream, decider, revision, [commandId]);
    expect(answered.get(commandId)).toMatchObject(fresh.get(commandId)!);
    expect(fresh.get(commandId)?.events).toHaveLength(index === middle ? 2 : 1);
    return reads;
  };
  expect([await answer(299), await answer(middle), await answer(3)]).toEqual([0, 0, 1]);
  folds.forget(stream);
  expect(await answer(299), 'the store is believed').toBe(1);
});
