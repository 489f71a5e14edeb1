/** Sizes in pixels and times in milliseconds of the ball (MONITOR-04…07, 12). */
export const BALL_SIZE = 44;
export const TOP_LEAST = 100;
export const BELOW_LEAST = 250;
export const HOVER_MS = 800;
export const CLOSE_MS = 3000;
export const DRAG_LEAST = 3;
export const SPIN_MS = 1000;
/** How far an arrow key moves it. */
const KEY_STEP = 20;

/** Where the ball rests: at an edge, so far from the top. */
export type BallPlace = { readonly side: 'left' | 'right'; readonly top: number };
/** As low as it may be: there tables have their paging rather than rows. */
export const FIRST_PLACE: BallPlace = { side: 'right', top: 10_000 };

/**
 * A distance from the top between 100 and the window's height less 250 (MONITOR-04); 100 in a window too low for both.
 */
export function boundTop(top: number, windowHeight: number): number {
  return Math.round(Math.max(TOP_LEAST, Math.min(top, windowHeight - BELOW_LEAST)));
}

/** The nearer edge for a ball whose left edge is at `left` (MONITOR-03). */
export function snap(left: number, top: number, window: { width: number; height: number }): BallPlace {
  return { side: left + BALL_SIZE / 2 < window.width / 2 ? 'left' : 'right', top: boundTop(top, window.height) };
}

/** Whether a press that moved so far was a click and no drag (MONITOR-07). */
export function isClick(dx: number, dy: number): boolean {
  return Math.hypot(dx, dy) < DRAG_LEAST;
}

/** Where an arrow key takes the ball; null for any other key. */
export function moveByKey(place: BallPlace, key: string, windowHeight: number): BallPlace | null {
  switch (key) {
    case 'ArrowUp':
      return { ...place, top: boundTop(place.top - KEY_STEP, windowHeight) };
    case 'ArrowDown':
      return { ...place, top: boundTop(place.top + KEY_STEP, windowHeight) };
    case 'ArrowLeft':
      return { ...place, side: 'left' };
    case 'ArrowRight':
      return { ...place, side: 'right' };
    default:
      return null;
  }
}

/** What the colour of the gauge says, beside its number. */
export function healthTone(percentage: number): 'green' | 'blue' | 'red' {
  if (percentage >= 90) return 'green';
  return percentage >= 60 ? 'blue' : 'red';
}
