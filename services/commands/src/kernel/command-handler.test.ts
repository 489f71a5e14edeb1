import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { applicationDecider, type ApplicationCommand, type ApplicationFacts } from '../approval/application.decider.ts';
import { by, draft, pass, submit } from '../approval/application.fixture.ts';
import { person } from '../testing/person.ts';
import type { CommandContext } from './command-context.ts';
import { createCommandHandler, type CommandHandler } from './command-handler.ts';
import { isRefused } from './refusal.ts';

let events: TestEventStore;
let log: EventLog;
beforeAll(async () => {
  events = await startTestEventStore();
  log = connectEventLog(events.url, { name: 'handler-test' });
});
afterAll(async () => {
  await log.close();
  await events.stop();
});

const context = (commandId: string = randomUUID(), command = 'test'): CommandContext => ({
  commandId,
  command,
  correlationId: 'c',
  causationId: null,
  clientAddress: null,
  actor: person('u'),
  permission: null,
  time: '2026-11-20T01:00:00.000Z',
});
const execute = (
  handler: CommandHandler,
  stream: string,
  command: ApplicationCommand,
  facts: ApplicationFacts,
  of = context(),
) =>
  handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>({
    stream,
    decider: applicationDecider,
    command,
    context: of,
    facts: () => facts,
  });
async function count(stream: string): Promise<number> {
  let n = 0;
  for await (const _event of log.readStream(stream)) n += 1;
  return n;
}

test('500 streams × 4 concurrent creations, from two handlers that share nothing, give exactly 500', async () => {
  const handlers = [createCommandHandler({ log }), createCommandHandler({ log })] as const;
  const run = randomUUID();
  const outcomes: Awaited<ReturnType<typeof execute>>[] = [];
  // A hundred streams at a time: what counts is that the four of a stream meet, not how many appends a slow machine has
  // waiting.
  for (let first = 0; first < 500; first += 100) {
    outcomes.push(
      ...(await Promise.all(
        Array.from({ length: 400 }, (_unused, index) => {
          const stream = `application-${run}-${first + (index % 100)}`;
          return execute(
            handlers[index % 200 < 100 ? 0 : 1],
            stream,
            submit(draft({ applyId: stream })),
            by('teacher1'),
          );
        }),
      )),
    );
  }
  expect(outcomes.filter((outcome) => !isRefused(outcome) && outcome.appended)).toHaveLength(500);
  expect(
    outcomes.filter((outcome) => isRefused(outcome) && outcome.refused.code === 'APPROVAL_OPEN_EXISTS'),
  ).toHaveLength(1500);
  const counts: number[] = [];
  for (let index = 0; index < 500; index += 1) counts.push(await count(`application-${run}-${index}`));
  expect(counts.every((n) => n === 1)).toBe(true);
}, 120_000);

test('the same command sent at once and again is carried out once, and always answers its first result', async () => {
  const handlers = [createCommandHandler({ log }), createCommandHandler({ log })] as const;
  const stream = `application-${randomUUID()}`;
  const of = context();
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_unused, index) =>
      execute(handlers[index % 2 === 0 ? 0 : 1], stream, submit(), by('teacher1'), of),
    ),
  );
  await execute(handlers[0], stream, pass(0), by('dean1'));
  outcomes.push(await execute(handlers[1], stream, submit(), by('teacher1'), of));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      revision: 0,
      state: { status: '1' },
      position: (outcomes[0] as { position: unknown }).position,
    });
  expect(await count(stream)).toBe(2);
});

test('a handler that starts afresh knows the commands of the stream; another under a known id is refused', async () => {
  const stream = `application-${randomUUID()}`;
  const of = context();
  await execute(createCommandHandler({ log }), stream, submit(), by('teacher1'), of);
  const fresh = createCommandHandler({ log });
  expect(await execute(fresh, stream, submit(), by('teacher1'), of)).toMatchObject({ appended: false, revision: 0 });
  expect(await execute(fresh, stream, pass(0), by('dean1'), { ...of, command: 'other' })).toMatchObject({
    refused: { code: 'COMMAND_REUSED' },
  });
});

test('a decision is not taken on a fold that is behind: a refusal looks at the stream again', async () => {
  const [one, two] = [createCommandHandler({ log }), createCommandHandler({ log })];
  const stream = `application-${randomUUID()}`;
  await execute(one, stream, submit(), by('teacher1'));
  await execute(two, stream, pass(0), by('dean1'));
  // `one` still holds revision 0; a pass of revision 1 is right all the same.
  expect(await execute(one, stream, pass(1), by('registrar1'))).toMatchObject({
    appended: true,
    state: { status: '2' },
  });
});

test('the same command id on two streams is two commands: no event of one is taken for one of the other', async () => {
  const of = context();
  const streams = [`application-${randomUUID()}`, `application-${randomUUID()}`];
  const reacted: string[] = [];
  const handler = createCommandHandler({
    log,
    onAppended: (written) => {
      reacted.push(...written.map(({ id }) => id));
      return Promise.resolve(null);
    },
  });
  for (const stream of streams)
    expect(await execute(handler, stream, submit(draft({ applyId: stream })), by('teacher1'), of)).toMatchObject({
      appended: true,
    });
  expect(new Set(reacted).size).toBe(2);
});

test('a command whose event was written under the former rule of ids is known when it is sent again', async () => {
  const stream = `application-${randomUUID()}`;
  const of = context();
  await execute(createCommandHandler({ log }), stream, submit(), by('teacher1'), of);
  const written: Parameters<EventLog['append']>[1][number][] = [];
  for await (const { type, data, metadata } of log.readStream(stream))
    written.push({ id: randomUUID(), type, data: data as object, metadata: metadata as object });
  const former = `application-${randomUUID()}`;
  await log.append(former, written, { expectedRevision: 'no_stream' });
  expect(await execute(createCommandHandler({ log }), former, submit(), by('teacher1'), of)).toMatchObject({
    appended: false,
    revision: 0,
  });
  expect(await count(former)).toBe(1);
});

test('how the person came in stands in every event; where nobody says it, nothing does', async () => {
  const stream = `application-${randomUUID()}`;
  const handler = createCommandHandler({ log });
  await execute(handler, stream, submit(), by('teacher1'), { ...context(), signIn: { way: '3', issuedBy: 'admin' } });
  await execute(handler, stream, pass(0), by('dean1'));
  const signIns: unknown[] = [];
  for await (const { metadata } of log.readStream(stream)) signIns.push((metadata as { signIn?: unknown }).signIn);
  expect(signIns).toEqual([{ way: '3', issuedBy: 'admin' }, undefined]);
});

test('a command takes its id before it appends, also when the fold that it began with was behind', async () => {
  const asked: string[] = [];
  const claiming = createCommandHandler({
    log,
    claim: ({ commandId }) => {
      asked.push(commandId);
      return Promise.resolve(commandId !== 'taken');
    },
  });
  const stream = `application-${randomUUID()}`;
  await execute(claiming, stream, submit(), by('teacher1'), context('first'));
  await execute(createCommandHandler({ log }), stream, pass(0), by('dean1'));
  // `claiming` still holds revision 0, refuses at first, looks again, and then would append.
  expect(await execute(claiming, stream, pass(1), by('registrar1'), context('taken'))).toMatchObject({
    refused: { code: 'COMMAND_REUSED' },
  });
  expect(asked).toEqual(['first', 'taken']);
  expect(await count(stream)).toBe(2);
});
