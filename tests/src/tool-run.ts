import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';

const binFolder = join(projectRoot, 'node_modules', '.bin');

/** A tool that came through npm. */
export function toolPath(name: string): string {
  return join(binFolder, process.platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * Runs a tool with this terminal, and this Node first on its path. Resolves with its exit code; 1 when it cannot start,
 * is killed, or takes longer than `limitMs`; and with what it said when that is to be `kept` instead of shown at once.
 * When this process is told to stop, the tool is stopped and this process ends.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; limitMs?: number; output?: 'shown' | 'kept' },
): Promise<{ code: number; said: string }> {
  const PATH = [binFolder, options.env.PATH].filter(Boolean).join(delimiter);
  return await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...options.env, PATH },
      stdio: options.output === 'kept' ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
    let asked = false;
    const stop = (): void => {
      asked = true;
      child.kill('SIGTERM');
    };
    process.once('SIGTERM', stop);
    const limit =
      options.limitMs === undefined
        ? undefined
        : setTimeout(() => {
            process.stderr.write(`${command} 超过 ${Math.round((options.limitMs ?? 0) / 60_000)} 分钟未结束，已停止\n`);
            child.kill('SIGKILL');
          }, options.limitMs);
    child.once('error', (error) => {
      process.stderr.write(`无法运行 ${command}：${error.message}\n`);
      resolve({ code: 1, said });
    });
    child.once('close', (code) => {
      process.off('SIGTERM', stop);
      clearTimeout(limit);
      if (asked) process.exit(143);
      resolve({ code: code ?? 1, said });
    });
  });
}
