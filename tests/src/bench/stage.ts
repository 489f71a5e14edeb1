import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalEventNode } from '@jwxt/infra/engines/local-event-node.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { shareOf } from '@jwxt/infra/runtime/shared-log.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { environmentOf, pidOf } from '../testing/product.ts';
import { startProduct } from '../testing/start-product.ts';
import { startLoadDriver, type LoadDriver } from './load-driver.ts';
import { memoryOf, peakMemoryOf, type Processes } from './process-cost.ts';
import type { Scale } from './scale.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import type { Setting } from './setting.ts';
import { startWriteSide, type Addresses, type WriteSide } from './write-side.ts';

/** What is measured: engines and services, and another store beside them. */
export interface Stage {
  readonly env: Addresses;
  /** Database of the services. */
  readonly db: Pool;
  /** Event log of the services, as they see it. */
  readonly log: EventLog;
  /**
   * Where raw appends go: another node on the same disk, so that the product's log stays what the product wrote; the
   * given store, beside its share.
   */
  readonly rawUrl: string;
  /** Each process of the commands service. */
  readonly commandsUrls: readonly string[];
  readonly driver: LoadDriver;
  /** Whose CPU and memory are reported. */
  readonly processes: Processes;
  /** A folder on the same disk. */
  readonly folder: string;
  readonly scale: Scale;
}

/** The whole product on a stage. */
export interface ProductStage extends Stage {
  readonly url: string;
  /** Each gateway, that of `url` first. */
  readonly urls: readonly string[];
  /** A session; each person signs in once. */
  session(userName: string): Promise<ApiSession>;
}

/** Memory of each process in MB. */
export interface Memory {
  readonly atRest: Readonly<Record<string, number>>;
  readonly peak: Readonly<Record<string, number>>;
}

/** The limits of requests a minute and of sign-ins are lifted: they would be what is measured. */
const unlimited = { RATE_LIMIT: '1000000', SIGN_IN_LIMIT: '100000' };

/** Runs work on the commands service and its engines alone: no gateway, no projections. The data folder stays. */
export async function onWriteSide<R>(setting: Setting, work: (stage: Stage) => Promise<R>): Promise<R> {
  const { stop, ...side } = await startWriteSide(setting);
  try {
    return await onStage(setting, side, work);
  } finally {
    await stop();
  }
}

/** Runs work on the whole product, and tells what memory its processes had. The data folder goes with it. */
export async function onProduct<R>(
  setting: Setting,
  work: (stage: ProductStage) => Promise<R>,
): Promise<{ result: R; memory: Memory }> {
  const { dataDir, scale, eventStoreUrl, instances } = setting;
  const { product, stop } = await startProduct(
    scale.students,
    { ...unlimited, ...(eventStoreUrl === undefined ? {} : { EVENTSTORE_URL: eventStoreUrl }) },
    dataDir,
  );
  const more: ServiceProcess[] = [];
  try {
    const all = await environmentOf(product);
    const {
      DATABASE_URL = '',
      EVENTSTORE_URL = '',
      COMMANDS_URL = '',
      COMMANDS_SECRET = '',
      OPERATOR_SECRET = '',
      PERSON_KEY = '',
    } = all;
    const env = { DATABASE_URL, EVENTSTORE_URL, COMMANDS_URL, COMMANDS_SECRET, OPERATOR_SECRET, PERSON_KEY };
    const found = await Promise.all(
      (['eventstore', 'commands', 'projections', 'gateway', 'postgres'] as const).map(
        async (name) => [name, await pidOf(product, name)] as const,
      ),
    );
    const pids: Record<string, number[]> = Object.fromEntries(
      found.flatMap(([name, pid]) => (pid === undefined ? [] : [[name, [pid]]])),
    );
    const [commandsUrls, urls] = [[COMMANDS_URL], [product.url]];
    const startMore = async (
      service: 'commands' | 'projections' | 'gateway',
      own: NodeJS.ProcessEnv = {},
    ): Promise<string> => {
      const one = await startService(service, { ...all, ...unlimited, ...own });
      more.push(one);
      pids[service]!.push(one.pid);
      return one.url;
    };
    for (let instance = 1; instance < instances; instance += 1) {
      const ownCommands = await startMore('commands');
      commandsUrls.push(ownCommands);
      await startMore('projections');
      urls.push(await startMore('gateway', { COMMANDS_URL: ownCommands }));
    }
    const processes: Processes = Object.fromEntries(
      Object.entries(pids).map(([name, list]) => [name, { pids: list, withChildren: name === 'postgres' }]),
    );
    const atRest = await memoryOf(processes);
    const sessions = new Map<string, Promise<ApiSession>>();
    const session = (userName: string): Promise<ApiSession> => {
      const known = sessions.get(userName) ?? signInToApi(product.url, userName);
      sessions.set(userName, known);
      return known;
    };
    const result = await onStage(setting, { env, processes, commandsUrls }, (stage) =>
      work({ ...stage, url: product.url, urls, session }),
    );
    return { result, memory: { atRest, peak: await peakMemoryOf(processes) } };
  } finally {
    await Promise.all(more.map((one) => one.stop()));
    await stop();
  }
}

async function onStage<R>(
  { dataDir, scale, eventStoreUrl }: Setting,
  { env, processes, commandsUrls }: Omit<WriteSide, 'stop'>,
  work: (stage: Stage) => Promise<R>,
): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-bench-raw-'));
  const rawNode =
    eventStoreUrl === undefined ? await startLocalEventNode({ dataDir: join(folder, 'eventstore') }) : undefined;
  const db = createPool(env.DATABASE_URL, { name: 'bench', max: 10, statementTimeoutMs: 0 });
  const log = connectEventLog(env.EVENTSTORE_URL, { name: 'bench' });
  const driver = startLoadDriver();
  try {
    return await work({
      env,
      db,
      log,
      rawUrl: rawNode?.url ?? shareOf(env.EVENTSTORE_URL).address,
      commandsUrls,
      driver,
      processes: { ...processes, ...(rawNode ? { rawNode: { pids: [rawNode.pid] } } : {}) },
      folder: dataDir,
      scale,
    });
  } finally {
    driver.stop();
    await log.close();
    await db.end();
    await rawNode?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
