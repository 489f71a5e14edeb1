import type { z } from 'zod';
import {
  ROSTER_OF_CLASSES,
  rosterFate,
  type addClassesToRoster,
} from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { rosterCandidates } from '@jwxt/infra/runtime/roster-of-classes.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { closedClass } from './closed-class.ts';

/**
 * Takes the students of whole classes into a roster, as the preview told: who is in it already, has left, or is in
 * another class of the course stays out.
 */
export async function takeClassesIn(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, administrativeClassIds, expected }: z.output<(typeof addClassesToRoster)['payload']>,
): Promise<{ added: number } | Refused> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${teachingClassStudent.name}`]);
  const { rowCount } = await client.query('select from base.teaching_class where teaching_class_id = $1 for update', [
    teachingClassId,
  ]);
  if (rowCount === 0) return refuse('NOT_FOUND');
  const reason = await closedClass(client, teachingClassId);
  if (reason !== null) return refuse('ROSTER_CLASS_CLOSED', { reason });
  const candidates = await rosterCandidates(client, teachingClassId, administrativeClassIds);
  const coming = candidates.filter(({ fate }) => fate === rosterFate.added);
  if (coming.length !== expected) return refuse('ROSTER_CHANGED');
  const { rows } = await client.query<{ key: string; after: object }>(
    `insert into base.teaching_class_student as stored (teaching_class_id, student_code, list_source)
      select $1, unnest($2::text[]), $3 returning roster_id as key, to_jsonb(stored) as after`,
    [teachingClassId, coming.map(({ studentCode }) => studentCode), ROSTER_OF_CLASSES],
  );
  await logOperations(
    client,
    context,
    'addClasses',
    teachingClassStudent.name,
    rows.map((row) => ({ ...row, before: null })),
  );
  return { added: coming.length };
}
