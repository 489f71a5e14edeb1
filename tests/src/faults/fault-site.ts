import { writeFileSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askSupervisor } from '@jwxt/infra/supervisor/control-socket.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { environmentOf } from '../testing/product.ts';
import { startProduct, type RunningProduct } from '../testing/start-product.ts';
import { openTcpProxy, type Target, type TcpProxy } from './tcp-proxy.ts';

/** What services reach through a proxy, by the variable that names its address. */
const proxied = { eventstore: 'EVENTSTORE_URL', postgres: 'DATABASE_URL', commands: 'COMMANDS_URL' } as const;
export type ProxyName = keyof typeof proxied;

/** The whole product, started as `npm start` does, with test-only proxies between its parts and a clock that the test may set. */
export interface FaultSite {
  readonly product: RunningProduct;
  /** Environment of the services, past the proxies. */
  readonly env: Readonly<Record<string, string>>;
  readonly proxies: Readonly<Record<ProxyName, TcpProxy>>;
  /** Further commands services, which the gateway's new connections reach in turn, and how many of them did. */
  readonly moreCommands: (Target & { connections: number })[];
  /** Environment of one more service process of this product, under the same faults. */
  readonly serviceEnv: NodeJS.ProcessEnv;
  /** Shifts the clock of every Node process of the product, and of the people at it. */
  shiftClock(ms: number): void;
  /** Signs a person in whose clock is the product's. */
  signIn(userName: string): Promise<ApiSession>;
  stop(): Promise<void>;
}

const preload = new URL('./faulty-process.ts', import.meta.url).href;

/** Starts it with a small demo university in a temporary folder. */
export async function openFaultSite(): Promise<FaultSite> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'jwxt-faults-')));
  const clockFile = join(dataDir, 'clock');
  let shiftMs = 0;
  const shiftClock = (ms: number): void => {
    shiftMs = ms;
    writeFileSync(clockFile, String(ms));
  };
  shiftClock(0);
  const moreCommands: FaultSite['moreCommands'] = [];
  let turn = 0;
  const proxies = Object.fromEntries(await Promise.all(Object.entries(proxied).map(async ([name, variable]) => [name, await openTcpProxy(async () => {
    const { hostname, port } = new URL((await askSupervisor(dataDir))?.env[variable] ?? '');
    const targets = [{ host: hostname, port: Number(port), connections: 0 }, ...(name === 'commands' ? moreCommands : [])];
    turn += 1;
    const chosen = targets[turn % targets.length]!;
    chosen.connections += 1;
    return chosen;
  })] as const))) as Record<ProxyName, TcpProxy>;
  const faultEnv = {
    NODE_OPTIONS: `--import ${preload}`, FAULT_CLOCK_FILE: clockFile,
    ...Object.fromEntries(Object.entries(proxied).map(([name, variable]) => [`FAULT_PORT_${variable}`, String(proxies[name as ProxyName].port)])),
  };
  const closeProxies = () => Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
  try {
    const { product, stop } = await startProduct(600, faultEnv, dataDir);
    const env = await environmentOf(product);
    return {
      product, env, proxies, moreCommands, shiftClock,
      serviceEnv: { ...process.env, ...env, ...faultEnv },
      signIn: (userName) => signInToApi(product.url, userName, undefined, () => Date.now() + shiftMs),
      async stop() {
        await stop();
        await closeProxies();
      },
    };
  } catch (error) {
    await closeProxies();
    throw error;
  }
}
