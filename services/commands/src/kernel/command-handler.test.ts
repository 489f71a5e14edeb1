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
  commandId, command, correlationId: 'c', causationId: null, clientAddress: null, actor: person('u'), permission: null, time: '2026-11-20T01:00:00.000Z',
});
const execute = (handler: CommandHandler, stream: string, command: ApplicationCommand, facts: ApplicationFacts, of = context()) =>
  handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>({ stream, decider: applicationDecider, command, context: of, facts: () => facts });
async function count(stream: string): Promise<number> {
  let n = 0;
  for await (const _event of log.readStream(stream)) n += 1;
  return n;
}

test('500 streams × 4 concurrent creations, from two handlers that share nothing, give exactly 500', async () => {
  const handlers = [createCommandHandler({ log }), createCommandHandler({ log })] as const;
  const run = randomUUID();
  const outcomes: Awaited<ReturnType<typeof execute>>[] = [];
  // A hundred streams at a time: what counts is that the four of a stream meet, not how many appends a slow machine has waiting.
  for (let first = 0; first < 500; first += 100) {
    outcomes.push(...await Promise.all(Array.from({ length: 400 }, (_unused, index) => {
      const stream = `application-${run}-${first + index % 100}`;
      return execute(handlers[index % 200 < 100 ? 0 : 1], stream, submit(draft({ applyId: stream })), by('teacher1'));
    })));
  }
  expect(outcomes.filter((outcome) => !isRefused(outcome) && outcome.appended)).toHaveLength(500);
  expect(outcomes.filter((outcome) => isRefused(outcome) && outcome.refused.code === 'APPROVAL_OPEN_EXISTS')).toHaveLength(1500);
  const counts: number[] = [];
  for (let index = 0; index < 500; index += 1) counts.push(await count(`application-${run}-${index}`));
  expect(counts.every((n) => n === 1)).toBe(true);
}, 120_000);

test('the same command sent at once and again is carried out once, and always answers its first result', async () => {
  const handlers = [createCommandHandler({ log }), createCommandHandler({ log })] as const;
  const stream = `application-${randomUUID()}`;
  const of = context();
  const outcomes = await Promise.all(Array.from({ length: 10 }, (_unused, index) => execute(handlers[index % 2 === 0 ? 0 : 1], stream, submit(), by('teacher1'), of)));
  await execute(handlers[0], stream, pass(0), by('dean1'));
  outcomes.push(await execute(handlers[1], stream, submit(), by('teacher1'), of));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ revision: 0, state: { status: '1' }, position: (outcomes[0] as { position: unknown }).position });
  expect(await count(stream)).toBe(2);
});

test('a handler that starts afresh knows the commands of the stream; another command under a known id is refused', async () => {
  const stream = `application-${randomUUID()}`;
  const of = context();
  await execute(createCommandHandler({ log }), stream, submit(), by('teacher1'), of);
  const fresh = createCommandHandler({ log });
  expect(await execute(fresh, stream, submit(), by('teacher1'), of)).toMatchObject({ appended: false, revision: 0 });
  expect(await execute(fresh, stream, pass(0), by('dean1'), { ...of, command: 'other' })).toMatchObject({ refused: { code: 'COMMAND_REUSED' } });
});

test('a decision is not taken on a fold that is behind: a refusal looks at the stream again', async () => {
  const [one, two] = [createCommandHandler({ log }), createCommandHandler({ log })];
  const stream = `application-${randomUUID()}`;
  await execute(one, stream, submit(), by('teacher1'));
  await execute(two, stream, pass(0), by('dean1'));
  // `one` still holds revision 0; a pass of revision 1 is right all the same.
  expect(await execute(one, stream, pass(1), by('registrar1'))).toMatchObject({ appended: true, state: { status: '2' } });
});
