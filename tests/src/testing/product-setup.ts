import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import type { TestProject } from 'vitest/node';

/** The running product, as tests that use all of it see it. */
export interface RunningProduct {
  /** Where the page is. */
  url: string;
  /** Data folder: its control socket tells the environment of the services. */
  dataDir: string;
}

declare module 'vitest' {
  // vitest learns the type of a provided value only by this merging.
  export interface ProvidedContext {
    product: RunningProduct;
  }
}

const startLimitMs = 240_000;
const stopLimitMs = 60_000;

/**
 * Once for all tests of the whole product: `npm start` with a small demo university in a temporary folder. With TEST_PRODUCT_URL and
 * TEST_PRODUCT_DATA a system that runs already is used instead. Answers the function that stops it.
 */
export default async function setUpProduct(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_PRODUCT_URL: url, TEST_PRODUCT_DATA: given } = process.env;
  if (url !== undefined && given !== undefined) {
    project.provide('product', { url, dataDir: given });
    return () => Promise.resolve();
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'jwxt-product-'));
  const child = spawn(process.execPath, ['infra/launch.mjs', 'infra/src/supervisor/main.ts'], {
    cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', JWXT_DATA: dataDir, JWXT_DEMO: '1', JWXT_DEMO_STUDENTS: '600' },
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  let output = '';
  const address = new Promise<string>((resolve, reject) => {
    const read = (chunk: string): void => {
      output += chunk;
      const found = /请用浏览器打开 (http:\S+)/.exec(output)?.[1];
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
    project.provide('product', { url: await address, dataDir });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
