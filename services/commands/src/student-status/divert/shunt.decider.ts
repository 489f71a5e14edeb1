import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import {
  isShownLongEnough,
  PUBLICITY_DAYS,
  shuntStatus,
} from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import type { ShuntEvent } from '@jwxt/contracts/student-status/divert/shunt.events.ts';
import { shuntStreams, type Shunt, type ShuntState } from '@jwxt/contracts/student-status/divert/shunt.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Decider } from '../../kernel/decider.ts';
import { refuse, refuseField, type Refused } from '../../kernel/refusal.ts';

type DataOf<Type extends ShuntEvent['type']> = Extract<ShuntEvent, { type: Type }>['data'];

/** What may be asked of `shunt-<diversionId>`. */
export type ShuntCommand =
  | { readonly type: 'compute' }
  | {
      readonly type: 'adjust';
      readonly studentCode: string;
      readonly admitKey: string | null;
      readonly reason: string;
    }
  | { readonly type: 'assignClasses'; readonly classes: DataOf<'ShuntClassesAssigned'>['classes'] }
  | { readonly type: 'publish' }
  | { readonly type: 'submit'; readonly now: string }
  | { readonly type: 'close'; readonly outcome: DataOf<'ShuntClosed'>['outcome']; readonly opinion: string }
  | { readonly type: 'pass'; readonly applyId: string }
  | { readonly type: 'implement'; readonly done: Omit<DataOf<'ShuntImplemented'>, 'diversionId'> };

/** What base data says: only what the command needs. */
export interface ShuntFacts {
  readonly computed?: DataOf<'ShuntComputed'>;
  /** The batch may end with students who have no place. */
  readonly mayBeShort?: boolean;
  readonly application?: ApplicationDraft;
}

/** Whether the list is with the office: not sent, and not in force. */
const isOpen = ({ status }: Shunt): boolean =>
  status === shuntStatus.computed || status === shuntStatus.published || status === shuntStatus.notPassed;

/** Students of the list who have no place, or a place and no class. */
export function openStudents({ rows }: Pick<Shunt, 'rows'>): { unplaced: number; unassigned: number } {
  const all = [...rows.values()];
  return {
    unplaced: all.filter(({ admitKey }) => admitKey === null).length,
    unassigned: all.filter(({ admitKey, targetClass }) => admitKey !== null && targetClass === null).length,
  };
}

/** The rules of the result of one batch: computed, adjusted by name, shown, approved, carried out. */
export const shuntDecider: Decider<ShuntState, ShuntCommand, ShuntEvent, ShuntFacts | undefined> = {
  streams: shuntStreams,
  decide(state, command, facts) {
    if (command.type === 'compute') {
      const computed = needed(facts?.computed);
      if (state.status === shuntStatus.collecting) return [{ type: 'ShuntComputed', data: computed }];
      if (!isOpen(state)) return refuse('SHUNT_NOT_EDITABLE');
      // What was asked for is what it was: so is the list, unless somebody changed it.
      if (state.listHash === computed.listHash && !state.adjusted && state.status !== shuntStatus.notPassed) return [];
      return [{ type: 'ShuntComputed', data: computed }];
    }
    if (state.status === shuntStatus.collecting) return refuse('SHUNT_NOT_COMPUTED');
    const { diversionId } = state;
    switch (command.type) {
      case 'adjust':
        return isOpen(state) ? adjust(state, command) : refuse('SHUNT_NOT_EDITABLE');
      case 'assignClasses':
        return isOpen(state) ? assignClasses(state, command.classes) : refuse('SHUNT_NOT_EDITABLE');
      case 'publish':
        if (state.status === shuntStatus.published) return [];
        if (!isOpen(state)) return refuse('SHUNT_NOT_EDITABLE');
        return whyOpen(state, facts, 'place') ?? [{ type: 'ShuntPublished', data: { diversionId } }];
      case 'submit':
        return (
          whyNotSubmitted(state, command.now, facts) ?? [
            { type: 'ShuntSubmitted', data: { diversionId, application: needed(facts?.application) } },
          ]
        );
      case 'close':
        return state.status === shuntStatus.submitted
          ? [{ type: 'ShuntClosed', data: { diversionId, outcome: command.outcome, opinion: command.opinion } }]
          : [];
      case 'pass':
        return state.status === shuntStatus.submitted
          ? [{ type: 'ShuntPassed', data: { diversionId, applyId: command.applyId } }]
          : [];
      case 'implement':
        if (state.status === shuntStatus.implemented) return [];
        return state.status === shuntStatus.passed
          ? [{ type: 'ShuntImplemented', data: { diversionId, ...command.done } }]
          : refuse('SHUNT_NOT_PASSED');
    }
  },
};

function adjust(
  { diversionId, rows, places }: Shunt,
  { studentCode, admitKey, reason }: Extract<ShuntCommand, { type: 'adjust' }>,
): ShuntEvent[] | Refused {
  const row = rows.get(studentCode);
  if (!row) return refuseField('SHUNT_STUDENT_UNKNOWN', {}, 'studentCode');
  if (admitKey !== null && !places.some(({ key }) => key === admitKey))
    return refuseField('SHUNT_PLACE_UNKNOWN', {}, 'majorOrDirectionKey');
  return row.admitKey === admitKey
    ? []
    : [{ type: 'ShuntAdjusted', data: { diversionId, studentCode, admitKey, reason } }];
}

function assignClasses(
  { diversionId, rows }: Shunt,
  wanted: DataOf<'ShuntClassesAssigned'>['classes'],
): ShuntEvent[] | Refused {
  if (wanted.some(({ studentCode }) => (rows.get(studentCode)?.admitKey ?? null) === null))
    return refuse('SHUNT_STUDENT_UNKNOWN');
  const classes = wanted.filter(({ studentCode, bjdm }) => rows.get(studentCode)?.targetClass !== bjdm);
  return classes.length === 0 ? [] : [{ type: 'ShuntClassesAssigned', data: { diversionId, classes } }];
}

/** Who still has no place, or no class. */
function whyOpen(state: Shunt, facts: ShuntFacts | undefined, what: 'place' | 'class'): Refused | null {
  const { unplaced, unassigned } = openStudents(state);
  const count = (facts?.mayBeShort ? 0 : unplaced) + (what === 'class' ? unassigned : 0);
  return count === 0 ? null : refuse('SHUNT_OPEN_STUDENTS', { count });
}

/** Why a list cannot be sent for approval; null when it can. */
export function whyNotSubmitted(state: Shunt, now: string, facts: ShuntFacts | undefined): Refused | null {
  if (state.status !== shuntStatus.published || state.publishedAt === null)
    return refuse(isOpen(state) ? 'SHUNT_NOT_PUBLISHED' : 'SHUNT_NOT_EDITABLE');
  if (!isShownLongEnough(state.publishedAt, now))
    return refuse('SHUNT_SHOWN_SHORT', { days: PUBLICITY_DAYS, time: shownUntil(state.publishedAt) });
  return whyOpen(state, facts, 'class');
}

/** The moment from which on a result has been shown long enough, in school time. */
export const shownUntil = (publishedAt: string | Date): string =>
  toDateTimeText(new Date(new Date(publishedAt).getTime() + PUBLICITY_DAYS * 86_400_000).toISOString());

function needed<T>(fact: T | undefined): T {
  if (fact === undefined) throw new Error('the facts of a decision are missing');
  return fact;
}
