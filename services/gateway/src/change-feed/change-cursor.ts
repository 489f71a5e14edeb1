import { z } from 'zod';
import { changeKindNames, type ChangeKind } from '@jwxt/contracts/change-feed/change-feed.vocabulary.ts';

/** How far a program has read. */
export interface Place {
  /** The last change of the log that it need not be told: its number and its id, by which it is known again. */
  readonly no: string;
  readonly id: string;
  /** While it is still told of what is there: which kind, and the last key of it. */
  readonly copy: { readonly kind: ChangeKind; readonly after: string } | null;
}

const parts = z.union([
  z.tuple([z.string().regex(/^\d{1,18}$/), z.uuid()]),
  z.tuple([z.string().regex(/^\d{1,18}$/), z.uuid(), z.enum(changeKindNames), z.string()]),
]);

/** A place as programs keep it: text that says nothing to them. */
export function cursorOf({ no, id, copy }: Place): string {
  return Buffer.from(JSON.stringify(copy ? [no, id, copy.kind, copy.after] : [no, id])).toString('base64url');
}

/** The place of a cursor; null when it is none of ours. */
export function placeOf(cursor: string): Place | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  try {
    const [no, id, kind, after] = parts.parse(JSON.parse(text));
    return { no, id, copy: kind === undefined ? null : { kind, after: after ?? '' } };
  } catch {
    return null;
  }
}
