import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, readlink, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pause } from '../runtime/backoff.ts';
import type { Logger } from '../runtime/logger.ts';
import { bareEnvironment } from './child-environment.ts';
import { scriptPath, startChild } from './child.ts';
import type { Child, ChildExit } from './child.ts';
import { findFreePort } from './free-port.ts';
import { dataOwner, postgresAccount } from './postgres-account.ts';
import { locatePostgres } from './postgres-binaries.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { GuardedProgram } from './postgres-guard.ts';

const run = promisify(execFile);
const majorVersion = '18';
const superuser = 'jwxt';

/** The product's database on the local server. */
export const databaseName = 'jwxt';

/** Options of {@link startLocalPostgres}. */
export interface LocalPostgresOptions {
  /** The cluster's folder; created on first use, reused afterwards. */
  dataDir: string;
  /** Password of the user `jwxt`; must be the one the folder was created with. */
  password: string;
  /** Default: any free port. */
  port?: number;
  /** False only for tests: gives up safety against a power cut for speed. Default true. */
  durable?: boolean;
  logger?: Logger;
}

/** A running local PostgreSQL, reachable on the loopback address only. */
export interface LocalPostgres {
  readonly port: number;
  /** Resolves when the server has ended, for whatever reason. */
  readonly exited: Promise<ChildExit>;
  readonly running: boolean;
  /** Connection string for one of its databases. */
  url(database: string): string;
  /** Creates the database unless it exists. */
  ensureDatabase(database: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that came through npm on a data folder: creates it first if needed, stops a server that an
 * earlier crash left behind on the same folder, works as root too. Throws with a message for the operator.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { dataDir } = options;
  await mkdir(dirname(dataDir), { recursive: true });
  const binaries = await locatePostgres(dirname(dataDir));
  await initialise(binaries, options);
  await checkVersion(dataDir);
  await stopLeftover(dataDir, options.logger);
  const port = options.port ?? (await findFreePort());
  const url = (database: string): string =>
    `postgres://${superuser}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;

  const recent: string[] = [];
  const child = await startServer(binaries, options, port, (line) => {
    recent.push(line);
    if (recent.length > 20) recent.shift();
    // PANIC is how it says that it cannot write what it must: the disk is full or broken.
    options.logger?.[line.includes(' PANIC:  ') ? 'error' : 'debug']({ engine: 'postgres' }, line);
  });
  try {
    await waitUntilReady(url('postgres'), child);
  } catch (error) {
    await child.stop(5_000);
    throw new Error(`PostgreSQL 启动失败：${error instanceof Error ? error.message : ''}\n${recent.join('\n')}`, {
      cause: error,
    });
  }
  return {
    port,
    exited: child.exited,
    get running() {
      return child.running;
    },
    url,
    ensureDatabase: (database) => ensureDatabase(url('postgres'), database),
    async stop() {
      await child.stop(15_000);
    },
  };
}

async function initialise(binaries: PostgresBinaries, options: LocalPostgresOptions): Promise<void> {
  const { dataDir } = options;
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  const building = `${dataDir}.initialising`;
  await rm(building, { recursive: true, force: true });
  await mkdir(building, { mode: 0o700 });
  const owner = dataOwner(dataDir);
  const passwordFile = `${building}.password`;
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (owner) {
    await chown(building, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  options.logger?.info({ dataDir }, '首次启动：正在建立 PostgreSQL 数据目录');
  const account = postgresAccount(building, [building, binaries.initdb]);
  const [command, ...args] = [
    ...account.prefix,
    binaries.initdb,
    `--pgdata=${building}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(options.durable === false ? ['--no-sync', '--set=scram_iterations=1'] : []),
  ];
  try {
    await run(command ?? '', args, {
      env: { ...bareEnvironment(), ...binaries.env, LC_ALL: 'C' },
      ...(account.uid === undefined ? {} : { uid: account.uid }),
      ...(account.gid === undefined ? {} : { gid: account.gid }),
    });
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    throw new Error(`无法建立 PostgreSQL 数据目录 ${dataDir}：${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
  await rename(building, dataDir);
}

async function checkVersion(dataDir: string): Promise<void> {
  const version = (await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim();
  if (version === majorVersion) return;
  throw new Error(
    `数据目录 ${dataDir} 属于 PostgreSQL ${version}，本程序使用 ${majorVersion}：请先迁移数据或换一个数据目录`,
  );
}

/** Ends a server of an earlier, crashed run that still holds the folder, and forgets a stale pid file. */
async function stopLeftover(dataDir: string, logger: Logger | undefined): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n', 1)[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (!(await isServerOf(pid, dataDir))) {
    await unlink(pidFile).catch(() => undefined);
    return;
  }
  logger?.warn({ pid }, '发现上次异常退出遗留的 PostgreSQL，正在停止');
  for (const [signal, limitMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    process.kill(pid, signal);
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      if (!(await isServerOf(pid, dataDir))) return;
      await pause(50);
    }
  }
  throw new Error(`数据目录 ${dataDir} 仍被进程 ${pid} 占用，请先结束该进程`);
}

async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (process.platform === 'linux') {
    const workingDir = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return workingDir === dataDir;
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(dataDir);
}

async function startServer(
  binaries: PostgresBinaries,
  options: LocalPostgresOptions,
  port: number,
  onLine: (line: string) => void,
): Promise<Child> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    lc_messages: 'C',
    ...(options.durable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }
      : { fsync: 'on' }),
  };
  const account = postgresAccount(options.dataDir, [options.dataDir, binaries.postgres]);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [
    ...account.prefix,
    binaries.postgres,
    '-D',
    options.dataDir,
    '-p',
    String(port),
    ...flags,
  ];
  const program: GuardedProgram = {
    command,
    args,
    env: { ...binaries.env, LC_ALL: 'C' },
    ...(account.uid === undefined ? {} : { uid: account.uid }),
    ...(account.gid === undefined ? {} : { gid: account.gid }),
  };
  return await startChild({
    script: scriptPath('./postgres-guard.ts', import.meta.url),
    args: [JSON.stringify(program)],
    env: bareEnvironment(),
    onLine,
  });
}

async function waitUntilReady(url: string, child: Child): Promise<void> {
  const deadline = Date.now() + 60_000;
  let lastError = '';
  while (child.running && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      lastError = error instanceof Error ? error.message : String(error);
      if (lastError.includes('password authentication failed')) {
        throw new Error('数据库密码与数据目录不符（密码文件可能被删除或替换）', { cause: error });
      }
      await client.end().catch(() => undefined);
      await pause(50);
    }
  }
  throw new Error(lastError);
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
