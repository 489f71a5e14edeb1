/** Stream metadata: what `$tb`, `$maxCount` and `$maxAge` hide from readers of a stream. */

/** `$tb` of a soft-deleted stream: the largest 64-bit revision. */
const DELETED = 2n ** 63n - 1n;

/** What the metadata of a stream says about its visibility. */
export interface StreamRules {
  softDeleted: boolean;
  /** First visible revision by `$tb`. */
  truncateBefore: number;
  /** At most this many last events are visible. */
  maxCount: number;
  /** Older events are hidden, in milliseconds. */
  maxAge: number;
}

const NO_RULES: StreamRules = { softDeleted: false, truncateBefore: 0, maxCount: Infinity, maxAge: Infinity };

/** JSON.parse with the source text of numbers, and raw numbers in JSON.stringify (in Node 24, not yet in its types). */
interface RawJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}
const json = JSON as unknown as RawJson;

/** Reads the metadata of a stream, the data of the last event of its `$$` stream. Malformed metadata has no effect. */
export function parseStreamRules(metadata: string | null): StreamRules {
  if (metadata === null || !metadata.includes('"$')) return NO_RULES;
  const parsed = parseObject(metadata);
  if (parsed === undefined) return NO_RULES;
  const truncateBefore = natural(parsed['$tb']);
  return {
    softDeleted: truncateBefore === DELETED,
    truncateBefore: Number(truncateBefore ?? 0n),
    maxCount: Number(natural(parsed['$maxCount']) ?? 0n) || Infinity,
    maxAge: Number(natural(parsed['$maxAge']) ?? 0n) * 1000 || Infinity,
  };
}

/** The metadata of a soft-deleted stream: all other keys stay. */
export function withSoftDelete(metadata: string | null): string {
  return withTruncateBefore(metadata, DELETED);
}

/** The metadata with another `$tb`; all other keys stay, numbers to the digit. */
export function withTruncateBefore(metadata: string | null, revision: bigint): string {
  const kept = (metadata === null ? undefined : parseObject(metadata)) ?? {};
  return JSON.stringify({ ...kept, $tb: json.rawJSON(revision.toString()) });
}

/** Parses a JSON object keeping every number as the raw text it was written with. */
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed = json.parse(text, (_key, value, context) =>
      typeof value === 'number' && context.source !== undefined ? json.rawJSON(context.source) : value,
    );
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function natural(raw: unknown): bigint | undefined {
  const text = typeof raw === 'object' && raw !== null ? (raw as { rawJSON?: unknown }).rawJSON : undefined;
  return typeof text === 'string' && /^\d+$/.test(text) ? BigInt(text) : undefined;
}

/** What readers of a stream see: revisions from `first` on, created at or after `since` (milliseconds since 1970). */
export interface VisibleRange {
  first: number;
  since: number;
}

/**
 * The part of a stream that readers see at time `now`. Of a stream of metadata, which has none itself, it is the last
 * event.
 */
export function visibleRange(
  state: { last: number; metadata: string | null },
  now: number,
  isMetadata = false,
): VisibleRange {
  if (isMetadata) return { first: Math.max(0, state.last), since: 0 };
  const { truncateBefore, maxCount, maxAge } = parseStreamRules(state.metadata);
  return { first: Math.max(0, truncateBefore, state.last - maxCount + 1), since: now - maxAge };
}
