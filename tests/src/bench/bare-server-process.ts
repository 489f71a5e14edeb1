/**
 * Fastify and pg, nothing else: answers each path with the rows of the statements that it was given for it. Told them
 * over IPC; says its address.
 */
import { fastify } from 'fastify';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { BareRoutes } from './bare-server.ts';

process.once('message', ({ databaseUrl, routes }: BareRoutes) => {
  const db = createPool(databaseUrl, { name: 'bare', max: 10 });
  const app = fastify();
  for (const [path, statements] of Object.entries(routes)) {
    app.get(path, async () =>
      (await Promise.all(statements.map((statement) => db.query(statement)))).map(({ rows }) => rows as unknown[]),
    );
  }
  app.listen({ host: '127.0.0.1', port: 0 }).then(
    (address) => process.send?.(address),
    (error: Error) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());
