import { Skeleton } from '@mantine/core';
import { lazy, Suspense, type ComponentType } from 'react';
import type { WidgetProps } from './widget-props.ts';

export type DateFieldProps = WidgetProps & {
  /** `YYYY-MM-DD`; of a `DateTimeField` `YYYY-MM-DD HH:mm:ss`, school time. Null: none. */
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  clearable?: boolean;
  /** The first and the last day that can be chosen, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
};

const Day = lazy(async () => ({ default: (await import('./calendar.tsx')).DayInput }));
const Moment = lazy(async () => ({ default: (await import('./calendar.tsx')).MomentInput }));

const waiting = (Input: ComponentType<DateFieldProps>, props: DateFieldProps) => <Suspense fallback={<Skeleton height={32} />}><Input {...props} /></Suspense>;

/** A day. The calendar is fetched when the first one is shown. */
export function DateField(props: DateFieldProps) {
  return waiting(Day, props);
}

/** A day and a time of it. */
export function DateTimeField(props: DateFieldProps) {
  return waiting(Moment, props);
}
