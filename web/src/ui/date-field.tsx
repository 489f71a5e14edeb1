import { Skeleton } from '@mantine/core';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { DateFieldProps } from './calendar.tsx';

const waiting = <Skeleton height={32} />;

/** A day. The calendar is fetched when the first one is shown. */
export const DateField = lazyPart<DateFieldProps>(async () => (await import('./calendar.tsx')).DayInput, { waiting });

/** A day and a time of it. */
export const DateTimeField = lazyPart<DateFieldProps>(async () => (await import('./calendar.tsx')).MomentInput, {
  waiting,
});
