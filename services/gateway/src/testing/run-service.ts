import { resolve } from 'node:path';
import { startChild } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { pause } from '@jwxt/infra/runtime/backoff.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { createHealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createMetrics } from '@jwxt/infra/runtime/metrics.ts';
import type { RunningService, ServiceOptions } from '@jwxt/infra/runtime/service.ts';
import { noTracing } from '@jwxt/infra/runtime/tracing.ts';
import { testPersonSecret } from '@jwxt/infra/testing/engines.ts';

export type ServiceName = 'commands' | 'projections';

/** Another service, ready. */
export interface ServiceBeside extends RunningService {
  /** Its root. */
  readonly url: string;
}

/**
 * Runs another service, by its path, as the supervisor starts it, and waits until it is ready. Usually here in the
 * process of the test, because two processes for each of a hundred files took longer than the tests. Its port is free
 * unless `environment` names one.
 */
export async function runService(
  name: ServiceName,
  environment: Readonly<Record<string, string>>,
  { asProcess = false } = {},
): Promise<ServiceBeside> {
  const port = environment.PORT ?? String(await findFreePort());
  const env = {
    ...process.env,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PERSON_KEY: testPersonSecret,
    ...environment,
    PORT: port,
  };
  const running = asProcess ? await startProcess(name, env) : await startHere(name, env);
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) await pause(20);
  return { url, close: () => running.close() };
}

async function startHere(name: ServiceName, env: NodeJS.ProcessEnv): Promise<RunningService> {
  const { serviceOf } = (await import(resolve(projectRoot, `services/${name}/src/service.ts`))) as {
    serviceOf(env: NodeJS.ProcessEnv): ServiceOptions;
  };
  return await serviceOf(env).start({
    logger: createLogger(name, { level: process.env.TEST_LOG ? 'warn' : 'silent' }),
    health: createHealthRegistry(name),
    metrics: createMetrics(),
    tracing: noTracing,
  });
}

async function startProcess(name: ServiceName, env: NodeJS.ProcessEnv): Promise<RunningService> {
  const child = await startChild({
    script: resolve(projectRoot, `services/${name}/src/main.ts`),
    env,
    onLine: (line) => void (process.env.TEST_LOG && process.stderr.write(`${name}: ${line}\n`)),
  });
  return { close: async () => void (await child.stop(10_000)) };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok;
  } catch {
    return false;
  }
}
