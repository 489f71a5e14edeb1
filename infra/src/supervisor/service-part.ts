import { get, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { partEnvironment } from '../engines/child-environment.ts';
import { startChild } from '../engines/child.ts';
import type { Child } from '../engines/child.ts';
import { pause } from '../runtime/backoff.ts';
import { configExitCode } from '../runtime/config.ts';
import type { Logger } from '../runtime/logger.ts';
import type { SystemLog } from './console-log.ts';
import { exitReason } from './engine-parts.ts';
import { HopelessStart } from './keep-running.ts';
import type { Part } from './keep-running.ts';
import type { ChildRegister } from './leftovers.ts';

/** A service of the product, run as a process. */
export interface ServicePlan {
  /** Name in logs. */
  name: string;
  /** Its program: uses `runService`, listens on PORT and answers `/health/live` and `/health/startup`. */
  script: string;
  port: number;
  /** Address it listens on; any-address is probed on the loopback. */
  host: string;
  /** It speaks https, with whatever certificate. */
  tls?: boolean;
  env: Readonly<Record<string, string>>;
  /** Names of the secrets that it shares with others, besides those of every service. */
  secrets: readonly string[];
}

/** What service processes share. */
export interface ServiceSurroundings {
  log: SystemLog;
  register: ChildRegister;
}

/**
 * What a service keeps is bounded (caches have limits, lists are pages), about 150 MB. Told of no limit, Node on a
 * large machine lets four times as much garbage pile up before it looks: 590 MB after loading 12,000 students.
 */
const HEAP_MB = 768;
/** What every service shows the engines, and what opens its `/metrics`. */
const serviceSecrets = ['DATABASE_URL', 'EVENTSTORE_URL', 'METRICS_TOKEN'];
const readyLimitMs = 10 * 60_000;
const sayStillWaitingEveryMs = 15_000;
/** Longer than the services' own limit for draining. */
const stopLimitMs = 15_000;

/**
 * The process of a service as a part to keep running. It is up when `/health/startup` says so, alive while
 * `/health/live` answers.
 */
export function servicePart(plan: ServicePlan, { log, register }: ServiceSurroundings): Part {
  return {
    name: plan.name,
    async start(stopping) {
      const recent: string[] = [];
      const child = await startChild({
        script: plan.script,
        heapMb: HEAP_MB,
        env: partEnvironment({ ...plan.env, HOST: plan.host, PORT: String(plan.port) }, [
          ...serviceSecrets,
          ...plan.secrets,
        ]),
        onLine(line) {
          recent.push(line);
          if (recent.length > 15) recent.shift();
          log.childLine(plan.name, line);
        },
      });
      register.add(child.pid, plan.script);
      const exited = child.exited.then((exit) => {
        register.remove(child.pid);
        return exitReason(exit);
      });
      try {
        await untilReady(plan, child, stopping, log.logger);
      } catch (error) {
        const { code } = await child.stop(stopLimitMs);
        const message =
          `${plan.name} 启动失败（${error instanceof Error ? error.message : ''}）\n` +
          `${recent.map(readable).join('\n')}`;
        throw code === configExitCode ? new HopelessStart(message) : new Error(message, { cause: error });
      }
      return {
        exited,
        healthy: () => answers(plan, '/health/live'),
        async stop() {
          await child.stop(stopLimitMs);
        },
      };
    },
  };
}

async function untilReady(plan: ServicePlan, child: Child, stopping: AbortSignal, logger: Logger): Promise<void> {
  const ended = child.exited.then(exitReason);
  const startedAt = Date.now();
  let sayAt = startedAt + sayStillWaitingEveryMs;
  for (;;) {
    if (stopping.aborted) throw new Error('已要求停止');
    if (await answers(plan, '/health/startup')) return;
    if (!child.running) throw new Error(await ended);
    if (Date.now() - startedAt > readyLimitMs) throw new Error('迟迟未能就绪');
    if (Date.now() > sayAt) {
      logger.info(`仍在等待 ${plan.name} 就绪`);
      sayAt += sayStillWaitingEveryMs;
    }
    await Promise.race([pause(100, stopping), ended]);
  }
}

async function answers(plan: ServicePlan, path: string): Promise<boolean> {
  const address = new URL(path, localAddress(plan));
  return await new Promise((resolve) => {
    const answered = (response: IncomingMessage): void => {
      response.resume().once('close', () => resolve(response.complete && response.statusCode === 200));
    };
    // Its certificate names the school, not this machine's loopback address: who answers is our own child.
    const options = { agent: false, signal: AbortSignal.timeout(3_000) } as const;
    const request =
      plan.tls === true
        ? getSecurely(address, { ...options, rejectUnauthorized: false }, answered)
        : get(address, options, answered);
    request.once('error', () => resolve(false));
  });
}

/** Where this machine reaches a service: an any-address means the loopback, and IPv6 needs brackets. */
export function localAddress({ host, port, tls = false }: Pick<ServicePlan, 'host' | 'port' | 'tls'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http${tls ? 's' : ''}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function readable(line: string): string {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== 'object' || parsed === null || !('msg' in parsed)) return line;
    const cause =
      'err' in parsed && typeof parsed.err === 'object' && parsed.err && 'message' in parsed.err
        ? `：${String(parsed.err.message)}`
        : '';
    return `  ${String(parsed.msg)}${cause}`;
  } catch {
    return `  ${line}`;
  }
}
