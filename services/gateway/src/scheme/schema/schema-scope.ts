import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { majorSchemaModel } from '@jwxt/contracts/scheme/schema/schema.read-model.ts';
import { schemaStreams, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import type { Principal } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { scopeCondition, type ScopedRow } from '../../kernel/scope.ts';
import { sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { foldEvents, type PlacedEvent } from '../../kernel/stored-streams.ts';

export const schemaTable = readModelTable(majorSchemaModel, 'schema');
export const courseTable = readModelTable(majorSchemaModel, 'course');

/** Scope of a scheme through its grade-majors (S:gm). */
const gradeMajorScope: ScopedRow = {
  target: 'resource',
  NJ: 'grade_major.njdm',
  DW: 'grade_major.dwh',
  ZY: 'grade_major.zydm',
  XSLB: 'grade_major.xslbdm',
};

/** Condition on `base.grade_major`. */
export function gradeMajorInScope(user: Principal, permission: PermissionCode | null, params: SqlParams): string {
  return scopeCondition(user, permission, gradeMajorScope, params);
}

/** Condition on the scheme's table `schema`: one of its grade-majors is in the person's scope. */
export function schemaInScope(user: Principal, permission: PermissionCode | null, params: SqlParams): string {
  const inScope = gradeMajorInScope(user, permission, params);
  return inScope === 'true' || inScope === 'false'
    ? inScope
    : `exists (select from base.grade_major where grade_major.njzydm = any(schema.grade_major_ids) and ${inScope})`;
}

/** Throws unless all of these grade-majors are in the caller's scope under the call's permission. */
export async function requireGradeMajors(call: SignedInCall, gradeMajorIds: readonly string[]): Promise<void> {
  const params = sqlParams();
  const inScope = gradeMajorInScope(call.user, call.permission, params);
  const { rows } = await call.services.db.query<{ own: boolean }>(
    `select ${inScope} as own from base.grade_major where grade_major.njzydm = any(${params.add(gradeMajorIds)})`,
    [...params.values],
  );
  if (rows.some(({ own }) => !own)) throw new Refused('OUT_OF_SCOPE');
}

/**
 * A scheme as its stream has it, whose grade-majors are all in the caller's scope: what writing begins with. Read
 * models may be late; what a person edits must not be.
 */
export async function writtenSchema(call: SignedInCall, majorSchemaKey: string): Promise<MajorSchema> {
  const schema = stateOf(await call.services.storedStreams.read(schemaStream(majorSchemaKey)));
  const ids = schema?.gradeMajors.map(({ gradeMajorId }) => gradeMajorId) ?? [];
  await requireGradeMajors(call, ids);
  if (!schema) throw new Refused('SCHEMA_GONE');
  return schema;
}

/** A scheme that the caller may read, as its stream has it, with all its events. */
export async function readableSchema(
  call: SignedInCall,
  majorSchemaKey: string,
): Promise<{ schema: MajorSchema; events: readonly PlacedEvent[] }> {
  const events = await call.services.storedStreams.read(schemaStream(majorSchemaKey));
  const schema = stateOf(events);
  const params = sqlParams();
  const inScope = gradeMajorInScope(call.user, call.permission, params);
  const { rows } = await call.services.db.query<{ own: boolean }>(
    `select exists (select from base.grade_major where grade_major.njzydm = any(${params.add(
      schema?.gradeMajors.map(({ gradeMajorId }) => gradeMajorId) ?? [],
    )}) and ${inScope}) as own`,
    [...params.values],
  );
  if (!schema || rows[0]?.own !== true) throw new Refused('NOT_FOUND');
  return { schema, events };
}

/** The state that events of a scheme fold into; null where there is none, or none any more. */
export function stateOf(events: readonly PlacedEvent[]): MajorSchema | null {
  const state = foldEvents(schemaStreams, events);
  return state.status === 'none' || state.status === 'deleted' ? null : state;
}
