import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { startLocalEventNode } from '@jwxt/infra/engines/local-event-node.ts';
import { databaseName, startLocalPostgres } from '@jwxt/infra/engines/local-postgres.ts';
import { migrate } from '@jwxt/infra/migrations/migrate.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { loadSecrets, prepareDataFolder } from '@jwxt/infra/supervisor/data-folder.ts';
import type { Processes } from './process-cost.ts';

/** Addresses of engines and services, and the services' token. */
export type Addresses = Readonly<Record<'DATABASE_URL' | 'EVENTSTORE_URL' | 'COMMANDS_URL' | 'INTERNAL_TOKEN', string>>;

/** The commands service with its engines, and nothing else. */
export interface WriteSide {
  readonly env: Addresses;
  readonly processes: Processes;
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;

/** Starts it on a data folder that `npm start` can take over later, and loads the demo university. */
export async function startWriteSide(dataDir: string, students: number): Promise<WriteSide> {
  await prepareDataFolder(dataDir);
  const { postgresPassword, internalToken } = await loadSecrets(dataDir);
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), password: postgresPassword });
  await postgres.ensureDatabase(databaseName);
  await migrate(postgres.url(databaseName));
  const node = await startLocalEventNode({ dataDir: join(dataDir, 'eventstore') });
  const port = await findFreePort();
  const env = {
    DATABASE_URL: postgres.url(databaseName), EVENTSTORE_URL: node.url, INTERNAL_TOKEN: internalToken, COMMANDS_URL: `http://127.0.0.1:${port}`,
    JWXT_DATA: dataDir, LOG_LEVEL: 'info', NODE_ENV: 'development', JWXT_DEMO_STUDENTS: String(students), JWXT_ALLOW_BACKDATED: '1',
  };
  const run = (script: string) => startChild({ script: join(projectRoot, script), env: { ...process.env, ...env, PORT: String(port) }, dieWithParent: true });
  const commands = await run('services/commands/src/main.ts');
  await untilReady(`${env.COMMANDS_URL}/health/ready`);
  for (const script of ['infra/src/base-data/main.ts', 'infra/src/demo/main.ts']) {
    const { code } = await (await run(script)).exited;
    if (code !== 0) throw new Error(`${script} ended with code ${code}`);
  }
  const postgresPid = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  return {
    env, processes: { eventstore: { pid: node.pid }, commands: { pid: commands.pid }, postgres: { pid: postgresPid, withChildren: true } },
    async stop() {
      await commands.stop(15_000);
      await node.stop();
      await postgres.stop();
    },
  };
}

async function untilReady(address: string): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (!(await fetch(address).then(({ ok }) => ok, () => false))) {
    if (Date.now() > deadline) throw new Error(`${address} does not become ready`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
