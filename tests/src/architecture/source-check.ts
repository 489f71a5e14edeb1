import type { Violation } from './import-check.ts';
import { checkAreas } from './area-rules.ts';
import { checkCircles } from './circle-rules.ts';
import { checkClasses, checkVariables } from './class-rules.ts';
import { checkActionColumns, checkSortedTables } from './list-rules.ts';
import { checkSource } from './source-rules.ts';
import { readSources } from './sources.ts';

const parts = ['contracts', 'infra', 'services', 'web', 'tests'];

/** Checks names, places and texts of all source files below the root. */
export async function checkSources(root: string): Promise<Violation[]> {
  const sources = await readSources(root, ...parts);
  return [
    ...[...sources].flatMap(([path, text]) => checkSource(path, text)),
    ...checkClasses(sources),
    ...checkVariables(sources),
    ...checkAreas(sources),
    ...checkCircles(sources),
    ...checkActionColumns(sources),
    ...checkSortedTables(sources),
  ];
}
