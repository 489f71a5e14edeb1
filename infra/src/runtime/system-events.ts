import type { RecordedEvent } from './recorded-event.ts';

/**
 * Whether an event is the store's own: by its type, or by its stream, in which a store keeps other types too
 * (`PersistentConfig1` in `$persistentSubscriptionConfig`). It drops those by itself, so nobody counts them.
 */
export function isSystemEvent({ type, stream }: Pick<RecordedEvent, 'type' | 'stream'>): boolean {
  return type.startsWith('$') || stream.startsWith('$');
}

/**
 * Whether an event of the store hides events of a stream that is not its own, and lets a scavenge drop them: the
 * stream's metadata (`$maxCount`, `$maxAge`, `$tb`), or its tombstone. The product writes neither.
 */
export function isRetentionEvent({ type, stream }: Pick<RecordedEvent, 'type' | 'stream'>): boolean {
  return type === '$metadata' ? /^\$\$[^$]/.test(stream) : type === '$streamDeleted' && !stream.startsWith('$');
}
