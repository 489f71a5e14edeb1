/** A place in the log of all events: always both numbers, never one alone. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Negative when `a` is before `b`, 0 when they are the same place, positive when it is after. */
export function comparePositions(a: Position, b: Position): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1;
  return 0;
}

/** The later of two positions; a missing one counts as the beginning. */
export function laterPosition(a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a) return b;
  if (!b) return a;
  return comparePositions(a, b) >= 0 ? a : b;
}

/** Text form `commit/prepare`, both decimal. */
export function formatPosition(position: Position): string {
  return `${position.commit}/${position.prepare}`;
}

/** Reads the text form; undefined when it is not one. */
export function parsePosition(text: string): Position | undefined {
  const match = /^(\d{1,20})\/(\d{1,20})$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  return { commit: BigInt(match[1]), prepare: BigInt(match[2]) };
}

/**
 * Whether a log can have an event there. Positions are signed 64-bit numbers in the store, which says "nowhere", -1, as
 * 2^64 - 1: EventStoreDB 24.10.0 to 24.10.4 as the first checkpoint of a filtered subscription in which nothing matched
 * yet.
 */
export function isPlace({ commit, prepare }: Position): boolean {
  return commit < 2n ** 63n && prepare < 2n ** 63n;
}

/** The later of two positions as they travel, `commit/prepare`; the second when the first is missing or is none. */
export function laterText(a: string | null, b: string): string {
  const [left, right] = [a === null ? undefined : parsePosition(a), parsePosition(b)];
  return a !== null && left && right && comparePositions(left, right) >= 0 ? a : b;
}
