import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';

const binFolder = join(projectRoot, 'node_modules', '.bin');

/** A tool that came through npm. */
export function toolPath(name: string): string {
  return join(binFolder, process.platform === 'win32' ? `${name}.cmd` : name);
}

/** Runs a tool with this terminal, and this Node first on its path. Resolves with its exit code; 1 when it cannot start or is killed. */
export async function runTool(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ code: number }> {
  const PATH = [binFolder, options.env.PATH].filter(Boolean).join(delimiter);
  return await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: options.cwd, env: { ...options.env, PATH }, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
    const stop = (): void => void child.kill('SIGTERM');
    process.once('SIGTERM', stop);
    child.once('error', (error) => {
      process.stderr.write(`无法运行 ${command}：${error.message}\n`);
      resolve({ code: 1 });
    });
    child.once('exit', (code) => {
      process.off('SIGTERM', stop);
      resolve({ code: code ?? 1 });
    });
  });
}
