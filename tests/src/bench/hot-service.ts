import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Addresses } from './write-side.ts';

/** A commands service whose only command takes a seat, in a process of its own. */
export interface HotService {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Starts it on the engines at these addresses. */
export async function startHotService(
  env: Pick<Addresses, 'DATABASE_URL' | 'EVENTSTORE_URL' | 'OPERATOR_SECRET' | 'PERSON_KEY'>,
): Promise<HotService> {
  const child = fork(fileURLToPath(new URL('./hot-service-process.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(env);
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid!, stop: () => child.disconnect() };
}
