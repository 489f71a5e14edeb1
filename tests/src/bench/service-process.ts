import { join } from 'node:path';
import { startChild } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';

/** A process of a service that is ready. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;

/** Starts a process of a service on a free port, with the environment of the others. */
export async function startService(
  service: 'commands' | 'projections' | 'gateway',
  env: NodeJS.ProcessEnv,
): Promise<ServiceProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild({
    script: join(projectRoot, 'services', service, 'src', 'main.ts'),
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) },
    dieWithParent: true,
  });
  const deadline = Date.now() + readyWithinMs;
  while (
    !(await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error(`${service} does not become ready on ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    pid: child.pid,
    async stop() {
      await child.stop(15_000);
    },
  };
}
