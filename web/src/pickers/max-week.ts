import { MAX_WEEK_PARAMETER, maxWeekOf } from '@jwxt/contracts/kernel/week-text.ts';
import { parameterByName } from '@jwxt/contracts/session/appearance.operations.ts';
import { useOperation } from '../lib/queries.ts';

const parameterStaleMs = 600_000;

/** The last week of a semester by the parameter 学期最大周数, 25 without it (PICKERS-114). */
export function useMaxWeek(): number {
  return maxWeekOf(
    useOperation(parameterByName, { paraName: MAX_WEEK_PARAMETER }, { staleTime: parameterStaleMs }).data?.paraValue,
  );
}
