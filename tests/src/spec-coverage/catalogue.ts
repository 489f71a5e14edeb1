import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { z } from 'zod';

/** How far the specification shows a requirement: fully, in part, or by its name only. */
export const depths = ['shown', 'partial', 'name'] as const;
export type Depth = (typeof depths)[number];

/** One requirement of the specification's catalogue. */
export interface CatalogueRow {
  id: string;
  area: string;
  depth: Depth;
}

const numbers = z.string().regex(/^\d+( \d+)*$/);
const catalogueSchema = z.record(
  z.string(),
  z.strictObject({ shown: numbers.optional(), partial: numbers.optional(), name: numbers.optional() }),
);

/** The ids of the catalogue, from `docs/catalogue-ids.json`: by area and depth, the numbers of its rows. */
export async function readCatalogue(): Promise<CatalogueRow[]> {
  const areas = catalogueSchema.parse(JSON.parse(await readFile(join(projectRoot, 'docs/catalogue-ids.json'), 'utf8')));
  return Object.entries(areas).flatMap(([area, byDepth]) =>
    depths.flatMap((depth) =>
      (byDepth[depth]?.split(' ') ?? []).map((number) => ({ id: `${area}-${number}`, area, depth })),
    ),
  );
}
