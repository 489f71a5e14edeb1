import { join } from 'node:path';
import { startChild, type Child } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { vi } from 'vitest';
import type { FaultSite } from './fault-site.ts';
import { isLive } from './process-up.ts';

/** One more process of a service, beside the one that the supervisor keeps. */
export interface SecondProcess {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts it as an operator would, with the environment of the running product. */
export async function startSecond(site: FaultSite, service: 'commands' | 'projections'): Promise<SecondProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child: Child = await startChild({
    script: join(projectRoot, 'services', service, 'src', 'main.ts'), env: { ...site.serviceEnv, HOST: '127.0.0.1', PORT: String(port) },
  });
  await vi.waitFor(() => isLive(url), { timeout: 60_000, interval: 100 });
  return {
    port, url,
    async stop() {
      await child.stop(15_000);
    },
  };
}
