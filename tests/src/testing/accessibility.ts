import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** An experimental rule, which reads Chinese commas and the decorative letter of a picture as words. */
const leftOut = { 'label-content-name-mismatch': { enabled: false } };

/** What is looked for: everything, or only what another colour scheme can break. */
export type AccessibilityScope = 'all' | 'colours';

/**
 * Serious and critical findings of axe on what the page shows now (or on a part of it), each as one line: rule, where,
 * what is wrong. Empty is good.
 */
export async function accessibilityFindings(
  page: Page,
  part = 'html',
  scope: AccessibilityScope = 'all',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(axeFile, 'utf8'));
  const options = {
    resultTypes: ['violations'],
    rules: leftOut,
    preload: false,
    ...(scope === 'colours' ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } } : {}),
  };
  const { violations } = await page.evaluate(
    async ([selector, given]) => {
      const { axe } = globalThis as unknown as { axe: { run(context: string, options: object): Promise<AxeResults> } };
      return await axe.run(selector, given);
    },
    [part, options] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${target.join(' ')} ${(failureSummary ?? '').replaceAll(/\s+/g, ' ').slice(0, 220)}`,
      ),
    );
}
