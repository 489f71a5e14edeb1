import type { RequestOutcome } from '@jwxt/contracts/approval/business-request.state.ts';
import type {
  RecognitionDraft,
  RecognitionEvent,
  RecognitionRequest,
} from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams, type RecognitionState } from '@jwxt/contracts/recognition/recognition.state.ts';
import {
  recognitionKindOf,
  recognitionKinds,
  type RecognitionKind,
} from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** What may be asked of one recognition. */
export type RecognitionCommand =
  | { readonly type: 'save'; readonly draft: RecognitionDraft }
  | { readonly type: 'open'; readonly request: RecognitionRequest }
  | { readonly type: 'close'; readonly outcome: RequestOutcome; readonly opinion: string }
  | { readonly type: 'remove'; readonly kind: RecognitionKind; readonly applyId: string; readonly userName: string };

/**
 * The rules of `recognition-<applyId>` (LC-A): the applicant changes and deletes it while it is with him, and it is
 * opened and closed once a round.
 */
export const recognitionDecider: Decider<RecognitionState, RecognitionCommand, RecognitionEvent, undefined> = {
  streams: recognitionStreams,
  decide(state, command) {
    switch (command.type) {
      case 'save':
        return save(state, command.draft);
      case 'open':
        return open(state, command.request);
      case 'close':
        return close(state, command.outcome, command.opinion);
      case 'remove':
        return remove(state, command);
    }
  },
};

function save(state: RecognitionState, draft: RecognitionDraft): Decision<RecognitionEvent> {
  const refused = state.status === 'none' ? null : mayChange(state, draft.applicant.userName, draft.kind);
  if (refused) return refused;
  if ('request' in state && state.request.studentCode !== draft.studentCode) return refuse('RECOGNITION_NOT_EDITABLE');
  const known = 'draft' in state ? state.draft : null;
  return known && canonicalJson(known) === canonicalJson(draft) ? [] : [{ type: 'RecognitionDrafted', data: draft }];
}

function open(state: RecognitionState, request: RecognitionRequest): Decision<RecognitionEvent> {
  if (state.status === 'deleted') return refuse('RECOGNITION_NOT_EDITABLE');
  if ('request' in state) {
    if (request.application.round <= state.request.application.round) return [];
    if (!isWithApplicant(state)) return refuse('RECOGNITION_NOT_EDITABLE');
  }
  return [{ type: 'RecognitionRequested', data: request }];
}

function close(state: RecognitionState, outcome: RequestOutcome, opinion: string): Decision<RecognitionEvent> {
  if (!('request' in state)) return refuse('NOT_FOUND');
  if (state.status === outcome) return [];
  if (state.status !== 'requested') return refuse('RECOGNITION_NOT_EDITABLE');
  const { applyId } = state.request;
  return [
    outcome === 'effected'
      ? { type: 'RecognitionEffected', data: { applyId } }
      : { type: 'RecognitionClosed', data: { applyId, outcome, opinion } },
  ];
}

function remove(
  state: RecognitionState,
  { kind, applyId, userName }: Extract<RecognitionCommand, { type: 'remove' }>,
): Decision<RecognitionEvent> {
  if (state.status === 'none') return refuse('NOT_FOUND');
  if (state.status === 'deleted') return [];
  const refused = mayChange(state, userName, kind);
  if (refused) return refused.refused.code === 'RECOGNITION_OTHER_KIND' ? refused : refuse('RECOGNITION_NOT_DELETABLE');
  return [{ type: 'RecognitionDeleted', data: { applyId, studentCode: subjectOf(state).studentCode } }];
}

type Known = Exclude<RecognitionState, { status: 'none' | 'deleted' }>;

/** Why the person may not change or delete it now; null when he may. */
export function mayChange(
  state: Exclude<RecognitionState, { status: 'none' }>,
  userName: string,
  kind: RecognitionKind,
): Refused | null {
  if (state.status === 'deleted') return refuse('RECOGNITION_NOT_EDITABLE');
  if (ownerOf(state) !== userName) return refuse('RECOGNITION_NOT_OWN');
  if (kindOf(state) !== kind) return refuse('RECOGNITION_OTHER_KIND', { kind: recognitionKinds[kind].name });
  return isWithApplicant(state) ? null : refuse('RECOGNITION_NOT_EDITABLE');
}

/** Saved, returned or recalled: nobody is asked to decide it. */
export function isWithApplicant(state: RecognitionState): boolean {
  return state.status === 'saved' || state.status === 'returned' || state.status === 'recalled';
}

/** Who applied, or began to. */
export function ownerOf(state: Known): string {
  return 'request' in state ? state.request.application.applicant.userName : state.draft.applicant.userName;
}

function kindOf(state: Known): RecognitionKind | undefined {
  return 'request' in state ? recognitionKindOf(state.request.application.process.processNo) : state.draft.kind;
}

function subjectOf(state: Known): { studentCode: string } {
  return 'request' in state ? state.request : state.draft;
}

/** In-plan courses of a request, the one that decides about all of them first. */
export function coursesOf(request: RecognitionRequest): string[] {
  return request.relateList.flatMap((pair) => pair.inSideList.map((inside) => inside.courseId)).toSorted();
}
