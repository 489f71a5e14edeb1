import type { TestProject } from 'vitest/node';
import { startProduct, type RunningProduct } from './start-product.ts';

declare module 'vitest' {
  // vitest learns the type of a provided value only by this merging.
  export interface ProvidedContext {
    product: RunningProduct;
  }
}

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
  const { product, stop } = await startProduct(600);
  project.provide('product', product);
  return stop;
}
