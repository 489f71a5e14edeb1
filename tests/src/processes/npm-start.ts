import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { askSupervisor } from '@jwxt/infra/data-folder/control-socket.ts';
import { createCommandSender } from '@jwxt/infra/base-data/command-sender.ts';
import { expect, vi } from 'vitest';
import { findProcesses } from '../leftover-processes.ts';

export const startLimitMs = 90_000;

/** One `npm start`: the same program, without npm around it. */
export interface Run {
  process: ChildProcess;
  output(): string;
  exited: Promise<number | null>;
  /** All its processes, wherever they went. */
  processes(): Promise<{ pid: number; command: string }[]>;
  /** Resolves when none of them is left; throws when one stays. */
  gone(): Promise<void>;
}

/** Starts the product on a data folder of the test, without demo university and pages unless `env` says otherwise. */
export function startRun(dataDir: string, env: Record<string, string> = {}): Run {
  return runProgram(['infra/src/supervisor/main.ts'], {
    NODE_ENV: 'development',
    PORT: '0',
    JWXT_DATA: dataDir,
    JWXT_WEB_BUILD: '0',
    JWXT_DEMO: '0',
    ...env,
  });
}

/** Runs a program of the project as `npm run` does; `input` is its standard input. */
export function runProgram(args: readonly string[], env: Record<string, string>, input?: string): Run {
  const runId = randomUUID();
  let text = '';
  const child = spawn(process.execPath, ['infra/launch.mjs', ...args], {
    cwd: projectRoot,
    env: { ...process.env, JWXT_TEST_RUN: runId, ...env },
    stdio: 'pipe',
  });
  child.stdin.end(input);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  const processes = (): ReturnType<Run['processes']> => findProcesses(runId);
  const gone = async (): Promise<void> => {
    await vi.waitUntil(async () => (await processes()).length === 0, { timeout: 20_000, interval: 100 });
  };
  return { process: child, output: () => text, exited, processes, gone };
}

/** The address of the page, once the run has said it. */
export async function ready(run: Run): Promise<string> {
  return await vi.waitFor(
    () => {
      const found = /请用浏览器打开 (https?:\S+)/.exec(run.output())?.[1];
      if (found === undefined && run.process.exitCode !== null) throw new Error(run.output());
      expect(found, run.output()).toBeDefined();
      return found ?? '';
    },
    { timeout: startLimitMs, interval: 100 },
  );
}

/** Switches the slider of the sign-in page off, and answers how the running services are reached. */
export async function withoutSlider(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const env = (await askSupervisor(dataDir))?.env ?? {};
  await createCommandSender(env.COMMANDS_URL ?? '', env.OPERATOR_SECRET ?? '').load('parameter', [
    { paramCode: 'LOGIN_VRIFY', paraName: '登录校验', paraValue: '0' },
  ]);
  return env;
}
