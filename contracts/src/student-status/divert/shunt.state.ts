import { defineStream } from '../../kernel/stream.ts';
import { admitWay, shuntStatus, type ShuntStatus } from './divert.vocabulary.ts';
import { shuntEvents, type ShuntEvent, type ShuntRow } from './shunt.events.ts';

type DataOf<Type extends ShuntEvent['type']> = Extract<ShuntEvent, { type: Type }>['data'];

/** A student of the list; `targetClass` null: not assigned yet. */
export interface ShuntStudent extends ShuntRow {
  readonly targetClass: string | null;
}

/** The result of a batch as it stands. */
export interface Shunt {
  readonly status: Exclude<ShuntStatus, typeof shuntStatus.collecting>;
  readonly diversionId: string;
  readonly rule: DataOf<'ShuntComputed'>['rule'];
  readonly places: DataOf<'ShuntComputed'>['places'];
  /** By `studentCode`, in the order of rank. */
  readonly rows: ReadonlyMap<string, ShuntStudent>;
  readonly leftOut: DataOf<'ShuntComputed'>['leftOut'];
  readonly listHash: string;
  /** Somebody was adjusted since the list was computed. */
  readonly adjusted: boolean;
  readonly computedAt: string;
  readonly publishedAt: string | null;
  readonly applyId: string | null;
  /** How often the application was sent, and by which version of the process. */
  readonly round: number;
  readonly processVersion: number | null;
  readonly applicant: string | null;
  /** Applications that were not passed: the next one is another. */
  readonly refusedNum: number;
  readonly opinion: string;
  readonly effectiveDate: string | null;
  readonly implementedAt: string | null;
}

/** `collecting`: nothing was computed yet. */
export type ShuntState = { readonly status: typeof shuntStatus.collecting } | Shunt;

/** The list of a batch from its computation to its implementation (STUDENT-STATUS-41). */
export const shuntStreams = defineStream({
  prefix: 'shunt-',
  events: shuntEvents,
  initial: { status: shuntStatus.collecting },
  evolve(state, event, { time }): ShuntState {
    if (event.type === 'ShuntComputed') {
      const { rows, ...computed } = event.data;
      const before = state.status === shuntStatus.collecting ? null : state;
      return {
        ...computed,
        status: shuntStatus.computed,
        rows: new Map(rows.map((row) => [row.studentCode, { ...row, targetClass: null }])),
        adjusted: false,
        computedAt: time,
        publishedAt: null,
        applyId: before?.applyId ?? null,
        round: before?.round ?? 0,
        processVersion: before?.processVersion ?? null,
        applicant: before?.applicant ?? null,
        refusedNum: before?.refusedNum ?? 0,
        opinion: '',
        effectiveDate: null,
        implementedAt: null,
      };
    }
    if (state.status === shuntStatus.collecting) throw new Error(`${event.type} on a list that was not computed`);
    switch (event.type) {
      case 'ShuntAdjusted': {
        const { studentCode, admitKey, reason } = event.data;
        return {
          ...changed(state, studentCode, (row) => ({
            ...row,
            admitKey,
            admitWay: admitKey === null ? null : admitWay.named,
            why: reason,
            targetClass: null,
          })),
          // Who saw the list has to see what it is now.
          status: shuntStatus.computed,
          adjusted: true,
          publishedAt: null,
        };
      }
      case 'ShuntClassesAssigned':
        return event.data.classes.reduce(
          (list: Shunt, { studentCode, bjdm }) => changed(list, studentCode, (row) => ({ ...row, targetClass: bjdm })),
          state,
        );
      case 'ShuntPublished':
        return { ...state, status: shuntStatus.published, publishedAt: time, opinion: '' };
      case 'ShuntSubmitted': {
        const { applyId, round, process, applicant } = event.data.application;
        const sent = { applyId, round, processVersion: process.processVersion, applicant: applicant.userName };
        return { ...state, status: shuntStatus.submitted, ...sent };
      }
      case 'ShuntClosed':
        return event.data.outcome === 'notPassed'
          ? {
              ...state,
              status: shuntStatus.notPassed,
              publishedAt: null,
              opinion: event.data.opinion,
              applyId: null,
              round: 0,
              processVersion: null,
              refusedNum: state.refusedNum + 1,
            }
          : { ...state, status: shuntStatus.published, opinion: event.data.opinion };
      case 'ShuntPassed':
        return { ...state, status: shuntStatus.passed };
      case 'ShuntImplemented': {
        const { effectiveDate, leftOut } = event.data;
        const known = new Set(leftOut.map(({ studentCode }) => studentCode));
        return {
          ...state,
          status: shuntStatus.implemented,
          rows: new Map([...state.rows].filter(([studentCode]) => !known.has(studentCode))),
          leftOut: [...state.leftOut, ...leftOut],
          effectiveDate,
          implementedAt: time,
        };
      }
    }
  },
});

function changed(state: Shunt, studentCode: string, change: (row: ShuntStudent) => ShuntStudent): Shunt {
  const row = state.rows.get(studentCode);
  return row ? { ...state, rows: new Map(state.rows).set(studentCode, change(row)) } : state;
}
