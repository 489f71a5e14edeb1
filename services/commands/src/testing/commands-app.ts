import { randomBytes, randomUUID } from 'node:crypto';
import { commandOutcome, type CommandEnvelope, type CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { decodeEvent, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createTestDatabase, startTestEventStore, type TestDatabase, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { buildApp, type AppOptions, type CommandsApp } from '../app.ts';
import { person } from './person.ts';

/** The commands service over engines of its own. */
export interface TestApp {
  readonly app: CommandsApp;
  readonly database: TestDatabase;
  readonly events: TestEventStore;
  /** Another instance over the same engines; close it yourself. */
  another(more?: Partial<AppOptions>): CommandsApp;
  /** Sends a command as the gateway would. */
  send(name: string, payload: unknown, more?: Partial<CommandEnvelope>, to?: CommandsApp): Promise<CommandOutcome>;
  /** {@link send}, failing the test when the command is refused. */
  accept<R>(name: string, payload: unknown, more?: Partial<CommandEnvelope>): Promise<R>;
  /** What is written in a stream. */
  stream(name: string): Promise<StoredEvent[]>;
  /** Place of the last event in the log, as the API writes it. */
  lastPosition(): Promise<string | null>;
  stop(): Promise<void>;
}

/** Builds the service for a test file, over an event store of its own or the given one. Call `stop()` in `afterAll`. */
export async function startTestApp(more: Partial<AppOptions> = {}, given?: TestEventStore): Promise<TestApp> {
  const [database, events] = await Promise.all([createTestDatabase(), given ?? startTestEventStore()]);
  const internalToken = randomBytes(16).toString('hex');
  const build = (over: Partial<AppOptions> = {}): CommandsApp => buildApp({
    databaseUrl: database.url, eventStoreUrl: events.url, internalToken, logger: createLogger('test', { level: process.env.TEST_LOG ?? 'silent' }), ...more, ...over,
  });
  const app = build();
  const log = connectEventLog(events.url, { name: 'test' });
  const send: TestApp['send'] = async (name, payload, envelope = {}, to = app) => {
    const body: CommandEnvelope = {
      commandId: randomUUID(), correlationId: randomUUID(), clientAddress: '10.0.0.1', actor: person('admin'), permission: null, payload, ...envelope,
    };
    const answer = await to.http.inject({ method: 'POST', url: `/commands/${name}`, headers: { authorization: `Bearer ${internalToken}` }, payload: body });
    return commandOutcome.parse(answer.json());
  };
  return {
    app, database, events, another: build, send,
    async accept<R>(name: string, payload: unknown, envelope: Partial<CommandEnvelope> = {}) {
      const outcome = await send(name, payload, envelope);
      if (outcome.status === 'refused') throw new Error(`${name} refused: ${JSON.stringify(outcome)}`);
      return outcome.result as R;
    },
    async stream(name) {
      const written: StoredEvent[] = [];
      for await (const event of log.readStream(name)) written.push(decodeEvent(event));
      return written;
    },
    async lastPosition() {
      const position = await log.lastPosition();
      return position ? formatPosition(position) : null;
    },
    async stop() {
      await app.close();
      await log.close();
      await events.stop();
      await database.drop();
    },
  };
}
