import { partEnvironment } from '../engines/child-environment.ts';
import { startChild } from '../engines/child.ts';
import type { SystemLog } from './console-log.ts';
import { exitReason } from './engine-parts.ts';
import type { ChildRegister } from './leftovers.ts';

/** A program that does something once and ends. */
export interface ProgramPlan {
  /** Name in logs. */
  name: string;
  script: string;
  env: Readonly<Record<string, string>>;
  /** Names of the secrets that it needs; it gets no other. */
  secrets: readonly string[];
}

/** Runs a program to its end. Throws with its last output lines when it fails; stops it when `stopping` is aborted. */
export async function runProgram(
  plan: ProgramPlan,
  { log, register, stopping }: { log: SystemLog; register: ChildRegister; stopping: AbortSignal },
): Promise<void> {
  stopping.throwIfAborted();
  const recent: string[] = [];
  const child = await startChild({
    script: plan.script,
    env: partEnvironment(plan.env, plan.secrets),
    dieWithParent: true,
    onLine(line, source) {
      recent.push(line);
      if (recent.length > 15) recent.shift();
      log.childLine(plan.name, line, source === 'stdout' ? 'info' : 'warn', 'program');
    },
  });
  register.add(child.pid, plan.script);
  const stop = (): void => void child.stop(5_000);
  stopping.addEventListener('abort', stop);
  const exit = await child.exited;
  stopping.removeEventListener('abort', stop);
  register.remove(child.pid);
  stopping.throwIfAborted();
  if (exit.code !== 0) throw new Error(`${plan.name}失败（${exitReason(exit)}）：\n${recent.join('\n')}`);
}
