import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import type { BusinessRequest } from '@jwxt/contracts/approval/business-request.ts';
import { mayOpenAgain, type BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import type { ErrorCode } from '@jwxt/contracts/all-errors.ts';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandDone, CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { applicantOf, buildApplicationDraft, type DraftRequest } from './application-draft.ts';
import type { RequestDecider } from './business-request.decider.ts';

/** What is sent: the id of the application, which round it is, and the process that a later round goes on with. */
export interface Turn {
  readonly applyId: string;
  readonly round: number;
  readonly processVersion?: number;
}

interface Asked {
  readonly applyId: string;
  readonly application: ApplicationDraft;
}

interface Applied<Request, Command, Event extends DomainEvent> {
  readonly kind: BusinessRequest<string, Request, Event>;
  readonly decider: RequestDecider<Request, Command, Event>;
  /** Said of one that is in approval or has ended. */
  readonly notEditable: ErrorCode;
  /** The own application that is sent again; absent: a new one. */
  readonly applyId?: string | undefined;
  /** The row that is sent instead, first or again, by whoever may send it: its key is the application’s. */
  readonly rowId?: string;
  /** Everything that is asked for, or why it cannot be asked. */
  readonly requestOf: (turn: Turn) => Promise<Request | Refused>;
}

/**
 * Applies for something that is decided by an approval. A repetition carries out what the first one was, whatever has
 * changed since.
 */
export async function applyForRequest<Request extends Asked, Command, Event extends DomainEvent>(
  { kind, decider, notEditable, applyId: again, rowId, requestOf }: Applied<Request, Command, Event>,
  context: CommandContext,
  { handler }: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const applyId = rowId ?? again ?? derivedId(`${context.commandId}:application`);
  const stream = kind.streamOf(applyId);
  const { state, applied } = await handler.read(stream, kind.streams);
  let request: Request | Refused;
  if (state.status !== 'none' && applied.has(context.commandId)) request = state.request;
  else {
    const first = again === undefined && (rowId === undefined || state.status === 'none');
    const isOwn = (userName: string): boolean => rowId !== undefined || userName === context.actor.userName;
    const turn = first ? { applyId, round: 1 } : nextTurn(state, isOwn, notEditable);
    request = isRefused(turn) ? turn : await requestOf(turn);
  }
  if (isRefused(request)) return request;
  const done = await handler.execute({
    stream,
    decider,
    command: { type: 'open', request },
    context,
    facts: () => undefined,
  });
  return isRefused(done) ? done : { result: { applyId }, position: done.position };
}

/** The next round of an application that came back: it goes on with its process. */
function nextTurn(
  state: BusinessRequestState<Asked>,
  isOwn: (applicant: string) => boolean,
  notEditable: ErrorCode,
): Turn | Refused {
  if (state.status === 'none' || !isOwn(state.request.application.applicant.userName)) return refuse('NOT_FOUND');
  const { applyId, round, process } = state.request.application;
  return mayOpenAgain(state.status)
    ? { applyId, round: round + 1, processVersion: process.processVersion }
    : refuse(notEditable);
}

/** What an applicant asks to have approved, of which the rest is known from its kind and from who asks. */
type Wanted = Pick<DraftRequest, 'units' | 'figures' | 'content' | 'business'> &
  Partial<Pick<DraftRequest, 'teachingClassId'>>;

/** What a request freezes, as {@link buildApplicationDraft} does; its applicant is who sends it. */
export function draftRequest(
  { processNo, businessTable }: Pick<BusinessRequest<string, never, never>, 'processNo' | 'businessTable'>,
  turn: Turn,
  { actor, time }: CommandContext,
  { pool }: Pick<CommandServices, 'pool'>,
  { units, ...wanted }: Wanted,
): Promise<ApplicationDraft | Refused> {
  return buildApplicationDraft(pool, {
    processNo,
    ...turn,
    applyTime: time,
    businessId: turn.applyId,
    businessTable,
    scoreType: null,
    teachingClassId: null,
    applicant: applicantOf(actor),
    enteredBy: [actor.userName],
    units: { SQDW: actor.departmentId, ...units },
    ...wanted,
  });
}
