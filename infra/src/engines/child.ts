import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** How a child process ended. */
export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** What to start and where its output goes. */
export interface ChildOptions {
  /** A TypeScript file run by this Node, and its arguments. */
  script: string;
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Called for each line of standard output and standard error. */
  onLine?(line: string, source: 'stdout' | 'stderr'): void;
  /** For scripts which do not use `runService`: end when this process is gone. */
  dieWithParent?: boolean;
  /** The most that its JavaScript may keep, in MB, unless NODE_OPTIONS names another limit. */
  heapMb?: number;
}

/** A running child. */
export interface Child {
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly exited: Promise<ChildExit>;
  readonly running: boolean;
  /** SIGTERM, then SIGKILL after the limit. Resolves when it has ended. */
  stop(limitMs: number): Promise<ChildExit>;
  /** SIGKILL. */
  kill(): Promise<ChildExit>;
}

const preload = new URL('../runtime/die-with-parent.ts', import.meta.url).href;

/**
 * Starts a script in its own process group (so that Ctrl+C reaches only the supervisor, which stops children in order)
 * with an IPC channel, which tells the child when this process is gone.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const env = options.env ?? process.env;
  const limited = options.heapMb !== undefined && !/--max[-_]old[-_]space[-_]size/.test(env.NODE_OPTIONS ?? '');
  const nodeArgs = [
    ...(options.dieWithParent ? ['--import', preload] : []),
    ...(limited ? [`--max-old-space-size=${options.heapMb}`] : []),
  ];
  const child = spawn(process.execPath, [...nodeArgs, options.script, ...(options.args ?? [])], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  });
  const exited = new Promise<ChildExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  forwardLines(child, options.onLine);
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
  child.on('error', () => undefined);
  child.channel?.unref();
  return {
    pid,
    exited,
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    async stop(limitMs) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
    async kill() {
      child.kill('SIGKILL');
      return await exited;
    },
  };
}

function forwardLines(child: ChildProcess, onLine: ChildOptions['onLine']): void {
  const forward = (stream: Readable | null, source: 'stdout' | 'stderr'): void => {
    if (!stream) return;
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => onLine?.(line, source));
  };
  forward(child.stdout, 'stdout');
  forward(child.stderr, 'stderr');
}

/** The path of a script given relative to `import.meta.url`. */
export function scriptPath(relative: string, base: string): string {
  return fileURLToPath(new URL(relative, base));
}
