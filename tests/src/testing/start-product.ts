import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';

/** The running product, as tests that use all of it see it. */
export interface RunningProduct {
  /** Where the page is. */
  url: string;
  /** Data folder: its control socket tells the environment of the services. */
  dataDir: string;
}

const usualStartMs = 240_000;
const stopLimitMs = 60_000;

/**
 * `npm start` with a demo university of some students, in a temporary folder (or an empty given one) that `stop`
 * removes. `startLimitMs`: how long it may take until it is there.
 */
export async function startProduct(
  students: number,
  env: NodeJS.ProcessEnv = {},
  folder?: string,
  startLimitMs: number = usualStartMs,
): Promise<{ product: RunningProduct; stop(): Promise<void> }> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'jwxt-product-')));
  const child = spawn(process.execPath, ['infra/launch.mjs', 'infra/src/supervisor/main.ts'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      JWXT_DATA: dataDir,
      JWXT_DEMO: '1',
      JWXT_DEMO_STUDENTS: String(students),
      ...env,
    },
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  let output = '';
  const address = new Promise<string>((resolve, reject) => {
    const read = (chunk: string): void => {
      output += chunk;
      const found = /请用浏览器打开 (https?:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new Error(`the product ended with code ${code}:\n${output}`)));
    setTimeout(() => reject(new Error(`the product did not start:\n${output}`)), startLimitMs).unref();
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await exited;
    clearTimeout(timer);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { product: { url: await address, dataDir }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
