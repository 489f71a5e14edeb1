import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultSite } from './fault-site.ts';

/** What the product has logged so far, oldest first: the file of an operator. */
export function systemLogLines({ product }: FaultSite): string[] {
  return ['jwxt.log.5', 'jwxt.log.4', 'jwxt.log.3', 'jwxt.log.2', 'jwxt.log.1', 'jwxt.log'].map((name) => join(product.dataDir, 'logs', name))
    .filter((file) => existsSync(file)).flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => line !== '');
}
