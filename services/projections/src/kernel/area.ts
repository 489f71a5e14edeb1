import type { Projection } from './projection.ts';

/** What an area brings to the projections, listed in its `<area>.area.ts`. */
export interface ProjectionsArea {
  readonly readModels: readonly Projection[];
}
