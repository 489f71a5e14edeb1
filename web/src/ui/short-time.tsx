import { shortTimeText } from '../lib/format.ts';

/** A time in few signs, with the year where it is not this one; the whole time shows in its tooltip. */
export function ShortTime({ time }: { time: string }) {
  return (
    <time dateTime={time.replace(' ', 'T')} title={time}>
      {shortTimeText(time)}
    </time>
  );
}
