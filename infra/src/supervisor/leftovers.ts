import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { pause } from '../runtime/backoff.ts';
import type { Logger } from '../runtime/logger.ts';

const recordSchema = z.array(z.object({ pid: z.number().int().positive(), script: z.string() }));
type ChildRecord = z.output<typeof recordSchema>[number];

/** Remembers on disk which children run, so that the next start can find those that outlived a crash. */
export interface ChildRegister {
  add(pid: number, script: string): void;
  remove(pid: number): void;
}

/** Opens an empty register; call {@link endLeftovers} before. */
export function openChildRegister(dataDir: string): ChildRegister {
  const children = new Map<number, string>();
  const save = (): void => {
    const records = [...children].map(([pid, script]): ChildRecord => ({ pid, script }));
    writeFileSync(registerPath(dataDir), JSON.stringify(records), { mode: 0o600 });
  };
  rmSync(registerPath(dataDir), { force: true });
  save();
  return {
    add(pid, script) {
      children.set(pid, script);
      save();
    },
    remove(pid) {
      children.delete(pid);
      save();
    },
  };
}

/**
 * Ends what a crashed supervisor left behind. Children end by themselves when they lose it; this waits for that, asks
 * those that hang, and in the end kills them, so that the ports and folders are free.
 */
export async function endLeftovers(dataDir: string, logger: Logger): Promise<void> {
  const alive = readRegister(dataDir).filter(isRunning);
  if (alive.length > 0) {
    logger.warn({ pids: alive.map((child) => child.pid) }, '上次未正常退出，正在等待遗留进程结束');
    for (const child of alive) signal(child, 'SIGTERM');
    const deadline = Date.now() + 10_000;
    while (alive.some(isRunning) && Date.now() < deadline) await pause(100);
    for (const child of alive.filter(isRunning)) signal(child, 'SIGKILL');
  }
  rmSync(registerPath(dataDir), { force: true });
}

/** Asks the children of a running supervisor whose script ends so to end; it starts them again. */
export function endChild(dataDir: string, script: string): void {
  for (const child of readRegister(dataDir))
    if (child.script.split('\\').join('/').endsWith(script) && isRunning(child)) signal(child, 'SIGTERM');
}

function readRegister(dataDir: string): ChildRecord[] {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(registerPath(dataDir), 'utf8')));
  } catch {
    return [];
  }
}

function registerPath(dataDir: string): string {
  return join(dataDir, 'children.json');
}

function signal(child: ChildRecord, name: NodeJS.Signals): void {
  try {
    process.kill(child.pid, name);
  } catch {
    // It has ended in the meantime.
  }
}

/** Whether that very program still runs: a number may meanwhile belong to somebody else's process. */
function isRunning(child: ChildRecord): boolean {
  try {
    process.kill(child.pid, 0);
    return commandLine(child.pid).includes(child.script);
  } catch {
    return false;
  }
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}
