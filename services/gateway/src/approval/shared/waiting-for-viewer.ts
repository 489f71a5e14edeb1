import type { SignedInCall } from '../../kernel/handler.ts';
import type { Viewer } from './approval-viewer.ts';
import type { SqlParams } from '../../kernel/sql-params.ts';
import { todoQueueModel } from '@jwxt/contracts/approval/todo-queue.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';

const itemTable = readModelTable(todoQueueModel, 'item');

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
  return `exists (select from ${itemTable} waiting where waiting.apply_id = ${applyId} and ${free(user.userName)}
      and (${queues.join(' or ')}))`;
}

/** The authorisations by which somebody decides an application: in whose place, and for whom it counts besides. */
export interface StandingIn {
  readonly authId?: string;
  readonly alsoFor?: string[];
}

/** For those of the applications that wait for somebody in whose place the viewer may decide, the authorisations. */
export async function authorisationsFor(
  { db, queueKeys }: Pick<SignedInCall['services'], 'db' | 'queueKeys'>,
  { user, represented }: Viewer,
  applyIds: readonly string[],
): Promise<ReadonlyMap<string, StandingIn>> {
  const lent = await queueKeys.lent(user);
  if (lent.size === 0) return new Map();
  const { rows } = await db.query<
    Pick<ReadRowOf<typeof todoQueueModel.tables.item>, 'apply_id' | 'queue_key' | 'excluded'>
  >(`select apply_id, queue_key, excluded from ${itemTable} where apply_id = any($1) and queue_key = any($2)`, [
    [...applyIds],
    [...lent.keys()],
  ]);
  return new Map(
    rows
      .filter(({ excluded }) => !excluded.includes(user.userName))
      .map(({ apply_id: applyId, queue_key: key, excluded }) => {
        const open = (lent.get(key) ?? []).filter(({ userName }) => !excluded.includes(userName));
        // Whoever decides in the own right does so, and stands in besides.
        const inPlaceOf = represented.has(key) ? open[0] : undefined;
        const alsoFor = open.filter((one) => one !== inPlaceOf).map(({ authId }) => authId);
        return [
          applyId,
          { ...(inPlaceOf ? { authId: inPlaceOf.authId } : {}), ...(alsoFor.length > 0 ? { alsoFor } : {}) },
        ] as const;
      }),
  );
}
