import {
  cancelSchema,
  changeSchema,
  createSchema,
  deleteSchema,
  describeSchema,
  submitSchema,
} from '@jwxt/contracts/scheme/schema/schema.command.ts';
import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import type { SchemaState } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineRoute, type CommandRoute, type CommandServices } from '../../kernel/command-route.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import { refusalToEdit, schemaDecider, type SchemaCommand, type SchemaFacts } from './schema.decider.ts';
import { nameCourses } from './schema.facts.ts';
import { beginningOf } from './schema-beginning.ts';
import { endPlaces, isPlanned } from './schema-places.ts';
import { submissionOf } from './schema-submission.ts';

type LoadFacts = (state: SchemaState) => Promise<SchemaFacts | undefined | Refused> | SchemaFacts | undefined | Refused;

function onSchema(
  majorSchemaKey: string,
  command: SchemaCommand,
  { context, services }: { readonly context: CommandContext; readonly services: CommandServices },
  facts: LoadFacts = () => undefined,
) {
  return services.handler.execute({
    stream: schemaStream(majorSchemaKey),
    decider: schemaDecider,
    command,
    context,
    facts,
  });
}

/** Commands of training schemes. */
export const schemaRoutes: readonly CommandRoute[] = [
  defineRoute(createSchema, async (asked, context, services) => {
    const { majorSchemaKey } = asked;
    const done = await onSchema(majorSchemaKey, { type: 'create' }, { context, services }, async (state) => {
      if (state.status !== 'none') return undefined;
      const begun = await beginningOf(asked, services);
      return isRefused(begun) ? begun : { begun };
    });
    return isRefused(done) ? done : { result: { majorSchemaKey, revision: done.revision }, position: done.position };
  }),
  defineRoute(describeSchema, async ({ majorSchemaKey, revision, ...texts }, context, services) => {
    const done = await onSchema(majorSchemaKey, { type: 'describe', revision, texts }, { context, services });
    return isRefused(done) ? done : { result: { majorSchemaKey, revision: done.revision }, position: done.position };
  }),
  defineRoute(changeSchema, async ({ majorSchemaKey, way, rows }, context, services) => {
    const done = await onSchema(majorSchemaKey, { type: 'change', way, rows }, { context, services }, async (state) => {
      if (state.status === 'none' || state.status === 'deleted') return undefined;
      const named = await nameCourses(services.pool, state, rows);
      return isRefused(named) ? named : { named };
    });
    if (isRefused(done)) return done;
    const { state } = done;
    const standing = 'rows' in state ? state.rows : null;
    return {
      result: {
        majorSchemaKey,
        revision: done.revision,
        rows: rows.map(({ schemaCourseID }) => ({
          schemaCourseID,
          course: standing?.get(schemaCourseID)?.course ?? null,
        })),
      },
      position: done.position,
    };
  }),
  defineRoute(submitSchema, async ({ majorSchemaKey, revision }, context, services) => {
    const done = await onSchema(majorSchemaKey, { type: 'submit', revision }, { context, services }, async (state) => {
      const refused = refusalToEdit(state);
      if (refused || !('rows' in state)) return refused ?? undefined;
      return { submission: await submissionOf(state, context, services) };
    });
    return isRefused(done) ? done : { result: { majorSchemaKey }, position: done.position };
  }),
  defineRoute(cancelSchema, async ({ majorSchemaKey, reason }, context, services) => {
    const done = await onSchema(majorSchemaKey, { type: 'cancel', reason }, { context, services }, async () => ({
      planned: await isPlanned(services.pool, majorSchemaKey),
    }));
    if (isRefused(done)) return done;
    await endPlaces(services.pool, majorSchemaKey);
    return { result: { majorSchemaKey, revision: done.revision }, position: done.position };
  }),
  defineRoute(deleteSchema, async ({ majorSchemaKey }, context, services) => {
    const done = await onSchema(majorSchemaKey, { type: 'delete' }, { context, services });
    return isRefused(done) ? done : { result: { majorSchemaKey, revision: done.revision }, position: done.position };
  }),
];
