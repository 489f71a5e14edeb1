import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Serious and critical findings of axe on what the page shows now (or on a part of it), each as one line: rule, how many, the first element. Empty is good. */
export async function accessibilityFindings(page: Page, part = 'body'): Promise<string[]> {
  await page.evaluate(await readFile(axeFile, 'utf8'));
  const { violations } = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run(context: string, options: object): Promise<AxeResults> } };
    return await axe.run(selector, { resultTypes: ['violations'] });
  }, part);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, help, nodes }) => `${id} (${String(nodes.length)}): ${help}; ${nodes[0]?.html ?? ''}`);
}
