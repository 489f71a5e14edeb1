import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultSite } from './fault-site.ts';

/** What the product has logged so far, oldest first: the file of an operator. */
function linesOf({ product }: FaultSite): string[] {
  return ['jwxt.log.5', 'jwxt.log.4', 'jwxt.log.3', 'jwxt.log.2', 'jwxt.log.1', 'jwxt.log']
    .map((name) => join(product.dataDir, 'logs', name))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line !== '');
}

/** Answers what asks for the lines that any process has logged from now on. */
export function loggedFromNow(site: FaultSite): () => string[] {
  const [first, second] = [linesOf(site).length, site.secondLines.length];
  return () => [...linesOf(site).slice(first), ...site.secondLines.slice(second)];
}
