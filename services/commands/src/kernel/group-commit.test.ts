import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventHash } from '@jwxt/infra/runtime/event-hash.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { AppendTooLarge, EventLogUnavailable } from '@jwxt/infra/runtime/event-log-errors.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { seatDecider, seatRoutes, seatStream, seatStreams, type Seats } from '../testing/seats.ts';
import { claimCommands } from './applied-command.ts';
import type { CommandContext } from './command-context.ts';
import { createCommandHandler, type CommandHandlerOptions, type Executed } from './command-handler.ts';
import type { Policy } from './command-route.ts';
import { encodeEvent, type StoredEvent } from './event-codec.ts';
import { isRefused, type Refused } from './refusal.ts';

/** What many want of one stream at the same moment. */

const reacted: StoredEvent[] = [];
const noting: Policy = {
  name: 'test.seats',
  types: ['ScoresForceSubmitted'],
  start: 'beginning',
  react(event) {
    reacted.push(event);
    return Promise.resolve(null);
  },
};

let t: TestApp;
let log: EventLog;
beforeAll(async () => {
  t = await startTestApp({ routes: seatRoutes, policies: [noting], followLog: false });
  log = connectEventLog(t.events.url, { name: 'hot-test' });
});
afterAll(async () => {
  await log.close();
  await t.stop();
});

interface Sent {
  readonly who: string;
  readonly commandId: string;
}
type Outcome = Executed<Seats> | Refused;

const newStream = (): string => seatStream(randomUUID());
/** People who want a seat, each with the id of his command. */
const people = (count: number, name = 'student'): Sent[] =>
  Array.from({ length: count }, (_unused, index) => ({ who: `${name}${index}`, commandId: randomUUID() }));
const namesOf = (sent: readonly Sent[]): string[] => sent.map(({ who }) => who);
const codeOf = (outcome: Outcome): string | null => (isRefused(outcome) ? outcome.refused.code : null);
const seatOf = (outcome: Outcome): number | null => (isRefused(outcome) ? null : outcome.state.length);
const contextOf = ({ who, commandId }: Sent, more: Partial<CommandContext> = {}): CommandContext => ({
  commandId,
  command: 'test',
  correlationId: commandId,
  causationId: null,
  clientAddress: null,
  actor: person(who),
  permission: null,
  time: new Date().toISOString(),
  ...more,
});

/** A service that shares nothing with others but the engine; its appends are counted, and may be tampered with. */
function service(append: EventLog['append'] = log.append, more: Partial<CommandHandlerOptions> = {}) {
  const asked = { appends: 0, events: 0, reads: 0 };
  const handler = createCommandHandler({
    ...more,
    log: {
      ...log,
      append(stream, events, options) {
        asked.appends += 1;
        asked.events += events.length;
        return append(stream, events, options);
      },
      readStream(stream, options) {
        asked.reads += 1;
        return log.readStream(stream, options);
      },
    },
  });
  const take = (
    stream: string,
    sent: Sent,
    {
      capacity = 1_000,
      facts = () => capacity,
      ...rest
    }: {
      capacity?: number;
      facts?: () => number | Promise<number>;
      note?: string;
      context?: Partial<CommandContext>;
    } = {},
  ): Promise<Outcome> =>
    handler.execute({
      stream,
      decider: seatDecider,
      command: { who: sent.who, ...(rest.note === undefined ? {} : { note: rest.note }) },
      context: contextOf(sent, rest.context),
      facts,
    });
  return {
    handler,
    asked,
    take,
    takeAll: (stream: string, all: readonly Sent[], capacity: number) =>
      Promise.all(all.map((sent) => take(stream, sent, { capacity }))),
  };
}

/** What each of the stored commands is, in the order of the stream. */
async function stored(stream: string): Promise<Sent[]> {
  return (await t.stream(stream)).map(({ event, metadata }) => ({
    who: (event.data as { byName: string }).byName,
    commandId: metadata.commandId,
  }));
}

/** Appends that wait until the gate is opened. */
function gated() {
  const gate = Promise.withResolvers<undefined>();
  const append: EventLog['append'] = async (...args) => {
    await gate.promise;
    return log.append(...args);
  };
  return { append, open: () => gate.resolve(undefined) };
}

