import { randomBytes, randomUUID } from 'node:crypto';
import { commandOutcome, type CommandEnvelope, type CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { withPersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import { decodeEvent, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { requestSigner, type Caller } from '@jwxt/infra/runtime/request-signature.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import {
  createTestDatabase,
  startTestEventStore,
  testPersonSecret,
  type TestDatabase,
  type TestEventStore,
} from '@jwxt/infra/testing/engines.ts';
import { buildApp, type AppOptions, type CommandsApp } from '../app.ts';
import { person } from './person.ts';

/** The commands service over engines of its own. */
export interface TestApp {
  readonly app: CommandsApp;
  /** What the operator's programs sign with. */
  readonly operatorSecret: string;
  readonly database: TestDatabase;
  readonly events: TestEventStore;
  /** Another instance over the same engines; close it yourself. */
  another(more?: Partial<AppOptions>): CommandsApp;
  /** Sends a command as the operator's programs do: in anybody's name. */
  send(name: string, payload: unknown, more?: Partial<CommandEnvelope>, to?: CommandsApp): Promise<CommandOutcome>;
  /** The same as the gateway does: only what the actor has a right to. */
  sendForPerson(name: string, payload: unknown, more?: Partial<CommandEnvelope>): Promise<CommandOutcome>;
  /** Asks for an address, as the gateway would. */
  ask(path: string, of?: CommandsApp): Promise<{ statusCode: number; json<T>(): T }>;
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
  const [gatewaySecret, operatorSecret] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const signAs = {
    gateway: requestSigner('gateway', gatewaySecret),
    operator: requestSigner('operator', operatorSecret),
  };
  const build = (over: Partial<AppOptions> = {}): CommandsApp =>
    buildApp({
      databaseUrl: database.url,
      eventStoreUrl: events.url,
      secrets: { gateway: [gatewaySecret], operator: [operatorSecret] },
      personSecrets: [testPersonSecret],
      logger: createLogger('test', { level: process.env.TEST_LOG ?? 'silent' }),
      ...more,
      ...over,
    });
  const app = build();
  const log = withPersonKeys(connectEventLog(events.url, { name: 'test' }), app.services.personKeys);
  const sendAs = async (
    caller: Caller,
    name: string,
    payload: unknown,
    envelope: Partial<CommandEnvelope>,
    to: CommandsApp,
  ): Promise<CommandOutcome> => {
    const body: CommandEnvelope = {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      clientAddress: '10.0.0.1',
      actor: person('admin'),
      permission: null,
      payload,
      ...envelope,
    };
    const request = { method: 'POST', path: `/commands/${name}`, body: JSON.stringify(body) } as const;
    const answer = await to.http.inject({
      method: 'POST',
      url: request.path,
      headers: { authorization: signAs[caller](request), 'content-type': 'application/json' },
      payload: request.body,
    });
    return commandOutcome.parse(answer.json());
  };
  const send: TestApp['send'] = (name, payload, envelope = {}, to = app) =>
    sendAs('operator', name, payload, envelope, to);
  return {
    app,
    operatorSecret,
    database,
    events,
    another: build,
    send,
    sendForPerson: (name, payload, envelope = {}) => sendAs('gateway', name, payload, envelope, app),
    ask: async (path, of = app) =>
      await of.http.inject({
        url: path,
        headers: { authorization: signAs.gateway({ method: 'GET', path, body: '' }) },
      }),
    async accept<R>(name: string, payload: unknown, envelope: Partial<CommandEnvelope> = {}) {
      const outcome = await send(name, payload, envelope);
      if (outcome.status === 'refused') throw new Error(`${name} refused: ${JSON.stringify(outcome)}`);
      return outcome.result as R;
    },
    async stream(name) {
      const written: StoredEvent[] = [];
      for await (const event of log.readStream(name)) written.push(...decodeEvent(event).events);
      return written;
    },
    async lastPosition() {
      for await (const { position } of log.readAll({ direction: 'backwards', maxCount: 1 }))
        return formatPosition(position);
      return null;
    },
    async stop() {
      await app.close();
      await log.close();
      await events.stop();
      await database.drop();
    },
  };
}
