import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Violation } from './import-check.ts';

const folder = 'docs/decisions';

/** Checks that each decision has a number of its own, in a row from 001: others are named by it. */
export async function checkDecisions(root: string): Promise<Violation[]> {
  const names = (await readdir(join(root, folder)).catch(() => [])).filter((name) => name.endsWith('.md')).toSorted();
  return names.flatMap((name, index) => {
    const wanted = String(index + 1).padStart(3, '0');
    return name.startsWith(`${wanted}-`)
      ? []
      : [
          {
            rule: 'decision-number',
            file: `${folder}/${name}`,
            detail: `should begin with ${wanted}-: numbers are taken once, without gaps`,
          },
        ];
  });
}
