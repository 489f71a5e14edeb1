/**
 * The engine tests, and the product at work under faults, on engines that run already: what `test:engine` and
 * `test:containers` have in common.
 */
import { randomBytes } from 'node:crypto';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { addressOfShare } from '@jwxt/infra/runtime/shared-log.ts';
import { createDatabase, dropDatabase, withDatabaseName } from '@jwxt/infra/testing/test-database.ts';
import { stoppableVariable, type Stoppable } from './faults/given-engine.ts';
import { runTool, toolPath } from './tool-run.ts';

/** Engines to test on, by address. Without a database the built-in PostgreSQL is used. */
export interface GivenEngines {
  readonly eventStoreUrl: string;
  /** Of a user who may create databases. */
  readonly databaseUrl: string | undefined;
}

/** Which tests to run; `paths` are parts of the paths of the engine tests. */
export interface EngineWish {
  readonly tests: boolean;
  readonly faults: boolean;
  readonly paths: readonly string[];
  /** What the fault load may stop and start; without it the engines are not touched. */
  readonly stoppable?: Stoppable;
}

/**
 * Tests that break, restart or look into an engine, and so bring their own whatever is given; those of its files are
 * left out.
 */
export const withOwnEngines: readonly { readonly paths: string; readonly why: string; readonly runs: boolean }[] = [
  { paths: 'infra/eventstore/src/!(as-real-servers).test.ts', why: 'the built-in node itself', runs: false },
  { paths: 'infra/src/supervisor/**', why: 'who starts and restarts the built-in engines', runs: false },
  { paths: 'infra/src/engines/**', why: 'the built-in engines', runs: false },
  { paths: 'infra/src/backup/**', why: 'copies the files of the built-in node', runs: false },
  { paths: 'tests/src/processes/**', why: 'npm start with the built-in engines', runs: false },
  { paths: 'infra/src/runtime/event-log-appending.test.ts', why: 'kills and freezes its node', runs: true },
  { paths: 'infra/src/runtime/event-log-reading.test.ts', why: 'two nodes, one of which lags behind', runs: true },
  { paths: 'services/projections/src/kernel/worker.test.ts', why: 'some of its tests kill their node', runs: true },
  {
    paths: 'services/projections/src/kernel/live-feed.test.ts',
    why: 'writes streams that belong to the store',
    runs: true,
  },
  { paths: 'services/commands/src/kernel/outages.test.ts', why: 'some of its tests kill their node', runs: true },
];

/**
 * Runs them one after the other; true when all passed. Nothing of the engines' other users is touched: streams have a
 * prefix of this run, databases are new ones.
 */
export async function runOnEngines(engines: GivenEngines, wish: EngineWish): Promise<boolean> {
  const { eventStoreUrl, databaseUrl } = engines;
  let passed = true;
  if (wish.tests) {
    tellWhoBringsOwn();
    const leftOut = withOwnEngines
      .filter(({ runs }) => !runs)
      .map(({ paths }) => paths)
      .join(',');
    const env = {
      ...process.env,
      TEST_LEFT_OUT: leftOut,
      TEST_EVENTSTORE_URL: eventStoreUrl,
      ...(databaseUrl === undefined ? {} : { TEST_DATABASE_URL: databaseUrl }),
    };
    const { code } = await runTool(toolPath('vitest'), ['run', '--project', 'engines', ...wish.paths], {
      cwd: projectRoot,
      env,
    });
    passed = code === 0;
  }
  if (wish.faults) passed = (await runFaults(engines, wish.stoppable)) && passed;
  return passed;
}

function tellWhoBringsOwn(): void {
  const lines = withOwnEngines.map(
    ({ paths, why, runs }) => `· ${paths}（${runs ? '自带节点运行' : '不运行'}）：${why}\n`,
  );
  process.stdout.write(`以下测试需要自己的引擎：\n${lines.join('')}`);
}

/**
 * The fault load with its audits on the whole product, whose services and connections fail, and those engines that may
 * be stopped.
 */
async function runFaults(
  { eventStoreUrl, databaseUrl }: GivenEngines,
  stoppable: Stoppable | undefined,
): Promise<boolean> {
  const streamPrefix = newPrefix();
  const EVENTSTORE_URL = addressOfShare(eventStoreUrl, { streamPrefix, from: await endOf(eventStoreUrl) });
  const database = databaseUrl === undefined ? undefined : `jwxt_${streamPrefix.replace('-', '')}`;
  if (databaseUrl !== undefined && database !== undefined) await createDatabase(databaseUrl, database);
  try {
    const DATABASE_URL =
      databaseUrl === undefined || database === undefined
        ? {}
        : { DATABASE_URL: withDatabaseName(databaseUrl, database) };
    const env = {
      ...process.env,
      FAULT_FORM: 'given',
      EVENTSTORE_URL,
      ...DATABASE_URL,
      ...(stoppable ? { [stoppableVariable]: JSON.stringify(stoppable) } : {}),
    };
    return (await runTool(toolPath('vitest'), ['run', '--project', 'faults'], { cwd: projectRoot, env })).code === 0;
  } finally {
    if (databaseUrl !== undefined && database !== undefined) await dropDatabase(databaseUrl, database);
  }
}

/** A prefix that no other run has. */
function newPrefix(): string {
  return `t${randomBytes(5).toString('hex')}-`;
}

/** The position behind which a store takes what comes next. Throws when it does not answer. */
export async function endOf(eventStoreUrl: string) {
  const log = connectEventLog(eventStoreUrl, { name: 'test-engine' });
  try {
    return (await log.lastPosition()) ?? ('start' as const);
  } finally {
    await log.close();
  }
}
