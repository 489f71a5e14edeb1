import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from './approval-viewer.ts';
import type { SqlParams } from './sql-params.ts';

/**
 * SQL condition: the application waits in a queue of the viewer's, and neither they nor whom they stand in for had a
 * hand in it.
 */
export function awaitingCondition(
  applyId: string,
  { user, queueKeys, represented }: Viewer,
  params: SqlParams,
): string {
  if (queueKeys.length === 0) return 'false';
  const free = (userName: string): string => `${params.add(userName)} <> all(waiting.excluded)`;
  const own = queueKeys.filter((key) => !represented.has(key));
  const lent = Map.groupBy(represented, ([, { userName }]) => userName);
  const queues = [
    `waiting.queue_key = any(${params.add(own)})`,
    ...[...lent].map(
      ([absent, entries]) =>
        `(waiting.queue_key = any(${params.add(entries.map(([key]) => key))}) and ${free(absent)})`,
    ),
  ];
  return `exists (select from rm_todo_queue.item waiting where waiting.apply_id = ${applyId} and ${free(user.userName)}
      and (${queues.join(' or ')}))`;
}

/**
 * Those of the applications that wait for somebody in whose place the viewer decides, with the authorisation to do so.
 */
export async function authorisationsFor(
  db: Queryable,
  { user, represented }: Viewer,
  applyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (represented.size === 0) return new Map();
  const { rows } = await db.query<{ apply_id: string; queue_key: string; excluded: string[] }>(
    'select apply_id, queue_key, excluded from rm_todo_queue.item where apply_id = any($1) and queue_key = any($2)',
    [[...applyIds], [...represented.keys()]],
  );
  return new Map(
    rows.flatMap(({ apply_id: applyId, queue_key: key, excluded }) => {
      const onBehalfOf = represented.get(key);
      return onBehalfOf && ![user.userName, onBehalfOf.userName].some((one) => excluded.includes(one))
        ? [[applyId, onBehalfOf.authId] as const]
        : [];
    }),
  );
}
