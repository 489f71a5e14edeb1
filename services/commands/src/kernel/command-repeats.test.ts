import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { EventLogUnavailable, RevisionConflict } from '@jwxt/infra/runtime/event-log-errors.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { applicationDecider, type ApplicationCommand, type ApplicationFacts } from '../approval/application.decider.ts';
import { by, draft, pass, submit } from '../approval/application.fixture.ts';
import { person } from '../testing/person.ts';
import type { CommandContext } from './command-context.ts';
import { createCommandHandler, type CommandHandler } from './command-handler.ts';
import { decodeEvent, type StoredEvent } from './event-codec.ts';
import { isRefused } from './refusal.ts';

/** What becomes of a command that comes twice, when the engine answers late, not at all, or from a node that lags. */

let events: TestEventStore;
let log: EventLog;
beforeAll(async () => {
  events = await startTestEventStore();
  log = connectEventLog(events.url, { name: 'repeats-test' });
});
afterAll(async () => {
  await log.close();
  await events.stop();
});

const at = (time: string, commandId: string = randomUUID()): CommandContext => ({
  commandId,
  command: 'test',
  correlationId: 'c',
  causationId: null,
  clientAddress: null,
  actor: person('u'),
  permission: null,
  time: `2026-11-20T${time}.000Z`,
});
const newStream = (): string => `application-${randomUUID()}`;
const execute = (
  handler: CommandHandler,
  stream: string,
  command: ApplicationCommand,
  { facts, context }: { facts: ApplicationFacts | Promise<ApplicationFacts>; context: CommandContext },
) =>
  handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>({
    stream,
    decider: applicationDecider,
    command,
    context,
    facts: () => facts,
  });
async function stored(stream: string): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  for await (const event of log.readStream(stream)) found.push(...decodeEvent(event).events);
  return found;
}

/** A log whose appends go through `append`; reads are the real ones unless told otherwise. */
const scripted = (append: EventLog['append'], more: Partial<EventLog> = {}): EventLog => ({ ...log, append, ...more });

test('a command decided by two services at two moments is stored once; both answer from what is stored', async () => {
  for (let round = 0; round < 10; round += 1) {
    const stream = newStream();
    const commandId = randomUUID();
    const reacted: StoredEvent[] = [];
    const handlers = [0, 1].map(() =>
      createCommandHandler({
        log,
        onAppended: (written) => {
          reacted.push(...written);
          return Promise.resolve(null);
        },
      }),
    );
    const both = Promise.withResolvers<ApplicationFacts>();
    // Each has read the empty stream before either of them decides.
    const asked = handlers.map((handler, index) =>
      execute(handler, stream, submit(draft({ applyTime: `2026-11-20T0${index}:00:00.000Z` })), {
        facts: both.promise,
        context: at(`0${index}:00:00`, commandId),
      }),
    );
    setImmediate(() => both.resolve(by('teacher1')));
    const outcomes = await Promise.all(asked);
    const [event, ...others] = await stored(stream);
    expect(others).toEqual([]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ revision: 0, time: event?.metadata.time, state: { draft: event?.event.data } });
    expect(outcomes.filter((outcome) => !isRefused(outcome) && outcome.appended)).toHaveLength(1);
    expect(reacted.map(({ id, metadata }) => [id, metadata.time])).toEqual(
      [0, 1].map(() => [event?.id, event?.metadata.time]),
    );
  }
});

test('a command whose facts already show what its first try did is answered by that, not refused', async () => {
  const stream = newStream();
  const commandId = randomUUID();
  const [one, two] = [createCommandHandler({ log }), createCommandHandler({ log })];
  const asked = Promise.withResolvers<ApplicationFacts>();
  await execute(one, stream, submit(), { facts: by('teacher1'), context: at('01:00:00') });
  // `two` reads the stream, then waits for its facts; meanwhile the same command is decided by `one`; then it is
  // nobody's turn any more.
  const late = execute(two, stream, pass(0), { facts: asked.promise, context: at('02:00:00', commandId) });
  await expect.poll(async () => (await two.read(stream, applicationStreams)).revision).toBe(0);
  const first = await execute(one, stream, pass(0), { facts: by('dean1'), context: at('02:00:00', commandId) });
  asked.resolve(by('nobody', false));
  expect(await late).toMatchObject({ revision: 1, appended: false, state: (first as { state: object }).state });
});

