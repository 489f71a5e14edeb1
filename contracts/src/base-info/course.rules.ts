import { formatDecimal } from '../kernel/number-text.ts';

/** Hours kept in tenths, as people write them: `48`, `24.5`. */
export function hoursText(tenths: number): string {
  return formatDecimal(tenths, 1, tenths % 10 === 0 ? 0 : 1);
}
