import { Skeleton } from '@mantine/core';
import { lazy, Suspense, type ComponentType } from 'react';
import type { DateFieldProps } from './calendar.tsx';

const Day = lazy(async () => ({ default: (await import('./calendar.tsx')).DayInput }));
const Moment = lazy(async () => ({ default: (await import('./calendar.tsx')).MomentInput }));

const waiting = (Input: ComponentType<DateFieldProps>, props: DateFieldProps) => (
  <Suspense fallback={<Skeleton height={32} />}>
    <Input {...props} />
  </Suspense>
);

/** A day. The calendar is fetched when the first one is shown. */
export function DateField(props: DateFieldProps) {
  return waiting(Day, props);
}

/** A day and a time of it. */
export function DateTimeField(props: DateFieldProps) {
  return waiting(Moment, props);
}