test('a refusal on a stream that moves on at every look is given in the end', async () => {
  const stream = newStream();
  const [busy, handler] = [createCommandHandler({ log }), createCommandHandler({ log })];
  await execute(busy, stream, submit(draft({ process: { ...draft().process, transferAllowed: true } })), {
    facts: by('teacher1'),
    context: at('01:00:00'),
  });
  let asked = 0;
  const outcome = await handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>({
    stream,
    decider: applicationDecider,
    command: pass(0),
    context: at('02:00:00'),
    facts: async () => {
      asked += 1;
      const toUser = asked % 2 === 0 ? 'dean2' : 'dean3';
      await execute(
        busy,
        stream,
        { type: 'transfer', revision: asked - 1, toUser, reason: '出差' },
        {
          facts: { ...by('dean1'), target: { name: toUser, departmentName: null, candidate: true } },
          context: at('01:30:00'),
        },
      );
      return by('nobody', false);
    },
  });
  expect(outcome).toMatchObject({ refused: {} });
  expect(asked).toBeLessThanOrEqual(5);
});

test('an append whose first answer was lost is believed as it is stored', async () => {
  const stream = newStream();
  const reads: string[] = [];
  const lossy = scripted(
    async (name, toAppend, options) => {
      await log.append(name, toAppend, options);
      // The connection broke before the answer: the log repeats the append, and the store knows it.
      return { ...(await log.append(name, toAppend, options)), repeated: true };
    },
    {
      readStream: (name, options) => {
        reads.push(name);
        return log.readStream(name, options);
      },
    },
  );
  const handler = createCommandHandler({ log: lossy });
  expect(await execute(handler, stream, submit(), { facts: by('teacher1'), context: at('01:00:00') })).toMatchObject({
    revision: 0,
    appended: true,
    state: { status: '1' },
  });
  expect(reads).toEqual([stream, stream]);
  expect(await stored(stream)).toHaveLength(1);
});

test('after an append without any answer the command sent again is answered by what its first try did', async () => {
  const stream = newStream();
  const commandId = randomUUID();
  let lost = 0;
  const handler = createCommandHandler({
    log: scripted(async (name, toAppend, options) => {
      const done = await log.append(name, toAppend, options);
      lost += 1;
      if (lost === 1) throw new EventLogUnavailable('append', new Error('no answer in time'));
      return done;
    }),
  });
  await expect(
    execute(handler, stream, submit(), { facts: by('teacher1'), context: at('01:00:00', commandId) }),
  ).rejects.toThrow(EventLogUnavailable);
  expect(
    await execute(handler, stream, submit(), { facts: by('teacher1'), context: at('02:00:00', commandId) }),
  ).toMatchObject({ revision: 0, appended: false });
  expect((await stored(stream)).map(({ metadata }) => metadata.time)).toEqual(['2026-11-20T01:00:00.000Z']);
});

test('a command that is stored when its last try conflicts is not answered with no', async () => {
  const stream = newStream();
  let tries = 0;
  const handler = createCommandHandler({
    log: scripted(async (name, toAppend, options) => {
      tries += 1;
      if (tries === 5) await log.append(name, toAppend, options);
      throw new RevisionConflict(name, options.expectedRevision, tries === 5 ? 0n : 'no_stream');
    }),
  });
  expect(await execute(handler, stream, submit(), { facts: by('teacher1'), context: at('01:00:00') })).toMatchObject({
    revision: 0,
    state: { status: '1' },
  });
  const never = createCommandHandler({
    contentionPatienceMs: 100,
    log: scripted((name, _events, options) =>
      Promise.reject(new RevisionConflict(name, options.expectedRevision, 'no_stream')),
    ),
  });
  // Others never let it be decided: nothing is written, and nobody is told that somebody changed what he saw.
  await expect(
    execute(never, newStream(), submit(), { facts: by('teacher1'), context: at('01:00:00') }),
  ).rejects.toThrow(EventLogUnavailable);
});

test('a command that lost every try is answered as the stream is after the last one', async () => {
  const stream = newStream();
  let tries = 0;
  const handler = createCommandHandler({
    log: scripted(async (name, _events, options) => {
      tries += 1;
      if (tries === 5)
        await execute(createCommandHandler({ log }), name, submit(), {
          facts: by('teacher2'),
          context: at('02:00:00'),
        });
      throw new RevisionConflict(name, options.expectedRevision, tries === 5 ? 0n : 'no_stream');
    }),
  });
  expect(await execute(handler, stream, submit(), { facts: by('teacher1'), context: at('01:00:00') })).toMatchObject({
    refused: { code: 'APPROVAL_OPEN_EXISTS' },
  });
  expect(tries).toBe(5);
});

