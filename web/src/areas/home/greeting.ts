import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';

/** Greeting for the hour of the day in school time. */
export function greeting(now: number): string {
  const hour = Number(toDateTimeText(now).slice(11, 13));
  if (hour < 6) return '夜深了';
  if (hour < 12) return '上午好';
  if (hour < 14) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
}
