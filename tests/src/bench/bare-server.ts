import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { QueryConfig } from 'pg';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** What the bare server serves: statements for each path. */
export interface BareRoutes {
  readonly databaseUrl: string;
  readonly routes: Readonly<Record<string, readonly QueryConfig[]>>;
}

/** A server without the product, in a process of its own. */
export interface BareServer {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Starts it. */
export async function startBareServer(routes: BareRoutes): Promise<BareServer> {
  const child = fork(fileURLToPath(new URL('./bare-server-process.ts', import.meta.url)));
  child.send(routes);
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid!, stop: () => child.disconnect() };
}

/** The statements that a read runs, as they can be run again. */
export async function statementsOf(db: Queryable, read: (db: Queryable) => Promise<unknown>): Promise<QueryConfig[]> {
  const statements: QueryConfig[] = [];
  const query = async (statement: string | QueryConfig, values?: unknown[]): Promise<unknown> => {
    const config =
      typeof statement === 'string'
        ? { text: statement, ...(values ? { values } : {}) }
        : { ...statement, ...(values ? { values } : {}) };
    statements.push(config);
    return await db.query(config);
  };
  await read({ query: query as Queryable['query'] });
  return statements;
}
