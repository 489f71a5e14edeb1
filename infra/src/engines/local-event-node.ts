import { folderAccess, localNodeUrl } from '@jwxt/eventstore/node-access.ts';
import { pause } from '../runtime/backoff.ts';
import { connectEventLog } from '../runtime/event-log.ts';
import type { Logger } from '../runtime/logger.ts';
import { bareEnvironment } from './child-environment.ts';
import { scriptPath, startChild } from './child.ts';
import type { Child, ChildExit } from './child.ts';
import { findFreePort } from './free-port.ts';

/** Options of {@link startLocalEventNode}. */
export interface LocalEventNodeOptions {
  /** The node's data folder; created on first use, reused afterwards. */
  dataDir: string;
  /** Default: any free port. */
  port?: number;
  logger?: Logger;
}

/** A running local event node, reachable on the loopback address only, for those who know its secret. */
export interface LocalEventNode {
  readonly pid: number;
  readonly port: number;
  /** Value for EVENTSTORE_URL. */
  readonly url: string;
  readonly exited: Promise<ChildExit>;
  readonly running: boolean;
  stop(): Promise<void>;
  /** SIGKILL, for tests that want a crash. */
  kill(): Promise<void>;
}

/** The program of the local node. */
export const localEventNodeScript = scriptPath('../../eventstore/src/main.ts', import.meta.url);

/** Where a node on this data folder and port is reached, with the folder's own secret. */
export function localEventNodeUrl(dataDir: string, port: number): string {
  return localNodeUrl(folderAccess(dataDir), port);
}

/** Longest time without a word from a node that is starting; it says how far it is while it refills its index. */
const startLimitMs = 60_000;

/** Starts the local event node as a process of its own and waits until it answers. Throws with its last log lines. */
export async function startLocalEventNode(options: LocalEventNodeOptions): Promise<LocalEventNode> {
  const port = options.port ?? (await findFreePort());
  const url = localEventNodeUrl(options.dataDir, port);
  const recent: string[] = [];
  let lastWord = Date.now();
  const child = await startChild({
    script: localEventNodeScript,
    args: ['--port', String(port), '--data', options.dataDir],
    env: bareEnvironment(),
    dieWithParent: true,
    onLine(line) {
      recent.push(line);
      if (recent.length > 20) recent.shift();
      lastWord = Date.now();
      // The node's own levels: what it warns of (a torn end cut off, a full disk) is for the operator.
      const level = line.includes(' 错误 ') ? 'error' : line.includes(' 警告 ') ? 'warn' : 'debug';
      options.logger?.[level]({ engine: 'eventstore' }, line);
    },
  });
  try {
    await waitUntilAnswering(url, child, () => Date.now() - lastWord < startLimitMs);
  } catch (error) {
    await child.stop(5_000);
    throw new Error(`事件库启动失败\n${recent.join('\n')}`, { cause: error });
  }
  return {
    pid: child.pid,
    port,
    url,
    exited: child.exited,
    get running() {
      return child.running;
    },
    async stop() {
      await child.stop(15_000);
    },
    async kill() {
      await child.kill();
    },
  };
}

async function waitUntilAnswering(url: string, child: Child, patient: () => boolean): Promise<void> {
  const log = connectEventLog(url, { name: 'start' });
  try {
    for (;;) {
      try {
        // One that ended, because its log is damaged for example, is not waited for.
        await Promise.race([log.lastPosition(), child.exited.then(() => Promise.reject(new Error('it ended')))]);
        return;
      } catch (error) {
        if (!child.running || !patient()) throw error;
        await pause(100);
      }
    }
  } finally {
    await log.close();
  }
}
