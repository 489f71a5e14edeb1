/** Milliseconds that the server's clock is ahead of this machine's, learnt from the `Date` header of its answers. */
let offset = 0;

/** Now by the server's clock, in milliseconds. Windows, waiting times and `_t` are counted by it. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** Learns the offset. `Date` is cut to seconds, so smaller differences say nothing. */
export function learnServerTime(dateHeader: string | null, now = Date.now()): void {
  const server = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(server)) return;
  const difference = server - now;
  if (Math.abs(difference - offset) > 1500) offset = Math.abs(difference) > 1500 ? difference : 0;
}
