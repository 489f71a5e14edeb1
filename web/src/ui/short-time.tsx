/** `MM-DD HH:mm` of a time text, for what happened in these days; the whole time shows in its tooltip. */
export function ShortTime({ time }: { time: string }) {
  return (
    <time dateTime={time.replace(' ', 'T')} title={time}>
      {time.slice(5, 16)}
    </time>
  );
}
