import { writeFileSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askSupervisor } from '@jwxt/infra/data-folder/control-socket.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { environmentOf } from '../testing/product.ts';
import { startProduct, type RunningProduct } from '../testing/start-product.ts';
import { services, startSecond, type SecondProcess, type ServiceName } from './service-process.ts';
import { openTcpProxy, type Target, type TcpProxy } from './tcp-proxy.ts';

/** What services reach through a proxy, by the variable that names its address. */
const proxied = { eventstore: 'EVENTSTORE_URL', postgres: 'DATABASE_URL', commands: 'COMMANDS_URL' } as const;
export type ProxyName = keyof typeof proxied;

/**
 * What a proxy can stand before: a cluster tells its clients the addresses of its nodes itself. `given`: address of an
 * event store that is not the product's own.
 */
export function proxiedOf(given: string | undefined): readonly ProxyName[] {
  const isCluster = given !== undefined && (given.startsWith('esdb+discover:') || !URL.canParse(given));
  return (Object.keys(proxied) as ProxyName[]).filter((name) => name !== 'eventstore' || !isCluster);
}

/**
 * The whole product, started as `npm start` does, with test-only proxies between its parts and a clock that the test
 * may set. With a second process of each service the proxies before commands and gateways are balancers: new
 * connections go to both in turn, and past what takes none.
 */
export interface FaultSite {
  readonly product: RunningProduct;
  /** Environment of the services, past the proxies. */
  readonly env: Readonly<Record<string, string>>;
  readonly proxies: Readonly<Record<ProxyName, TcpProxy>>;
  /** Where people reach the gateways. */
  readonly door: TcpProxy;
  /** The second process of each service; undefined where there is one of each. */
  readonly seconds: Readonly<Record<ServiceName, SecondProcess>> | undefined;
  /** Addresses of the processes of a service that are meant to serve now. */
  urlsOf(service: ServiceName): string[];
  /** What the second processes have said so far. */
  readonly secondLines: readonly string[];
  /** Shifts the clock of every Node process of the product, and of the people at it. */
  shiftClock(ms: number): void;
  /** Signs a person in whose clock is the product's. */
  signIn(userName: string): Promise<ApiSession>;
  stop(): Promise<void>;
}

const preload = new URL('./faulty-process.ts', import.meta.url).href;

/** Starts it with a small demo university in a temporary folder; `two`: two processes of each service. */
export async function openFaultSite(two: boolean): Promise<FaultSite> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'jwxt-faults-')));
  const clockFile = join(dataDir, 'clock');
  let shiftMs = 0;
  const shiftClock = (ms: number): void => {
    shiftMs = ms;
    writeFileSync(clockFile, String(ms));
  };
  shiftClock(0);
  const seconds: Partial<Record<ServiceName, SecondProcess>> = {};
  const balanced = async (service: ServiceName | undefined, first: () => Promise<string>): Promise<TcpProxy> => {
    let turn = 0;
    return await openTcpProxy(async () => {
      const second = service && seconds[service];
      const targets: Target[] = [targetOf(await first()), ...(second?.serves ? [targetOf(second.url)] : [])];
      turn += 1;
      return turn % 2 === 0 ? targets : targets.toReversed();
    });
  };
  // An engine that is given is reached before the supervisor, which waits for it, can tell its address.
  const addressOf = async (variable: string): Promise<string> =>
    process.env[variable] ?? (await askSupervisor(dataDir))?.env[variable] ?? '';
  const proxies = Object.fromEntries(
    await Promise.all(
      Object.entries(proxied).map(
        async ([name, variable]) =>
          [name, await balanced(name === 'commands' ? name : undefined, () => addressOf(variable))] as const,
      ),
    ),
  ) as Record<ProxyName, TcpProxy>;
  const door = await balanced('gateway', async () => (await askSupervisor(dataDir))?.address ?? '');
  const faultEnv = {
    NODE_OPTIONS: `--import ${preload}`,
    JWXT_TEST_CLOCK_FILE: clockFile,
    ...Object.fromEntries(
      Object.entries(proxied).map(([name, variable]) => [
        `JWXT_TEST_PORT_${variable}`,
        String(proxies[name as ProxyName].port),
      ]),
    ),
  };
  const closeProxies = () => Promise.all([...Object.values(proxies), door].map((proxy) => proxy.close()));
  const stopSeconds = () => Promise.all(Object.values(seconds).map((second) => second.stop()));
  const secondLines: string[] = [];
  try {
    const { product, stop } = await startProduct(600, faultEnv, dataDir);
    const stopAll = async (): Promise<void> => {
      await stopSeconds();
      await stop();
      await closeProxies();
    };
    try {
      const env = await environmentOf(product);
      const serviceEnv = { ...process.env, ...env, ...faultEnv };
      if (two)
        await Promise.all(
          services.map(
            async (service) =>
              (seconds[service] = await startSecond(service, serviceEnv, (line) => secondLines.push(line))),
          ),
        );
      const firsts: Record<ServiceName, string> = {
        commands: env.COMMANDS_URL ?? '',
        projections: env.PROJECTIONS_URL ?? '',
        gateway: product.url,
      };
      return {
        product,
        env,
        proxies,
        door,
        secondLines,
        shiftClock,
        seconds: two ? (seconds as Record<ServiceName, SecondProcess>) : undefined,
        urlsOf: (service) => [firsts[service], ...(seconds[service]?.serves ? [seconds[service].url] : [])],
        signIn: (userName) =>
          signInToApi(`http://127.0.0.1:${door.port}`, userName, undefined, () => Date.now() + shiftMs),
        stop: stopAll,
      };
    } catch (error) {
      await stopAll();
      throw error;
    }
  } catch (error) {
    await closeProxies();
    throw error;
  }
}

function targetOf(address: string): Target {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port) };
}