// With a handful of appends.
test('the first 60 of 1000 get the last 60 seats, the others hear there is none; repeats answer the same', async () => {
  const stream = newStream();
  const all = people(1_000);
  const written: StoredEvent[][] = [];
  const { takeAll, asked } = service(log.append, {
    onAppended(events) {
      written.push([...events]);
      return Promise.resolve(null);
    },
  });
  const outcomes = await takeAll(stream, all, 60);
  expect(await stored(stream)).toEqual(all.slice(0, 60));
  expect(
    outcomes.slice(0, 60).map((outcome) =>
      isRefused(outcome)
        ? outcome
        : {
            seat: outcome.state.length,
            holder: outcome.state.at(-1),
            revision: outcome.revision,
            appended: outcome.appended,
          },
    ),
  ).toEqual(
    all.slice(0, 60).map(({ who }, index) => ({ seat: index + 1, holder: who, revision: index, appended: true })),
  );
  expect(new Set(outcomes.slice(60).map(codeOf))).toEqual(new Set(['REBUILD_CLASS_FULL']));
  // Each has set off the reactions to its own event, in order.
  expect(written.map((events) => events.map(({ revision, metadata }) => [revision, metadata.commandId]))).toEqual(
    all.slice(0, 60).map(({ commandId }, revision) => [[revision, commandId]]),
  );
  expect(asked.events).toBe(60);
  expect(asked.appends).toBeLessThanOrEqual(3);
  expect(asked.reads).toBeLessThanOrEqual(20);
  const again = await takeAll(stream, all.slice(40, 70).toReversed(), 60);
  expect(again.toReversed()).toMatchObject(
    outcomes
      .slice(40, 70)
      .map((outcome) =>
        isRefused(outcome) ? outcome : { state: outcome.state, revision: outcome.revision, appended: false },
      ),
  );
  expect(await stored(stream)).toHaveLength(60);
});

// In the order in which each service was asked.
test('1000 at once through two services: 60 get a seat, each once and in order; the others hear of none', async () => {
  const stream = newStream();
  const services = [t.another(), t.another()];
  try {
    const all = people(1_000);
    const outcomes = await Promise.all(
      all.map(({ who, commandId }, index) =>
        t.send('test.takeSeat', { stream, capacity: 60 }, { commandId, actor: person(who) }, services[index % 2]),
      ),
    );
    const seats = await stored(stream);
    expect(seats).toHaveLength(60);
    expect(
      outcomes
        .flatMap((outcome, index) =>
          outcome.status === 'accepted' ? [[(outcome.result as { seat: number }).seat, all[index]!.who]] : [],
        )
        .toSorted(([a], [b]) => Number(a) - Number(b)),
    ).toEqual(seats.map(({ who }, index) => [index + 1, who]));
    expect(new Set(outcomes.flatMap((outcome) => (outcome.status === 'refused' ? [outcome.code] : [])))).toEqual(
      new Set(['REBUILD_CLASS_FULL']),
    );
    for (const [index] of services.entries()) {
      const asked = namesOf(all.filter((_one, at) => at % 2 === index));
      const got = namesOf(seats).filter((who) => asked.includes(who));
      expect(got).toEqual(asked.slice(0, got.length));
    }
    // What another service has written may be carried out again, before what follows it.
    expect(new Set(reacted.filter((event) => event.stream === stream).map(({ revision }) => revision))).toEqual(
      new Set(seats.keys()),
    );
  } finally {
    await Promise.all(services.map((each) => each.close()));
  }
});

