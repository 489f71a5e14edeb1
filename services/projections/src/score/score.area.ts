import type { ProjectionsArea } from '../kernel/area.ts';
import { attempts } from './attempt.projection.ts';
import { scoreChange } from './score-change.projection.ts';
import { scoreLedger } from './score-ledger.projection.ts';
import { scoreSheet } from './score-sheet.projection.ts';

/** What the area brings to the projections. */
export const scoreArea: ProjectionsArea = {
  readModels: [scoreSheet, scoreLedger, attempts, scoreChange],
};
