import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '@jwxt/infra/engines/child.ts';
import { startLocalEventNode } from '@jwxt/infra/engines/local-event-node.ts';
import { databaseName, startLocalPostgres } from '@jwxt/infra/engines/local-postgres.ts';
import { migrate } from '@jwxt/infra/migrations/migrate.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { derivedSecret } from '@jwxt/infra/runtime/internal-secrets.ts';
import { loadSecrets, prepareDataFolder } from '@jwxt/infra/data-folder/data-folder.ts';
import type { Processes } from './process-cost.ts';
import { startService } from './service-process.ts';
import type { Setting } from './setting.ts';

/** Addresses of engines and services, and what gateways and the operator sign with. */
export type Addresses = Readonly<
  Record<
    'DATABASE_URL' | 'EVENTSTORE_URL' | 'COMMANDS_URL' | 'COMMANDS_SECRET' | 'OPERATOR_SECRET' | 'PERSON_KEY',
    string
  >
>;

/** The commands service with its engines, and nothing else. */
export interface WriteSide {
  readonly env: Addresses;
  /** Each of its processes. */
  readonly commandsUrls: readonly string[];
  readonly processes: Processes;
  stop(): Promise<void>;
}

/** Starts it on a data folder that `npm start` can take over later, and loads the demo university. */
export async function startWriteSide({ dataDir, scale, eventStoreUrl, instances }: Setting): Promise<WriteSide> {
  await prepareDataFolder(dataDir);
  const { postgresPassword, internalToken } = await loadSecrets(dataDir);
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), password: postgresPassword });
  await postgres.ensureDatabase(databaseName);
  await migrate(postgres.url(databaseName));
  const node =
    eventStoreUrl === undefined ? await startLocalEventNode({ dataDir: join(dataDir, 'eventstore') }) : undefined;
  const engines = {
    DATABASE_URL: postgres.url(databaseName),
    EVENTSTORE_URL: eventStoreUrl ?? node!.url,
    COMMANDS_SECRET: derivedSecret(internalToken, 'commands'),
    OPERATOR_SECRET: derivedSecret(internalToken, 'operator'),
    PERSON_KEY: derivedSecret(internalToken, 'person keys'),
    JWXT_DATA: dataDir,
    LOG_LEVEL: 'info',
    NODE_ENV: 'development',
    JWXT_DEMO_STUDENTS: String(scale.students),
    JWXT_ALLOW_BACKDATED: '1',
  };
  const commands = await Promise.all(Array.from({ length: instances }, () => startService('commands', engines)));
  const env = { ...engines, COMMANDS_URL: commands[0]!.url };
  for (const script of ['infra/src/base-data/main.ts', 'infra/src/demo/main.ts']) await runProgram(script, env);
  const postgresPid = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  return {
    env,
    commandsUrls: commands.map(({ url }) => url),
    processes: {
      ...(node ? { eventstore: { pids: [node.pid] } } : {}),
      commands: { pids: commands.map(({ pid }) => pid) },
      postgres: { pids: [postgresPid], withChildren: true },
    },
    async stop() {
      await Promise.all(commands.map((service) => service.stop()));
      await node?.stop();
      await postgres.stop();
    },
  };
}

async function runProgram(script: string, env: NodeJS.ProcessEnv): Promise<void> {
  let said: readonly string[] = [];
  const program = await startChild({
    script: join(projectRoot, script),
    env: { ...process.env, ...env },
    dieWithParent: true,
    onLine: (line) => void (said = [...said.slice(-20), line]),
  });
  const { code } = await program.exited;
  if (code !== 0) throw new Error(`${script} ended with code ${code}:\n${said.join('\n')}`);
}
