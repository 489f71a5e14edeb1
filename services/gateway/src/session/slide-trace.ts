import type { SlidePoint } from '@jwxt/contracts/session/session.operations.ts';

/** A drag as the browser tells it, and how long it took by the server's own clock. */
export interface SlideTrace {
  /** Pixels that the handle can travel. */
  readonly track: number;
  readonly points: readonly SlidePoint[];
  readonly tookMs: number;
}

/** Faster than any hand, keyboard included. */
const shortestMs = 80;
/** The browser may have seen this much more time than the server: the first call can be slower than the second. */
const slackMs = 1_000;
/**
 * Places of the handle at least: a browser tells one with every frame, and the keys take as many steps to get there.
 */
const fewestPlaces = 6;
/** No hand leaps over more of the track between two looks at it. */
const longestLeap = 0.35;

/**
 * Whether a hand (or arrow keys) could have made this drag: it begins at the start, never runs back in time, takes
 * steps, ends at the very end of the track (LOGIN-27, LOGIN-28), and does not claim more time than has passed here. A
 * program that makes points up passes when it makes up enough of them: the slider slows guessing down to the pace of a
 * hand, and what stops it are the captcha and the locks (docs/decisions/023).
 */
export function isRealSlide({ track, points, tookMs }: SlideTrace): boolean {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || tookMs < shortestMs) return false;
  if (last[1] < track || last[0] - first[0] < shortestMs || last[0] > tookMs + slackMs) return false;
  let [time, at] = [0, 0];
  let places = 0;
  for (const [nextTime, next] of points) {
    if (nextTime < time || Math.abs(next - at) > track * longestLeap) return false;
    if (next !== at) places += 1;
    [time, at] = [nextTime, next];
  }
  return places >= fewestPlaces;
}
