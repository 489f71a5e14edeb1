import type { QueryResultRow } from 'pg';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from './approval-viewer.ts';
import { awaitingCondition } from './waiting-for-viewer.ts';
import { sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

/** What an audit list reads; every part is SQL. */
export interface AuditSource {
  readonly columns: string;
  /** The whole clause, beginning with `from`. */
  readonly from: string;
  /** The application's id, as a column of `from`. */
  readonly applyId: string;
  /** What is asked for, and everything in scope that waits for the viewer. */
  readonly where: (params: SqlParams) => string;
  readonly waiting: (params: SqlParams) => string;
  readonly orderBy: string;
}

/**
 * One page of an audit list with `awaits_me` on each row, how many rows there are, and, whatever was asked for, how
 * many wait for the viewer (`todo`).
 */
export async function readAuditPage<Row extends QueryResultRow>(
  db: Queryable,
  viewer: Viewer,
  { columns, from, applyId, where, waiting, orderBy }: AuditSource,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ rows: (Row & { awaits_me: boolean })[]; total: number; todo: number }> {
  const count = async (conditions: AuditSource['where']): Promise<number> => {
    const params = sqlParams();
    const text = `select count(*)::int as count ${from} where ${conditions(params)}`;
    return (await db.query<{ count: number }>(text, [...params.values])).rows[0]?.count ?? 0;
  };
  const params = sqlParams();
  const page = `select ${columns}, ${awaitingCondition(applyId, viewer, params)} as awaits_me ${from}
    where ${where(params)}
    order by ${orderBy}, ${applyId} limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`;
  const [{ rows }, total, todo] = await Promise.all([
    db.query<Row & { awaits_me: boolean }>(page, [...params.values]),
    count(where),
    count(waiting),
  ]);
  return { rows, total, todo };
}
