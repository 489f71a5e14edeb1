import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { PRODUCTS, WANTED, type ProductState } from './product-setup.ts';
import type { RunningProduct } from './start-product.ts';

/** The product of this worker, when it has started. Files before this one have used it. */
export async function givenProduct(): Promise<RunningProduct> {
  const index = (Number(process.env.VITEST_POOL_ID) - 1) % PRODUCTS;
  await writeFile(join(inject('products'), WANTED), '');
  for (;;) {
    const text = await readFile(join(inject('products'), `${index}.json`), 'utf8').catch(() => undefined);
    if (text !== undefined) {
      const state = JSON.parse(text) as ProductState;
      if ('error' in state) throw new Error(state.error);
      return state.product;
    }
    await setTimeout(100);
  }
}
