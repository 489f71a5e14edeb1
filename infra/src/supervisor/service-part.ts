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
  env: Readonly<Record<string, string>>;
}

/** What service processes share. */
export interface ServiceSurroundings {
  log: SystemLog;
  register: ChildRegister;
}

const readyLimitMs = 10 * 60_000;
const sayStillWaitingEveryMs = 15_000;
/** Longer than the services' own limit for draining. */
const stopLimitMs = 15_000;

/** The process of a service as a part to keep running. It is up when `/health/startup` says so, alive while `/health/live` answers. */
export function servicePart(plan: ServicePlan, { log, register }: ServiceSurroundings): Part {
  return {
    name: plan.name,
    async start(stopping) {
      const recent: string[] = [];
      const child = await startChild({
        script: plan.script,
        env: { ...process.env, ...plan.env, HOST: plan.host, PORT: String(plan.port) },
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
        const message = `${plan.name} 启动失败（${error instanceof Error ? error.message : ''}）\n${recent.map(readable).join('\n')}`;
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
  try {
    const response = await fetch(new URL(path, localAddress(plan)), { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Where this machine reaches a service: an any-address means the loopback, and IPv6 needs brackets. */
export function localAddress({ host, port }: Pick<ServicePlan, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function readable(line: string): string {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== 'object' || parsed === null || !('msg' in parsed)) return line;
    const cause = 'err' in parsed && typeof parsed.err === 'object' && parsed.err && 'message' in parsed.err ? `：${String(parsed.err.message)}` : '';
    return `  ${String(parsed.msg)}${cause}`;
  } catch {
    return `  ${line}`;
  }
}
