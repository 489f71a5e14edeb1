import { parentPort, type Transferable } from 'node:worker_threads';
import type { ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { Refused } from './refused.ts';

/** What a thread is asked to do. */
export interface ThreadTask {
  readonly name: string;
  readonly input: unknown;
}
/** What became of it. */
export type ThreadAnswer =
  | { readonly value: unknown }
  | { readonly refused: { readonly code: ErrorCode; readonly message: string } }
  | { readonly error: Error };

type Tasks = Readonly<Record<string, (input: never) => Promise<unknown>>>;

/**
 * Answers the tasks of a ThreadPool, one after the other: called once, by the program of a thread. Bytes are handed
 * over, not copied.
 */
export function serveTasks(tasks: Tasks): void {
  if (!parentPort) throw new TypeError('this program is a thread of the gateway');
  const port = parentPort;
  port.on('message', ({ name, input }: ThreadTask) => {
    void answer(tasks, name, input).then((given) => port.postMessage(given, bytesOf(given)));
  });
}

async function answer(tasks: Tasks, name: string, input: unknown): Promise<ThreadAnswer> {
  try {
    const task = tasks[name];
    if (!task) throw new TypeError(`there is no task ${name}`);
    return { value: await task(input as never) };
  } catch (error) {
    if (error instanceof Refused) return { refused: { code: error.code, message: error.message } };
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** The memory of bytes that are an answer: of one's own, so that it can be given away. */
function bytesOf(given: ThreadAnswer): Transferable[] {
  return 'value' in given &&
    given.value instanceof Uint8Array &&
    given.value.byteLength === given.value.buffer.byteLength &&
    given.value.buffer instanceof ArrayBuffer
    ? [given.value.buffer]
    : [];
}
