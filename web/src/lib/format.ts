import { serverNow } from './server-clock.ts';

/** Elapsed time in days, hours, minutes and seconds, Chinese units, leading zero units left out (APPROVAL-27). */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), '天'],
    [Math.floor(seconds / 3600) % 24, '小时'],
    [Math.floor(seconds / 60) % 60, '分'],
    [seconds % 60, '秒'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return first < 0
    ? '0秒'
    : parts
        .slice(first)
        .map(([value, unit]) => `${String(value)}${unit}`)
        .join('');
}

/** The same in its two largest units, for lists: `5天3小时`, `18小时52分`, `12分钟`, `刚刚`. */
export function shortElapsedText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  if (days > 0) return hours > 0 ? `${String(days)}天${String(hours)}小时` : `${String(days)}天`;
  if (hours > 0) return minutes % 60 > 0 ? `${String(hours)}小时${String(minutes % 60)}分` : `${String(hours)}小时`;
  return minutes > 0 ? `${String(minutes)}分钟` : '刚刚';
}

/** `MM-DD HH:mm` of a time text, with the year where it is not this one. */
export function shortTimeText(time: string, now: number = serverNow()): string {
  const thisYear = new Date(now + 8 * 3_600_000).toISOString().slice(0, 4);
  return time.slice(time.startsWith(thisYear) ? 5 : 0, 16);
}

/** `YYYY-MM-DD HH:mm:ss` of the school's zone as milliseconds. */
export function schoolTime(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}+08:00`);
}

/**
 * A whole number with thousands marks. Not by the locale: a browser takes longer to load that than to show the rest of
 * a page.
 */
export function countText(count: number): string {
  return String(count).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}

/** Bytes as KB, MB or GB with one decimal. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${String(bytes)} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length);
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1] ?? ''}`;
}
