import type { AnyEvent } from '@jwxt/contracts/all-events.ts';
import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { schemaStreams, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { SCHEMA_PROCESS } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { onApplicationEnd, type ApplicationEnd } from '../../approval/shared/application-end.ts';
import { policyContext } from '../../kernel/command-context.ts';
import type { CommandServices, Policy } from '../../kernel/command-route.ts';
import type { StoredEvent } from '../../kernel/event-codec.ts';
import { PolicyRefused } from '../../kernel/policy-refused.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { schemaDecider, type SchemaCommand } from './schema.decider.ts';
import { dropPlaces, endPlaces, retakePlaces, takePlaces } from './schema-places.ts';

/** What becomes of a scheme when its application ends: in use, and in the place of the one that it revises. */
const settleSchema = onApplicationEnd(SCHEMA_PROCESS, {
  name: 'major-schema-outcome',
  async content({ applyId, round }, { handler }) {
    const { state } = await handler.read(schemaStream(applyId), schemaStreams);
    if (state.status === 'none' || state.status === 'deleted') throw new Error(`scheme ${applyId} does not exist`);
    // A later round may have begun when this one is looked at again.
    return state.round > round ? null : state;
  },
  async passed({ majorSchemaKey, revisesKey, status }, { cause }, services) {
    // Looked at again later, its places may be another one's.
    if (status === 'submitted') await takePlaces(services, majorSchemaKey, revisesKey);
    const enabled = await tell(services, cause, majorSchemaKey, { type: 'enable' });
    if (revisesKey === null) return enabled;
    return (await tell(services, cause, revisesKey, { type: 'revised', byKey: majorSchemaKey })) ?? enabled;
  },
  returned: closed,
  recalled: closed,
  async notPassed(schema, end, services) {
    const position = await closed(schema, end, services);
    await endPlaces(services.pool, schema.majorSchemaKey);
    return position;
  },
});

function closed(
  { majorSchemaKey }: MajorSchema,
  { cause, outcome, opinion }: ApplicationEnd<'returned' | 'notPassed' | 'recalled'>,
  services: CommandServices,
): Promise<Position | null> {
  return tell(services, cause, majorSchemaKey, { type: 'close', outcome, opinion });
}

/** A scheme that was deleted or cancelled gives its places free; a cancelled revision to the one that it revised. */
const freePlaces: Policy = {
  name: 'major-schema-places',
  types: ['SchemaDeleted', 'SchemaCancelled'],
  start: 'beginning',
  async react(cause, services) {
    const { type, data } = cause.event as Extract<AnyEvent, { type: 'SchemaDeleted' | 'SchemaCancelled' }>;
    if (type === 'SchemaDeleted') {
      await dropPlaces(services.pool, data.majorSchemaKey);
      return null;
    }
    const { majorSchemaKey, revisesKey } = data;
    await endPlaces(services.pool, majorSchemaKey);
    if (revisesKey === null || !(await retakePlaces(services, revisesKey))) return null;
    return tell(services, cause, revisesKey, { type: 'restored', byKey: majorSchemaKey });
  },
};

/** What follows for training schemes from events by itself. */
export const schemaPolicies: readonly Policy[] = [settleSchema, freePlaces];

async function tell(
  { handler }: CommandServices,
  cause: StoredEvent,
  majorSchemaKey: string,
  command: SchemaCommand,
): Promise<Position | null> {
  const purpose = `majorSchema.${command.type}`;
  const done = await handler.execute({
    stream: schemaStream(majorSchemaKey),
    decider: schemaDecider,
    command,
    context: policyContext(cause, purpose),
    facts: () => undefined,
  });
  if (isRefused(done)) throw new PolicyRefused(purpose, done.refused);
  return done.position;
}
