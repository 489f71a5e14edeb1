import type { z } from 'zod';
import type { rawEvent } from '@jwxt/contracts/audit/audit.operations.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import type { PlacedEvent } from '../kernel/stored-streams.ts';

type RawEvent = z.input<typeof rawEvent>;

/** An event as the auditor sees it. With a student, rows of other students are left out. */
export function rawEventOf(
  event: PlacedEvent,
  student?: { readonly studentCode: string; readonly studentNumber: string },
): RawEvent {
  const { data, omitted } = student ? onlyStudent(event.event.data, student) : { data: event.event.data, omitted: 0 };
  return {
    id: event.id,
    stream: event.stream,
    revision: event.revision,
    type: event.event.type,
    position: formatPosition(event.position),
    created: event.recordedAt.toISOString(),
    data,
    metadata: event.metadata,
    omittedRows: omitted,
  };
}

/** Drops, at any depth, the elements of lists that name another student. */
function onlyStudent(
  value: unknown,
  student: { readonly studentCode: string; readonly studentNumber: string },
): { data: unknown; omitted: number } {
  let omitted = 0;
  const isOther = (entry: unknown): boolean => {
    if (typeof entry !== 'object' || entry === null) return false;
    if ('studentCode' in entry) return entry.studentCode !== student.studentCode;
    return 'studentNumber' in entry && entry.studentNumber !== student.studentNumber;
  };
  const walk = (inner: unknown): unknown => {
    if (Array.isArray(inner)) {
      const kept = inner.filter((entry) => !isOther(entry));
      omitted += inner.length - kept.length;
      return kept.map(walk);
    }
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, entry]) => [key, walk(entry)]));
  };
  return { data: walk(value), omitted };
}
