import { Worker, type Transferable } from 'node:worker_threads';
import { Refused } from './refused.ts';
import type { ThreadAnswer, ThreadTask } from './thread-tasks.ts';

/** How many threads there are, and what one task may take. */
export interface ThreadPoolOptions {
  /** What a thread runs: a module that calls `serveTasks`. */
  readonly program: URL;
  readonly threads: number;
  /** Tasks of one person at the same time. */
  readonly perPerson: number;
  /** A task that takes longer is given up, and its thread with it. */
  readonly taskMs: number;
  /** Heap of one thread. */
  readonly memoryMb: number;
  /** A thread that had nothing to do for so long is ended. */
  readonly idleMs?: number;
}

/** A task that took too long or too much memory, or whose thread broke. */
export class TaskGivenUp extends Error {
  readonly reason: 'time' | 'memory' | 'broken' | 'closing';

  constructor(reason: TaskGivenUp['reason'], cause?: unknown) {
    super(`a task was given up: ${reason}`, { cause });
    this.name = 'TaskGivenUp';
    this.reason = reason;
  }
}

/** What a task may have besides its input: what is given away with it, and what ends its waiting. */
export interface TaskExtras {
  readonly transfer?: readonly Transferable[];
  /** A task that waits is never begun; one under way is its program's to end. */
  readonly signal?: AbortSignal;
}

interface Task extends ThreadTask {
  readonly person: string;
  readonly transfer: readonly Transferable[];
  resolve(value: unknown): void;
  reject(error: Error): void;
}
interface Thread {
  readonly worker: Worker;
  task: Task | null;
  timer: NodeJS.Timeout | undefined;
}

const defaultIdleMs = 60_000;

/**
 * Threads that work beside the event loop. Tasks wait by person: whoever has fewest under way comes first, and among
 * equals whoever has waited longest since his last one, so that thirty tasks of one person hold nobody else up for
 * longer than one of them.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #threads = new Set<Thread>();
  /** In the order in which people are served. */
  readonly #waiting = new Map<string, Task[]>();
  readonly #running = new Map<string, number>();
  #closed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Tasks of a person that wait or are under way. */
  countOf(person: string): number {
    return (this.#running.get(person) ?? 0) + (this.#waiting.get(person)?.length ?? 0);
  }

  /**
   * Runs a task of the program by its name. `input` is cloned, except for what is in `transfer`. Throws what the task
   * refused with, or TaskGivenUp.
   */
  async run<Output>(
    person: string,
    name: string,
    input: unknown,
    { transfer = [], signal }: TaskExtras = {},
  ): Promise<Output> {
    if (this.#closed) throw new TaskGivenUp('closing');
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const task: Task = { name, input, person, transfer, resolve, reject };
    const forget = (): void => {
      if (this.#forget(task)) reject(abortedBy(signal));
    };
    signal?.addEventListener('abort', forget);
    this.#waiting.set(person, [...(this.#waiting.get(person) ?? []), task]);
    this.#startNext();
    return await (promise as Promise<Output>).finally(() => signal?.removeEventListener('abort', forget));
  }

  /** Ends all threads; what is under way or waits is given up. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const tasks of this.#waiting.values()) for (const task of tasks) task.reject(new TaskGivenUp('closing'));
    this.#waiting.clear();
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, new TaskGivenUp('closing'))));
  }

  #startNext(): void {
    for (;;) {
      const thread =
        [...this.#threads].find(({ task }) => task === null) ??
        (this.#threads.size < this.#options.threads ? this.#open() : null);
      const task = thread && this.#takeNext();
      if (!task) return;
      this.#running.set(task.person, (this.#running.get(task.person) ?? 0) + 1);
      this.#give(thread, task);
    }
  }

  #takeNext(): Task | null {
    const [next] = [...this.#waiting.keys()]
      .map((person) => ({ person, running: this.#running.get(person) ?? 0 }))
      .filter(({ running }) => running < this.#options.perPerson)
      .toSorted((one, other) => one.running - other.running);
    if (!next) return null;
    const [task, ...rest] = this.#waiting.get(next.person) ?? [];
    // Behind everybody else who waits.
    this.#waiting.delete(next.person);
    if (rest.length > 0) this.#waiting.set(next.person, rest);
    return task ?? null;
  }

  /** Takes a task out of the queue. Answers whether it still waited. */
  #forget(task: Task): boolean {
    const queue = this.#waiting.get(task.person) ?? [];
    const rest = queue.filter((other) => other !== task);
    if (rest.length > 0) this.#waiting.set(task.person, rest);
    else this.#waiting.delete(task.person);
    return rest.length < queue.length;
  }

  #open(): Thread {
    // No secret of the gateway's environment is within reach of what reads people's files.
    const worker = new Worker(this.#options.program, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb },
    });
    const thread: Thread = { worker, task: null, timer: undefined };
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => this.#answered(thread, answer));
    worker.on('error', (error: Error & { code?: string }) => {
      void this.#end(thread, new TaskGivenUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken', error));
    });
    worker.on('exit', () => {
      void this.#end(thread, new TaskGivenUp('broken'));
    });
    this.#threads.add(thread);
    this.#rest(thread);
    return thread;
  }

  #give(thread: Thread, task: Task): void {
    clearTimeout(thread.timer);
    thread.task = task;
    thread.timer = setTimeout(() => {
      void this.#end(thread, new TaskGivenUp('time'));
    }, this.#options.taskMs);
    try {
      thread.worker.postMessage({ name: task.name, input: task.input } satisfies ThreadTask, task.transfer);
    } catch (error) {
      this.#rest(thread);
      this.#settle(task, () => task.reject(error instanceof Error ? error : new Error(String(error))));
    }
  }

  #answered(thread: Thread, answer: ThreadAnswer): void {
    const { task } = thread;
    if (!task) return;
    this.#rest(thread);
    this.#settle(task, () => {
      if ('value' in answer) task.resolve(answer.value);
      else if ('refused' in answer)
        task.reject(new Refused(answer.refused.code, {}, { message: answer.refused.message }));
      else task.reject(answer.error);
    });
  }

  #rest(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.task = null;
    thread.timer = setTimeout(() => {
      void this.#end(thread, new TaskGivenUp('closing'));
    }, this.#options.idleMs ?? defaultIdleMs).unref();
  }

  async #end(thread: Thread, reason: TaskGivenUp): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = null;
    if (task) this.#settle(task, () => task.reject(reason));
    await thread.worker.terminate();
  }

  #settle(task: Task, tell: () => void): void {
    const running = (this.#running.get(task.person) ?? 1) - 1;
    if (running > 0) this.#running.set(task.person, running);
    else this.#running.delete(task.person);
    tell();
    if (!this.#closed) this.#startNext();
  }
}

function abortedBy(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('the task was cancelled');
}
