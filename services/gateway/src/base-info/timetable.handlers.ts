import { ownTimetable, queryTimetable, type TimetableKind } from '@jwxt/contracts/base-info/timetable.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { readTimetable, timetableOwners, type TimetableOwner } from './timetable.read.ts';

/** Who or what has a code, where a condition about `owner` holds; refused where there is none. */
async function ownerOf(
  db: Queryable,
  kind: TimetableKind,
  code: string,
  condition: (params: SqlParams) => string,
): Promise<TimetableOwner> {
  const { table, key, name } = timetableOwners[kind];
  const params = sqlParams();
  const { rows } = await db.query<{ name: string; xqdm: string | null }>(
    `select owner.${name} as name, owner.xqdm from base.${table} owner
      where owner.${key} = ${params.add(code)} and ${condition(params)}`,
    [...params.values],
  );
  if (!rows[0]) throw new Refused('NOT_FOUND');
  return { kind, code, ...rows[0] };
}

const ownHandler = handler(ownTimetable, async (asked, { user, services: { db }, now }) => {
  const [kind, code] = user.gh === null ? (['student', user.studentCode] as const) : (['teacher', user.gh] as const);
  if (code === null) throw new Refused('TIMETABLE_OF_NOBODY');
  return await readTimetable(db, await ownerOf(db, kind, code, () => 'true'), asked, now);
});

const queryHandler = handler(queryTimetable, async ({ kind, code, ...asked }, { user, services: { db }, now }) => {
  const inScope = (params: SqlParams): string =>
    scopeCondition(user, 'timetable:query', timetableOwners[kind].scope, params);
  return await readTimetable(db, await ownerOf(db, kind, code, inScope), asked, now);
});

export const timetableHandlers = [ownHandler, queryHandler];
