import { schemaStream, type SchemaGradeMajor } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { schemaStreams, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { projectTypeNames, type ProjectType } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { inTransaction, type Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

/** How long a place is kept whose scheme has not been written. */
const claimSeconds = 60;

/** Which place a scheme takes, for whom. */
interface Claim {
  readonly majorSchemaKey: string;
  readonly gradeMajors: readonly Pick<SchemaGradeMajor, 'gradeMajorId' | 'gradeMajorName'>[];
  readonly projectType: ProjectType;
  readonly slot: 'current' | 'revision';
}

/**
 * Takes the place of the one scheme of its kind, or of its revision, for each grade-major: all of them or none. The
 * same scheme may ask again, and has its time anew.
 */
export async function claimPlaces(services: CommandServices, claim: Claim): Promise<Refused | null> {
  await dropLapsed(services, claim);
  const { majorSchemaKey, gradeMajors, projectType, slot } = claim;
  const ids = gradeMajors.map(({ gradeMajorId }) => gradeMajorId);
  return inTransaction(services.pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('major-schema-place', 0))`);
    const { rows } = await client.query<{ njzydm: string }>(
      `select njzydm from base.major_schema_place
        where njzydm = any($1) and project_type = $2 and slot = $3 and major_schema_key <> $4`,
      [ids, projectType, slot, majorSchemaKey],
    );
    const taken = gradeMajors.find(({ gradeMajorId }) => rows.some(({ njzydm }) => njzydm === gradeMajorId));
    if (taken)
      return refuse(slot === 'current' ? 'SCHEMA_EXISTS' : 'SCHEMA_REVISION_EXISTS', {
        subject: taken.gradeMajorName,
        kind: projectTypeNames[projectType],
      });
    await client.query(
      `insert into base.major_schema_place (major_schema_key, njzydm, project_type, slot)
       select $1, id, $2, $3 from unnest($4::text[]) as id
       on conflict (major_schema_key, njzydm) do update set claimed_at = excluded.claimed_at`,
      [majorSchemaKey, projectType, slot, ids],
    );
    return null;
  });
}

/** A place is only an index: what died between it and its scheme lapses. */
async function dropLapsed({ pool, handler }: CommandServices, { gradeMajors, projectType, slot }: Claim) {
  const { rows } = await pool.query<{ key: string }>(
    `select distinct major_schema_key as key from base.major_schema_place
      where njzydm = any($1) and project_type = $2 and slot = $3 and claimed_at < now() - make_interval(secs => $4)`,
    [gradeMajors.map(({ gradeMajorId }) => gradeMajorId), projectType, slot, claimSeconds],
  );
  for (const { key } of rows) {
    const { state } = await handler.read(schemaStream(key), schemaStreams);
    if (state.status === 'none' || state.status === 'deleted') await dropPlaces(pool, key);
  }
}

/** Forgets the places of a scheme that was deleted, or never written. */
export async function dropPlaces(db: Queryable, majorSchemaKey: string): Promise<void> {
  await db.query('delete from base.major_schema_place where major_schema_key = $1', [majorSchemaKey]);
}

/** Gives its places free for another scheme: it did not pass, was cancelled, or was replaced. */
export async function endPlaces(db: Queryable, majorSchemaKey: string): Promise<void> {
  await db.query(`update base.major_schema_place set slot = 'ended' where major_schema_key = $1`, [majorSchemaKey]);
}

/** A scheme that has passed takes the place of the one that it revises. */
export async function takePlaces({ pool }: CommandServices, majorSchemaKey: string, revisesKey: string | null) {
  await inTransaction(pool, async (client) => {
    if (revisesKey !== null) await endPlaces(client, revisesKey);
    await client.query(`update base.major_schema_place set slot = 'current' where major_schema_key = $1`, [
      majorSchemaKey,
    ]);
  });
}

/** A scheme whose revision was cancelled takes its places again; false when another scheme has one of them by now. */
export async function retakePlaces({ pool }: CommandServices, majorSchemaKey: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('major-schema-place', 0))`);
    const { rowCount } = await client.query(
      `update base.major_schema_place place set slot = 'current' where major_schema_key = $1 and not exists (
         select 1 from base.major_schema_place own join base.major_schema_place other
             on other.njzydm = own.njzydm and other.project_type = own.project_type and other.slot = 'current'
          where own.major_schema_key = $1 and other.major_schema_key <> $1)`,
      [majorSchemaKey],
    );
    return (rowCount ?? 0) > 0;
  });
}

/** Whether an execution plan stands on a scheme. */
export async function isPlanned(db: Queryable, majorSchemaKey: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from base.major_schema_place where major_schema_key = $1 and planned_at is not null limit 1',
    [majorSchemaKey],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * The last scheme that passed before one: that which it revises, else that of the nearest earlier grade of the same
 * major; null when there is none. What approvers compare with, and what a new one may begin with.
 */
export async function formerSchema(
  { pool, handler }: CommandServices,
  { revisesKey, gradeMajors, projectType }: Pick<MajorSchema, 'revisesKey' | 'gradeMajors' | 'projectType'>,
): Promise<MajorSchema | null> {
  const read = async (key: string) => {
    const { state } = await handler.read(schemaStream(key), schemaStreams);
    return state.status === 'enabled' || state.status === 'revised' ? state : null;
  };
  if (revisesKey !== null) return read(revisesKey);
  const [first] = gradeMajors;
  if (!first) return null;
  const { rows } = await pool.query<{ key: string }>(
    `select place.major_schema_key as key from base.major_schema_place place join base.grade_major using (njzydm)
      where grade_major.zydm = $1 and grade_major.njdm < $2 and place.project_type = $3 and place.slot = 'current'
      order by grade_major.njdm desc limit 5`,
    [first.majorId, first.grade, projectType],
  );
  for (const { key } of rows) {
    const found = await read(key);
    if (found) return found;
  }
  return null;
}