// Sent again in other company and to another service.
test('after a lost answer of a stored batch, each in it, sent again, is answered by what was stored', async () => {
  const stream = newStream();
  const all = people(20);
  let lost = 0;
  const one = service(async (...args) => {
    const done = await log.append(...args);
    lost += Number(args[1].length > 1);
    if (lost === 1) throw new EventLogUnavailable('append', new Error('no answer in time'));
    return done;
  });
  const two = service();
  await two.handler.read(stream, seatStreams);
  const first = await Promise.allSettled(all.map((sent) => one.take(stream, sent, { capacity: 12 })));
  expect(first.map(({ status }) => status)).toEqual(all.map((_one, index) => (index === 0 ? 'fulfilled' : 'rejected')));
  expect(await stored(stream)).toEqual(all.slice(0, 12));
  const late = people(3, 'late');
  const company = [late[0]!, ...all.slice(10).toReversed(), late[1]!, ...all.slice(0, 10), late[2]!];
  for (const { takeAll } of [two, one]) {
    const outcomes = await takeAll(stream, company, 14);
    const has = new Map(company.map(({ who }, index) => [who, outcomes[index]!]));
    expect(all.slice(0, 12).map(({ who }) => seatOf(has.get(who)!))).toEqual(
      Array.from({ length: 12 }, (_unused, index) => index + 1),
    );
    // Two more seats, for the first two of those who have none.
    expect([late[0]!, all[19]!].map(({ who }) => seatOf(has.get(who)!))).toEqual([13, 14]);
    expect([late[1]!, late[2]!, all[12]!].map(({ who }) => codeOf(has.get(who)!))).toEqual([
      'REBUILD_CLASS_FULL',
      'REBUILD_CLASS_FULL',
      'REBUILD_CLASS_FULL',
    ]);
  }
  expect(await stored(stream)).toEqual([...all.slice(0, 12), late[0], all[19]]);
});

test('a batch the log had to repeat is believed as stored: each is answered by its part, with one look', async () => {
  const stream = newStream();
  const all = people(8);
  const { takeAll, asked } = service(async (...args) => {
    await log.append(...args);
    return { ...(await log.append(...args)), repeated: true };
  });
  const outcomes = await takeAll(stream, all, 5);
  expect(outcomes.map(seatOf)).toEqual([1, 2, 3, 4, 5, null, null, null]);
  expect(outcomes.slice(0, 5)).toMatchObject(all.slice(0, 5).map((_one, revision) => ({ revision, appended: true })));
  expect(asked).toEqual({ appends: 2, events: 5, reads: 4 });
  expect(await stored(stream)).toEqual(all.slice(0, 5));
});

test.each([
  ['what it begins with', 1],
  ['more', 3],
])(
  'two services that store the same commands in different batches, of equal content, when the second has %s',
  async (_what, count) => {
    const stream = newStream();
    const all = people(3);
    // As policies do: the command's time is that of its cause, so that the events are the same whoever writes them.
    const context = { causationId: 'cause', time: '2026-11-20T01:00:00.000Z' };
    const gate = gated();
    const [one, two] = [service(), service(gate.append)];
    const late = all.slice(0, count).map((sent) => two.take(stream, sent, { context }));
    await expect.poll(() => two.asked.appends).toBe(1);
    const early = await Promise.all(all.slice(0, 2).map((sent) => one.take(stream, sent, { context })));
    gate.open();
    expect(early.map(seatOf)).toEqual([1, 2]);
    expect((await Promise.all(late)).map(seatOf)).toEqual([1, 2, 3].slice(0, count));
    expect(await stored(stream)).toEqual(all.slice(0, Math.max(2, count)));
  },
);

test('nobody is told what rests on events that are not stored', async () => {
  const stream = newStream();
  const all = people(4);
  let away = true;
  const { take, takeAll } = service((...args) =>
    away && args[1].length > 1
      ? Promise.reject(new EventLogUnavailable('append', new Error('away')))
      : log.append(...args),
  );
  const outcomes = await Promise.allSettled(all.map((sent) => take(stream, sent, { capacity: 3 })));
  // The last one was refused for the sake of two seats that nobody has got.
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  away = false;
  expect((await takeAll(stream, all.toReversed(), 3)).map(seatOf)).toEqual([2, 3, null, 1]);
});

test('a batch that conflicts is decided again on what is there now, in the same order', async () => {
  const stream = newStream();
  const [other, ...all] = people(5);
  const one = service();
  await one.handler.read(stream, seatStreams);
  await service().take(stream, other!);
  // The kept fold is behind: the first conflicts alone, and those who have gathered behind it see the seat that another
  // service gave.
  expect((await one.takeAll(stream, all, 4)).map(seatOf)).toEqual([2, 3, 4, null]);
  expect(await stored(stream)).toEqual([other, ...all.slice(0, 3)]);
});

