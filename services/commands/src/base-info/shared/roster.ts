import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { firstNotAllowed } from '@jwxt/infra/runtime/status-allowance.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { closedClass } from '../closed-class.ts';

/** A student in a class, and where the list has him from (名单来源). */
export interface RosterPlace {
  readonly teachingClassId: string;
  readonly studentCode: string;
  readonly listSource: string;
}

/** Takes a student into a roster. Refuses a class that is closed, and where he is in it or in another of its course. */
export async function joinRoster(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, studentCode, listSource }: RosterPlace,
): Promise<Refused | null> {
  const { rowCount } = await client.query('select from base.teaching_class where teaching_class_id = $1 for update', [
    teachingClassId,
  ]);
  if (rowCount === 0) return refuse('NOT_FOUND');
  const reason = await closedClass(client, teachingClassId);
  if (reason !== null) return refuse('ROSTER_CLASS_CLOSED', { reason });
  const barred = await firstNotAllowed(client, [studentCode], 'enterScores');
  if (barred) return refuse('STATUS_FORBIDS', { ...barred });
  const { rows } = await client.query<{ name: string }>(
    `select other.teaching_class_name as name from base.teaching_class class
       join base.teaching_class other on other.course_id = class.course_id and other.semester_id = class.semester_id
       join base.teaching_class_student roster on roster.teaching_class_id = other.teaching_class_id
      where class.teaching_class_id = $1 and roster.student_code = $2 limit 1`,
    [teachingClassId, studentCode],
  );
  if (rows[0]) return refuse('ROSTER_STUDENT_IN', { name: rows[0].name });
  const { rows: added } = await client.query<{ key: string; after: object }>(
    `insert into base.teaching_class_student as stored (teaching_class_id, student_code, list_source)
      values ($1, $2, $3) returning roster_id as key, to_jsonb(stored) as after`,
    [teachingClassId, studentCode, listSource],
  );
  await logOperations(
    client,
    context,
    'create',
    teachingClassStudent.name,
    added.map((row) => ({ ...row, before: null })),
  );
  return null;
}

/** Takes a student off a roster, where the list has him from there. Refuses a class that is closed. */
export async function leaveRoster(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, studentCode, listSource }: RosterPlace,
): Promise<Refused | null> {
  const reason = await closedClass(client, teachingClassId);
  if (reason !== null) return refuse('ROSTER_CLASS_CLOSED', { reason });
  const { rows } = await client.query<{ key: string; before: object }>(
    `delete from base.teaching_class_student stored
      where teaching_class_id = $1 and student_code = $2 and list_source = $3
      returning roster_id as key, to_jsonb(stored) as before`,
    [teachingClassId, studentCode, listSource],
  );
  await logOperations(
    client,
    context,
    'delete',
    teachingClassStudent.name,
    rows.map((row) => ({ ...row, after: null })),
  );
  return null;
}
