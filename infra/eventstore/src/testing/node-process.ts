/** The node as a process of its own, which can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { shell } from '../../../src/testing/programs.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A node that was spawned; it may be starting, running or ended. */
export interface NodeProcess {
  /** Lines of both outputs so far. */
  readonly lines: readonly string[];
  /** Port of the listening line; rejects when the process ends before it. */
  readonly listening: Promise<number>;
  /** Exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals | null>;
  signal(signal: NodeJS.Signals): void;
}

/** Starts `main.ts` with these arguments. */
export function spawnNode(...args: string[]): NodeProcess {
  return watch(spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/**
 * As {@link spawnNode}, on a system that lets no file grow beyond so many blocks of 512 bytes (1,024 in some shells).
 */
export function spawnNodeWithFullDisk(blocks: number, ...args: string[]): NodeProcess {
  const command = `ulimit -f ${blocks}; exec "$@"`;
  return watch(
    spawn(shell().path, ['-c', command, 'sh', process.execPath, MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

function watch(child: ChildProcess): NodeProcess {
  const lines: string[] = [];
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  );
  const listening = new Promise<number>((resolve, reject) => {
    for (const output of [child.stdout!, child.stderr!]) {
      createInterface({ input: output }).on('line', (line) => {
        lines.push(line);
        const port = /正在监听 .*:(\d+)/.exec(line)?.[1];
        if (port) resolve(Number(port));
      });
    }
    void exited.then(() => reject(new Error(lines.join('\n'))));
  });
  // Whoever waits only for the end does not want this rejection.
  listening.catch(() => undefined);
  return { lines, listening, exited, signal: (signal) => void child.kill(signal) };
}
