import { join } from 'node:path';
import { startChild, type Child } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { vi } from 'vitest';

/** A service of which two may run. */
export const services = ['commands', 'projections', 'gateway'] as const;
export type ServiceName = (typeof services)[number];

/**
 * The second process of a service, beside the one that the supervisor keeps: only the test starts, freezes and kills
 * it.
 */
export interface SecondProcess {
  readonly port: number;
  readonly url: string;
  /** It runs, and is not frozen. */
  readonly serves: boolean;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP, and SIGCONT. */
  freeze(): void;
  thaw(): void;
  /** Starts it again on its port; resolves when it serves. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it as an operator would, with the environment of the running product; `onLine` hears what it says. */
export async function startSecond(
  service: ServiceName,
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<SecondProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: Child | undefined;
  let frozen = false;
  const second: SecondProcess = {
    port,
    url,
    get serves() {
      return !frozen && (child?.running ?? false);
    },
    async kill() {
      await child?.kill();
    },
    freeze() {
      frozen = true;
      process.kill(child!.pid, 'SIGSTOP');
    },
    thaw() {
      frozen = false;
      process.kill(child!.pid, 'SIGCONT');
    },
    async start() {
      child = await startChild({
        script: join(projectRoot, 'services', service, 'src', 'main.ts'),
        env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
        onLine,
      });
      await vi.waitFor(() => isLive(url), { timeout: 60_000, interval: 100 });
    },
    async stop() {
      if (frozen) second.thaw();
      await child?.stop(15_000);
    },
  };
  await second.start();
  return second;
}

/** Whether a service serves; throws otherwise. */
export async function isLive(url: string): Promise<void> {
  const response = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(2_000) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
}
