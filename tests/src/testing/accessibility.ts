import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** An experimental rule, which reads Chinese commas and the decorative letter of a picture as words. */
const leftOut = { 'label-content-name-mismatch': { enabled: false } };

/** Serious and critical findings of axe on what the page shows now (or on a part of it), each as one line: rule, where, what is wrong. Empty is good. */
export async function accessibilityFindings(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(await readFile(axeFile, 'utf8'));
  const { violations } = await page.evaluate(async ([selector, rules]) => {
    const { axe } = globalThis as unknown as { axe: { run(context: string, options: object): Promise<AxeResults> } };
    return await axe.run(selector, { resultTypes: ['violations'], rules });
  }, [part, leftOut] as const);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${(failureSummary ?? '').replaceAll(/\s+/g, ' ').slice(0, 220)}`));
}
