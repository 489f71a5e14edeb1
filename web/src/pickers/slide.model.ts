/**
 * Where the handle of the slider stands after a drag by `moved` pixels; `done` only at the very end of the track
 * (LOGIN-27, LOGIN-28).
 */
export function slide(moved: number, track: number): { at: number; done: boolean } {
  const at = Math.min(Math.max(0, moved), track);
  return { at, done: track > 0 && at >= track };
}
