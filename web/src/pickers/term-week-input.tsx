import { WeekInput, type WeekInputProps } from '../ui/week-input.tsx';
import { useMaxWeek } from './max-week.ts';

/** Weeks of a semester, up to the last one by the school's parameter (PICKERS-114). */
export function TermWeekInput(props: Omit<WeekInputProps, 'maxWeek'>) {
  return <WeekInput {...props} maxWeek={useMaxWeek()} />;
}
