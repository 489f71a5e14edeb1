import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { browserPath } from './browser.ts';
import { startProduct, type RunningProduct } from './start-product.ts';

/**
 * How many products a run starts: one for each worker of the group `whole`, so that files that run beside each other do
 * not meet.
 */
export const PRODUCTS = 2;

/** The file in that folder by which a test asks for them. */
export const WANTED = 'wanted';

/** What the set-up says of a product: where it is, or why it is nowhere. */
export type ProductState = { product: RunningProduct } | { error: string };

declare module 'vitest' {
  // vitest learns the type of a provided value only by this merging.
  export interface ProvidedContext {
    /** The folder in which the set-up says of each product, in `N.json`, where it is. */
    products: string;
  }
}

/**
 * Once for all tests of the whole product: for each worker `npm start` with a small demo university in a temporary
 * folder, where an export of more than 100 rows is a long one. They start when the first test asks for one
 * (`given-product.ts`): what runs and waits would take time from others. With TEST_PRODUCT_URL and TEST_PRODUCT_DATA a
 * system that runs already is used instead. Answers the function that stops them.
 */
export default async function setUpProducts(project: TestProject): Promise<() => Promise<void>> {
  await browserPath();
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-products-'));
  project.provide('products', folder);
  const tell = async (index: number, state: ProductState): Promise<void> => {
    const path = join(folder, `${index}.json`);
    await writeFile(`${path}.new`, JSON.stringify(state));
    await rename(`${path}.new`, path);
  };
  const { TEST_PRODUCT_URL: url, TEST_PRODUCT_DATA: dataDir } = process.env;
  const started: Awaited<ReturnType<typeof startProduct>>[] = [];
  let ending = false;
  const starting = (async () => {
    while (!ending && !existsSync(join(folder, WANTED))) await setTimeout(200);
    for (let index = 0; index < PRODUCTS && !ending; index += 1) {
      if (url !== undefined && dataDir !== undefined) await tell(index, { product: { url, dataDir } });
      else {
        // One after the other: the first builds the pages for both.
        const product = await startProduct(600, { EXPORT_DIRECT_ROWS: '100' });
        started.push(product);
        await tell(index, { product: product.product });
      }
    }
  })().catch(async (error: unknown) => {
    for (let index = started.length; index < PRODUCTS; index += 1) await tell(index, { error: String(error) });
  });
  return async () => {
    ending = true;
    await starting;
    await Promise.all(started.map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true });
  };
}
