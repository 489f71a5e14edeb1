/** Place of one frame of a stream. */
export interface FramePlace {
  /** Revision of the frame's first event. */
  revision: number;
  position: number;
  length: number;
}

/** The first of the places, as many as fit into `bytes`, but at least one. */
export function within(places: readonly FramePlace[], bytes: number): readonly FramePlace[] {
  let sum = places[0]?.length ?? 0;
  let count = 1;
  for (; count < places.length; count++) {
    sum += places[count]!.length;
    if (sum > bytes) break;
  }
  return places.slice(0, count);
}

/** Cuts places, which rise or fall, into runs whose frames touch each other in one segment. */
export function neighbours(places: readonly FramePlace[]): FramePlace[][] {
  const runs: FramePlace[][] = [];
  let previous: FramePlace | undefined;
  for (const place of places) {
    const touches = previous && (endOf(previous) === place.position || endOf(place) === previous.position);
    if (touches) runs.at(-1)!.push(place);
    else runs.push([place]);
    previous = place;
  }
  return runs;
}

function endOf(place: FramePlace): number {
  return place.position + place.length;
}
