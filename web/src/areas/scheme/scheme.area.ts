import type { WebArea } from '../../lib/area.ts';

/** What the area brings to the pages. */
export const schemeArea: WebArea = {};
