import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { applicationDecider, type ApplicationCommand, type ApplicationFacts } from '../approval/application.decider.ts';
import { by, draft, pass, submit } from '../approval/application.fixture.ts';
import { person } from '../testing/person.ts';
import { createCommandHandler } from './command-handler.ts';

/*
 * What a command asks of the engines, in calls: the command path is the heart of the product, and stays as short as it
 * is.
 */

let events: TestEventStore;
let log: EventLog;
beforeAll(async () => {
  events = await startTestEventStore();
  log = connectEventLog(events.url, { name: 'cost-test' });
});
afterAll(async () => {
  await log.close();
  await events.stop();
});

/** A handler, and what it has asked of the engines since the last look. */
function counted() {
  let calls = { reads: 0, appends: 0, claims: 0 };
  const handler = createCommandHandler({
    log: {
      ...log,
      readStream: (stream, options) => {
        calls.reads += 1;
        return log.readStream(stream, options);
      },
      append: (stream, toAppend, options) => {
        calls.appends += 1;
        return log.append(stream, toAppend, options);
      },
    },
    claim: () => {
      calls.claims += 1;
      return Promise.resolve(true);
    },
  });
  return {
    /** What a reaction asks that needs the state right after an event. */
    async costSince(stream: string, revision: number) {
      calls = { reads: 0, appends: 0, claims: 0 };
      const folded = await handler.readSince(stream, applicationDecider.streams, revision);
      expect(folded.revision).toBeGreaterThanOrEqual(revision);
      return calls;
    },
    async cost(stream: string, command: ApplicationCommand, facts: ApplicationFacts, commandId: string = randomUUID()) {
      calls = { reads: 0, appends: 0, claims: 0 };
      await handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>({
        stream,
        decider: applicationDecider,
        command,
        facts: () => Promise.resolve(facts),
        context: {
          commandId,
          command: 'test',
          correlationId: 'c',
          causationId: null,
          clientAddress: null,
          actor: person('u'),
          permission: null,
          time: '2026-11-20T01:00:00.000Z',
        },
      });
      return calls;
    },
  };
}

test('what a command asks of the engines', async () => {
  const stream = `application-${randomUUID()}`;
  const [one, two] = [counted(), counted()];
  const commandId = randomUUID();
  expect(
    await one.cost(stream, submit(draft({ applyId: stream })), by('teacher1'), commandId),
    'the first on a stream',
  ).toEqual({ reads: 1, appends: 1, claims: 1 });
  expect(await one.cost(stream, pass(0), by('dean1')), 'one on a stream that is kept').toEqual({
    reads: 0,
    appends: 1,
    claims: 1,
  });
  expect(await one.cost(stream, pass(0), by('dean3')), 'a refusal: it looks whether the stream has moved on').toEqual({
    reads: 1,
    appends: 0,
    claims: 0,
  });
  expect(
    await one.cost(stream, submit(draft({ applyId: stream })), by('teacher1'), commandId),
    'a repeat: what it did is remembered',
  ).toEqual({ reads: 0, appends: 0, claims: 0 });
  expect(
    await counted().cost(stream, submit(draft({ applyId: stream })), by('teacher1'), commandId),
    'a repeat at another service: it reads the stream',
  ).toEqual({ reads: 1, appends: 0, claims: 0 });
  expect(await two.cost(stream, pass(0), by('dean3')), 'a refusal on a stream that is not kept').toEqual({
    reads: 2,
    appends: 0,
    claims: 0,
  });
  expect(await one.cost(stream, pass(1), by('registrar1')), 'one more on the kept stream').toEqual({
    reads: 0,
    appends: 1,
    claims: 1,
  });
  expect(
    await two.cost(stream, pass(2), by('office1')),
    'one on a fold that is behind: refused at first, it looks',
  ).toEqual({ reads: 1, appends: 1, claims: 1 });
  expect(await two.costSince(stream, 3), 'a reaction to what was just stored').toEqual({
    reads: 0,
    appends: 0,
    claims: 0,
  });
  expect(await one.costSince(stream, 3), 'a reaction to what another service stored').toEqual({
    reads: 1,
    appends: 0,
    claims: 0,
  });
});