test('a try that was decided on a fold kept from before is not counted', async () => {
  const stream = newStream();
  let lost = 0;
  const handler = createCommandHandler({
    log: scripted((name, toAppend, options) => {
      if (options.expectedRevision === 'no_stream' || lost === 5) return log.append(name, toAppend, options);
      lost += 1;
      throw new RevisionConflict(name, options.expectedRevision, 0n);
    }),
  });
  await execute(handler, stream, submit(), { facts: by('teacher1'), context: at('01:00:00') });
  expect(await execute(handler, stream, pass(0), { facts: by('dean1'), context: at('02:00:00') })).toMatchObject({
    revision: 1,
    appended: true,
  });
});

/**
 * Reads as a node gives them that has nothing yet: only who asks for what is known to be stored is served, by another
 * node.
 */
const lagging = (more: Partial<EventLog> = {}): EventLog => ({
  ...log,
  ...more,
  readStream: (stream, options) =>
    log.readStream(options?.reaches === undefined ? `nothing-of-${stream}` : stream, options),
});

test('a repeat the service still knows is answered by what it did, though the node it reads lacks it', async () => {
  const stream = newStream();
  const handler = createCommandHandler({ log: lagging() });
  const context = at('01:00:00');
  const first = await execute(handler, stream, submit(), { facts: by('teacher1'), context });
  const again = await execute(handler, stream, submit(), {
    facts: by('teacher1'),
    context: { ...context, time: '2026-11-20T02:00:00.000Z' },
  });
  expect(again).toMatchObject({ revision: 0, appended: false, state: (first as { state: object }).state });
});

test('a command a lagging node lacks is found if a second decision conflicts, and answered by its first', async () => {
  const stream = newStream();
  const context = at('01:00:00');
  await execute(createCommandHandler({ log }), stream, submit(), { facts: by('teacher1'), context });
  const outcome = await execute(createCommandHandler({ log: lagging() }), stream, submit(), {
    facts: by('teacher1'),
    context: { ...context, time: '2026-11-20T02:00:00.000Z' },
  });
  expect(outcome).toMatchObject({ revision: 0, appended: false, state: { phase: 'inApproval' } });
  expect(await stored(stream)).toHaveLength(1);
});

test('a fold of events that the log does not have is forgotten when the store says so', async () => {
  const stream = newStream();
  let lie = true;
  const handler = createCommandHandler({
    // Acknowledged by a leader that was deposed: nothing of it is stored.
    log: scripted((name, toAppend, options) => {
      if (!lie) return log.append(name, toAppend, options);
      lie = false;
      return Promise.resolve({ revision: 0n, position: { commit: 1n, prepare: 1n }, repeated: false });
    }),
  });
  await execute(handler, stream, submit(), { facts: by('teacher1'), context: at('01:00:00') });
  expect(await execute(handler, stream, pass(0), { facts: by('dean1'), context: at('02:00:00') })).toMatchObject({
    refused: { code: 'APPROVAL_NOT_FOUND' },
  });
  expect(await execute(handler, stream, submit(), { facts: by('teacher1'), context: at('03:00:00') })).toMatchObject({
    revision: 0,
    appended: true,
  });
});

test.each([
  ['the rule of command and index', (_stream: string, commandId: string) => derivedId(`${commandId}#0`)],
  [
    'the rule of stream, command and index',
    (stream: string, commandId: string) => derivedId(JSON.stringify([stream, commandId, 0])),
  ],
])(
  'a command that a service of the former version has stored under %s is known, also when both decide it at once',
  async (_rule, formerId) => {
    const commandId = randomUUID();
    const example = newStream();
    await execute(createCommandHandler({ log }), example, submit(), {
      facts: by('teacher1'),
      context: at('01:00:00', commandId),
    });
    const [written] = await stored(example);
    const stream = newStream();
    const asked = Promise.withResolvers<ApplicationFacts>();
    const handler = createCommandHandler({ log });
    const late = execute(handler, stream, submit(), { facts: asked.promise, context: at('02:00:00', commandId) });
    await expect.poll(async () => (await handler.read(stream, applicationStreams)).revision).toBe(-1);
    await log.append(
      stream,
      [
        {
          id: formerId(stream, commandId),
          type: 'ApplicationSubmitted',
          data: written!.event.data,
          metadata: written!.metadata,
        },
      ],
      { expectedRevision: 'no_stream' },
    );
    asked.resolve(by('teacher1'));
    expect(await late).toMatchObject({ revision: 0, appended: false });
    expect((await stored(stream)).map(({ metadata }) => metadata.time)).toEqual(['2026-11-20T01:00:00.000Z']);
  },
);