test('facts that take long hold back nobody who came before, and let nobody pass who came after', async () => {
  const stream = newStream();
  const all = people(5);
  const gate = gated();
  const { take } = service(gate.append);
  const slow = Promise.withResolvers<number>();
  let asked = 0;
  const settled: string[] = [];
  const taking = all.map(async (sent, index) => {
    const outcome = await take(stream, sent, {
      capacity: 4,
      ...(index === 2
        ? {
            facts: () => {
              asked += 1;
              return slow.promise;
            },
          }
        : {}),
    });
    settled.push(sent.who);
    return outcome;
  });
  gate.open();
  await expect.poll(() => settled).toEqual(namesOf(all.slice(0, 2)));
  slow.resolve(4);
  expect((await Promise.all(taking)).map(seatOf)).toEqual([1, 2, 3, 4, null]);
  expect(await stored(stream)).toEqual(all.slice(0, 4));
  expect(asked).toBe(1);
});

test('facts or a decision that fail are the fault of one command: those beside it get their seats', async () => {
  const stream = newStream();
  const all = people(5);
  const { take, asked } = service();
  const outcomes = await Promise.allSettled(
    all.map((sent, index) =>
      take(stream, sent, {
        ...(index === 1 ? { facts: () => Promise.reject(new Error('no facts')) } : {}),
        ...(index === 3 ? { note: 'x'.repeat(1_100_000) } : {}),
      }),
    ),
  );
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? seatOf(outcome.value) : (outcome.reason as Error))),
  ).toEqual([1, new Error('no facts'), 2, expect.any(AppendTooLarge), 3]);
  expect(asked.appends).toBe(2);
  expect(await stored(stream)).toEqual([all[0], all[2], all[4]]);
});

test('what is too much for one append goes into several', async () => {
  const stream = newStream();
  const all = people(9);
  const { take, asked } = service();
  const outcomes = await Promise.all(all.map((sent) => take(stream, sent, { note: '座'.repeat(60_000) })));
  expect(outcomes.map(seatOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(asked).toMatchObject({ appends: 5, events: 9 });
  expect(await stored(stream)).toEqual(all);
});

test('the ids of a batch are claimed together; one that another command has gives its seat to the next', async () => {
  const stream = newStream();
  const all = people(6);
  const turns: string[][] = [];
  let turn: string[] | null = null;
  const claim = claimCommands(t.app.services.pool);
  await claim(contextOf(all[2]!, { command: 'other' }));
  const { takeAll } = service(log.append, {
    claim(context) {
      if (turn === null) {
        turns.push((turn = []));
        queueMicrotask(() => {
          turn = null;
        });
      }
      turn.push(context.commandId);
      return claim(context);
    },
  });
  const outcomes = await takeAll(stream, all, 4);
  expect(outcomes.map((outcome) => codeOf(outcome) ?? seatOf(outcome))).toEqual([
    1,
    2,
    'COMMAND_REUSED',
    3,
    4,
    'REBUILD_CLASS_FULL',
  ]);
  expect(turns).toEqual(
    [[all[0]], [all[1], all[2], all[3]], [all[4]]].map((each) => each.map((sent) => sent!.commandId)),
  );
  expect(namesOf(await stored(stream))).toEqual(namesOf([all[0]!, all[1]!, all[3]!, all[4]!]));
});

test('each event names the one before it, whichever service wrote that, and also one that names none', async () => {
  const stream = newStream();
  const { stored: before } = encodeEvent(
    { type: 'ScoresForceSubmitted', data: { teachingClassId: 'seats', scoreType: '1', reason: '', byName: 'old' } },
    { stream, index: 0 },
    { ...contextOf(people(1)[0]!), actor: { ...person('old'), permission: null } },
    null,
  )!;
  await log.append(stream, [before], { expectedRevision: 'no_stream' });
  const [one, other] = [service(), service()];
  const all = people(12);
  await one.takeAll(stream, all.slice(0, 5), 100);
  await other.takeAll(stream, all.slice(5, 9), 100);
  await one.takeAll(stream, all.slice(9), 100);
  let prev: string | undefined;
  for await (const { raw, metadata, ...event } of log.readStream(stream)) {
    expect((metadata as { prev?: string }).prev).toBe(prev);
    prev = eventHash({ ...event, ...raw! }).toString('base64url');
  }
  expect(await stored(stream)).toHaveLength(13);
});
