import type { z } from 'zod';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import type { createSchema } from '@jwxt/contracts/scheme/schema/schema.command.ts';
import { schemaStream, type SchemaGradeMajor } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { coursesOf, schemaStreams, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import type { SchemaFacts } from './schema.decider.ts';
import { loadGradeMajors } from './schema.facts.ts';
import { claimPlaces } from './schema-places.ts';

type Begun = NonNullable<SchemaFacts['begun']>;
type Asked = z.output<typeof createSchema.payload>;

/** Everything that a scheme begins with, its places taken; or why it cannot be begun. */
export async function beginningOf(
  { from, revises, gradeMajorIds, schemeVersionId, projectType, ...asked }: Asked,
  services: CommandServices,
): Promise<Begun | Refused> {
  const source = from === null ? null : await passedSchema(services, from);
  if (from !== null && source === null) return refuse('SCHEMA_SOURCE_NONE');
  if (revises && source?.status !== 'enabled') return refuse('SCHEMA_NOT_IN_USE');
  const revised = revises ? source : null;
  const gradeMajors = await loadGradeMajors(
    services.pool,
    revised ? revised.gradeMajors.map(({ gradeMajorId }) => gradeMajorId) : gradeMajorIds,
  );
  if (gradeMajors.length < (revised?.gradeMajors ?? gradeMajorIds).length)
    return refuseField('SCHEMA_GRADE_MAJOR_GONE', {}, 'gradeMajorIds');
  const version = await findVersion(services.pool, revised?.schemeVersionId ?? schemeVersionId, revised !== null);
  if (!version) return refuseField('SCHEMA_VERSION_GONE', {}, 'schemeVersionId');
  const kind = revised?.projectType ?? projectType;
  const { majorSchemaKey } = asked;
  const claimed = await claimPlaces(services, {
    majorSchemaKey,
    gradeMajors,
    projectType: kind,
    slot: revised ? 'revision' : 'current',
  });
  if (isRefused(claimed)) return claimed;
  const courses =
    source === null ? [] : await copiedCourses(services.pool, source, { ...version, gradeMajors }, majorSchemaKey);
  return {
    ...asked,
    projectType: kind,
    gradeMajors,
    ...version,
    courses,
    origin: source && { majorSchemaKey: source.majorSchemaKey, schemaName: source.texts.schemaName },
    revisesKey: revised?.majorSchemaKey ?? null,
  };
}

async function passedSchema({ handler }: CommandServices, key: string): Promise<MajorSchema | null> {
  const { state } = await handler.read(schemaStream(key), schemaStreams);
  return state.status === 'none' || state.status === 'deleted' ? null : state;
}

async function findVersion(db: Queryable, schemeVersionId: string, whatever: boolean) {
  const { rows } = await db.query<{ schemeVersionId: string; schemeVersionName: string }>(
    `select scheme_version_id as "schemeVersionId", scheme_version_name as "schemeVersionName"
       from base.scheme_version where scheme_version_id = $1 and ($2 or publish_status = $3)`,
    [schemeVersionId, whatever, schemeVersionStatus.published],
  );
  return rows[0];
}

interface Target {
  readonly schemeVersionId: string;
  readonly gradeMajors: readonly SchemaGradeMajor[];
}

/**
 * The rows of a scheme for another one, with keys of their own. In another version they go to the class of the same
 * name, module by module; a course whose class is not there keeps its own, which the checks then find. Directions stay
 * where the major is the same.
 */
export async function copiedCourses(
  db: Queryable,
  source: MajorSchema,
  { schemeVersionId, gradeMajors }: Target,
  majorSchemaKey: string,
): Promise<SchemaCourse[]> {
  const { rows } = await db.query<{ own: string; classifyId: string; moduleId: string }>(
    `select old.classify_id as own, new.classify_id as "classifyId", new.module_id as "moduleId"
       from base.scheme_classify old join base.scheme_classify new
         on new.classify_name = old.classify_name and new.module_name = old.module_name
      where old.scheme_version_id = $1 and new.scheme_version_id = $2`,
    [source.schemeVersionId, schemeVersionId],
  );
  const places = new Map(rows.map(({ own, ...place }) => [own, place]));
  const sameMajor = source.gradeMajors.some(({ majorId }) => gradeMajors.some((other) => other.majorId === majorId));
  return coursesOf(source).map((course) => ({
    ...course,
    ...places.get(course.classifyId),
    ...(sameMajor ? {} : { directionId: '', directionName: '' }),
    schemaCourseID: derivedId(`${majorSchemaKey}:${course.schemaCourseID}`),
  }));
}
