import type { z } from 'zod';
import type { applicant } from '../approval/application.events.ts';
import type { EventContext } from '../kernel/event.ts';
import { defineStream } from '../kernel/stream.ts';
import type { ElectiveDraft } from './elective-form.ts';
import { ELECTIVE_STREAM_PREFIX, electiveEvents, type ElectiveEvent, type ElectiveShown } from './elective.events.ts';

/** With the applicant (saved, returned, recalled), in approval, or ended. */
export type ElectiveStatus = 'saved' | 'submitted' | 'returned' | 'recalled' | 'effected' | 'notPassed';

/** A plan that somebody has begun. */
export interface ElectivePlan {
  readonly status: ElectiveStatus;
  readonly planId: string;
  readonly applicant: z.output<typeof applicant>;
  readonly form: ElectiveDraft;
  readonly shown: ElectiveShown;
  /** Rounds of approval so far; 0 before the first. */
  readonly round: number;
  /** Version of the process that it goes on with; null before the first round. */
  readonly processVersion: number | null;
  /** Revision and time of the last event that wrote its content. */
  readonly revision: number;
  readonly writtenAt: string;
}
export type ElectiveState = { readonly status: 'none' } | { readonly status: 'deleted' } | ElectivePlan;

/** Folds one event of `elective-…`. An event that cannot follow the state is a fault of the writer and throws. */
export function evolveElective(state: ElectiveState, event: ElectiveEvent, at: EventContext): ElectiveState {
  const written = { revision: at.revision, writtenAt: at.time };
  if (event.type === 'ElectiveSaved') {
    const { planId, form, shown, applicant: by } = event.data;
    if (state.status === 'deleted') throw new Error(`${event.type} on a deleted plan`);
    return state.status === 'none'
      ? { status: 'saved', planId, applicant: by, form, shown, round: 0, processVersion: null, ...written }
      : { ...state, form, shown, ...written };
  }
  if (event.type === 'ElectiveSubmitted') {
    const {
      planId,
      form,
      shown,
      application: { applicant: by, round, process },
    } = event.data;
    return {
      status: 'submitted',
      planId,
      applicant: by,
      form,
      shown,
      round,
      processVersion: process.processVersion,
      ...written,
    };
  }
  if (state.status === 'none' || state.status === 'deleted')
    throw new Error(`${event.type} on a plan that does not exist`);
  switch (event.type) {
    case 'ElectiveDeleted':
      return { status: 'deleted' };
    case 'ElectiveEffected':
      return { ...state, status: 'effected' };
    case 'ElectiveClosed':
      return { ...state, status: event.data.outcome };
    default:
      return event satisfies never;
  }
}

/** Public elective plans. */
export const electiveStreams = defineStream({
  prefix: ELECTIVE_STREAM_PREFIX,
  events: electiveEvents,
  initial: { status: 'none' },
  evolve: evolveElective,
});
