import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalPostgres } from '../engines/local-postgres.ts';
import { migrate } from '../migrations/migrate.ts';
import { createDatabase, dropDatabases, withDatabaseName } from './test-database.ts';

/** What tests need to know to get a database of their own. */
export interface TestDatabaseServer {
  /** Connection string of a user who may create databases. */
  adminUrl: string;
  /** A migrated, empty database to copy. Databases whose names begin with its name go when it goes. */
  template: string;
}

declare module 'vitest' {
  // vitest learns the type of a provided value only by this merging.
  export interface ProvidedContext {
    databaseServer: TestDatabaseServer;
  }
}

/**
 * Once for each test run: one PostgreSQL (the local one in a temporary folder, or the one named by TEST_DATABASE_URL)
 * with a migrated template database. Answers the function that removes everything again.
 */
export default async function setUpDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { adminUrl: given, stop: () => Promise.resolve() } : await startTemporaryPostgres();
  const template = `jwxt_template_${randomBytes(4).toString('hex')}`;
  try {
    await prepareTemplate(server.adminUrl, template);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('databaseServer', { adminUrl: server.adminUrl, template });
  return async () => {
    if (given) await dropDatabases(given, template);
    await server.stop();
  };
}

async function startTemporaryPostgres(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-test-'));
  await chmod(folder, 0o711);
  const postgres = await startLocalPostgres({
    dataDir: join(folder, 'postgres'),
    password: randomBytes(16).toString('hex'),
    durable: false,
  });
  return {
    adminUrl: postgres.url('postgres'),
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function prepareTemplate(adminUrl: string, template: string): Promise<void> {
  await createDatabase(adminUrl, template);
  await migrate(withDatabaseName(adminUrl, template));
}
