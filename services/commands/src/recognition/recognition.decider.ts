import type { RequestOutcome } from '@jwxt/contracts/approval/business-request.state.ts';
import type {
  AdjustedValue,
  RecognitionDraft,
  RecognitionEvent,
  RecognitionRequest,
} from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams, type RecognitionState } from '@jwxt/contracts/recognition/recognition.state.ts';
import {
  recognitionKindOf,
  recognitionKinds,
  type RecognitionKind,
  type Settlement,
} from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** What may be asked of one recognition. */
export type RecognitionCommand =
  | { readonly type: 'save'; readonly draft: RecognitionDraft }
  | { readonly type: 'open'; readonly request: RecognitionRequest }
  | { readonly type: 'close'; readonly outcome: RequestOutcome; readonly opinion: string }
  | { readonly type: 'remove'; readonly kind: RecognitionKind; readonly applyId: string; readonly userName: string }
  | {
      readonly type: 'noteSource';
      readonly attemptId: string;
      /** The score as it is now; null: withdrawn. */
      readonly after: string | null;
      readonly reason: string;
    }
  | { readonly type: 'settle'; readonly kind: RecognitionKind; readonly outcome: Settlement; readonly reason: string }
  | { readonly type: 'revoke'; readonly kind: RecognitionKind; readonly reason: string };

/** Values that follow the sources as they are now; none where nothing is to follow. */
export type RecognitionFacts = readonly AdjustedValue[] | undefined;

/**
 * The rules of `recognition-<applyId>` (LC-A): the applicant changes and deletes it while it is with him, and it is
 * opened and closed once a round. In force it is settled when what it rests on has changed, and may be revoked, for
 * good.
 */
export const recognitionDecider: Decider<RecognitionState, RecognitionCommand, RecognitionEvent, RecognitionFacts> = {
  streams: recognitionStreams,
  decide(state, command, facts) {
    switch (command.type) {
      case 'save':
        return save(state, command.draft);
      case 'open':
        return open(state, command.request);
      case 'close':
        return close(state, command.outcome, command.opinion);
      case 'remove':
        return remove(state, command);
      case 'noteSource':
        return noteSource(state, command);
      case 'settle':
        return settle(state, command, facts ?? []);
      case 'revoke':
        return revoke(state, command);
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

/** Told of a recognition in force only, once for each value: an event that comes again finds it known. */
function noteSource(
  state: RecognitionState,
  { attemptId, after, reason }: Extract<RecognitionCommand, { type: 'noteSource' }>,
): Decision<RecognitionEvent> {
  if (!isInForce(state)) return [];
  const { applyId, studentCode, relateList } = state.request;
  const source = relateList.flatMap((pair) => pair.outSideList).find((each) => each.attemptId === attemptId);
  if (!source) return [];
  const before =
    state.accepted[attemptId] === undefined ? source.outScoreCognizanceFinalValue : state.accepted[attemptId];
  const pending = state.changed.find((change) => change.attemptId === attemptId);
  if (after === (pending ? pending.after : before)) return [];
  const courseName = source.outCourseName;
  return [
    { type: 'RecognitionSourceChanged', data: { applyId, studentCode, attemptId, courseName, before, after, reason } },
  ];
}

function settle(
  state: RecognitionState,
  { kind, outcome, reason }: Extract<RecognitionCommand, { type: 'settle' }>,
  values: readonly AdjustedValue[],
): Decision<RecognitionEvent> {
  if (!isInForce(state)) return refuse('RECOGNITION_NOT_EFFECTED');
  if (kindOf(state) !== kind) return refuse('RECOGNITION_OTHER_KIND', { kind: recognitionKinds[kind].name });
  if (state.changed.length === 0) return refuse('RECOGNITION_NOTHING_TO_SETTLE');
  const { applyId, studentCode } = state.request;
  return [
    {
      type: 'RecognitionSettled',
      data: { applyId, studentCode, outcome, reason, sources: [...state.changed], values: [...values] },
    },
  ];
}

function revoke(
  state: RecognitionState,
  { kind, reason }: Extract<RecognitionCommand, { type: 'revoke' }>,
): Decision<RecognitionEvent> {
  if (!isInForce(state)) return refuse('RECOGNITION_NOT_EFFECTED');
  if (kindOf(state) !== kind) return refuse('RECOGNITION_OTHER_KIND', { kind: recognitionKinds[kind].name });
  const { applyId, studentCode } = state.request;
  return [{ type: 'RecognitionRevoked', data: { applyId, studentCode, reason } }];
}

/** Whether its scores exist. */
export function isInForce(state: RecognitionState): state is Asked & { readonly status: 'effected' } {
  return state.status === 'effected';
}

type Asked = Extract<RecognitionState, { request: RecognitionRequest }>;

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
