import type { AnalysisRow } from '@jwxt/contracts/statistics/score-analysis.operations.ts';

/** Share of a band among those with a value, `12.5%`; empty where nobody has one. */
export const shareText = ({ bands, scoredNum }: AnalysisRow, band: number): string =>
  scoredNum === 0 ? '' : `${(((bands[band] ?? 0) * 100) / scoredNum).toFixed(1)}%`;
