import type { TestProject } from 'vitest/node';
import { browserPath } from './browser.ts';
import { startProduct, type RunningProduct } from './start-product.ts';

declare module 'vitest' {
  // vitest learns the type of a provided value only by this merging.
  export interface ProvidedContext {
    product: RunningProduct;
  }
}

/** One product for all groups of a run. Each group has a copy of this module, so it is kept at the process that they share. */
const run = globalThis as typeof globalThis & { jwxtProduct?: { started: ReturnType<typeof startProduct>; groups: number } };

/**
 * Once for all tests of the whole product: `npm start` with a small demo university in a temporary folder. With TEST_PRODUCT_URL and
 * TEST_PRODUCT_DATA a system that runs already is used instead. Answers the function that stops it, when the last group has ended.
 */
export default async function setUpProduct(project: TestProject): Promise<() => Promise<void>> {
  await browserPath();
  const { TEST_PRODUCT_URL: url, TEST_PRODUCT_DATA: given } = process.env;
  if (url !== undefined && given !== undefined) {
    project.provide('product', { url, dataDir: given });
    return () => Promise.resolve();
  }
  run.jwxtProduct ??= { started: startProduct(600), groups: 0 };
  const shared = run.jwxtProduct;
  const { product, stop } = await shared.started;
  shared.groups += 1;
  project.provide('product', product);
  return async () => {
    shared.groups -= 1;
    if (shared.groups === 0) await stop();
  };
}
