import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import type { ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import type { ElectiveEvent, ElectiveShown } from '@jwxt/contracts/elective/elective.events.ts';
import { electiveStreams, type ElectivePlan, type ElectiveState } from '@jwxt/contracts/elective/elective.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

type Applicant = ElectivePlan['applicant'];
type Submitted = Extract<ElectiveEvent, { type: 'ElectiveSubmitted' }>['data'];

/** What may be asked of `elective-<planId>`. `revision`: that of the content the person saw. */
export type ElectiveCommand =
  | { readonly type: 'save' | 'submit'; readonly planId: string; readonly revision: number; readonly userName: string }
  | { readonly type: 'delete'; readonly userName: string }
  | { readonly type: 'pass'; readonly courseCode: string }
  | { readonly type: 'close'; readonly outcome: 'returned' | 'notPassed' | 'recalled'; readonly opinion: string };

/** What is written, with what base data says about it; only for `save` and `submit`. */
export interface ElectiveFacts {
  readonly applicant: Applicant;
  readonly form: ElectiveDraft;
  readonly shown: ElectiveShown;
  /** The frozen application, only to submit. */
  readonly submission?: Pick<Submitted, 'figures'> & { readonly application: ApplicationDraft };
}

/** Whether a plan is with its applicant: LC-A 0, 3 and 4. */
export function isWithApplicant({ status }: Pick<ElectivePlan, 'status'>): boolean {
  return status === 'saved' || status === 'returned' || status === 'recalled';
}

/** Why this person may not write its content now; null when nothing is against it. */
export function refusalToWrite(state: ElectiveState, userName: string, revision: number): Refused | null {
  if (state.status === 'none') return revision === -1 ? null : refuse('ELECTIVE_GONE');
  if (state.status === 'deleted') return refuse('ELECTIVE_GONE');
  if (state.applicant.userName !== userName) return refuse('OUT_OF_SCOPE');
  if (!isWithApplicant(state)) return refuse('ELECTIVE_NOT_EDITABLE');
  return state.revision === revision ? null : refuse('ELECTIVE_CHANGED', { time: toDateTimeText(state.writtenAt) });
}

/**
 * The rules of a public elective plan (LC-A): written by its applicant while it is there, decided by its application.
 */
export const electiveDecider: Decider<ElectiveState, ElectiveCommand, ElectiveEvent, ElectiveFacts | undefined> = {
  streams: electiveStreams,
  decide(state, command, facts) {
    switch (command.type) {
      case 'save':
      case 'submit': {
        const refused = refusalToWrite(state, command.userName, command.revision);
        if (refused) return refused;
        if (!facts) throw new TypeError('nothing to write');
        const { planId } = command;
        const { form, shown, applicant, submission } = facts;
        if (command.type === 'submit' && submission)
          return [{ type: 'ElectiveSubmitted', data: { planId, form, shown, ...submission } }];
        // What is kept by itself while somebody types writes nothing when nothing was changed.
        if (state.status !== 'none' && state.status !== 'deleted' && canonicalJson(state.form) === canonicalJson(form))
          return [];
        return [{ type: 'ElectiveSaved', data: { planId, form, shown, applicant } }];
      }
      case 'delete':
        if (state.status === 'none') return refuse('NOT_FOUND');
        if (state.status === 'deleted') return [];
        if (state.applicant.userName !== command.userName) return refuse('OUT_OF_SCOPE');
        return isWithApplicant(state)
          ? [{ type: 'ElectiveDeleted', data: { planId: state.planId } }]
          : refuse('ELECTIVE_NOT_SAVED');
      case 'pass':
      case 'close': {
        if (state.status === 'none' || state.status === 'deleted') return refuse('NOT_FOUND');
        const outcome = command.type === 'pass' ? 'effected' : command.outcome;
        if (state.status === outcome) return [];
        if (state.status !== 'submitted') return refuse('ELECTIVE_NOT_EDITABLE');
        const { planId } = state;
        return [
          command.type === 'pass'
            ? { type: 'ElectiveEffected', data: { planId, courseCode: command.courseCode } }
            : { type: 'ElectiveClosed', data: { planId, outcome: command.outcome, opinion: command.opinion } },
        ];
      }
    }
  },
};
