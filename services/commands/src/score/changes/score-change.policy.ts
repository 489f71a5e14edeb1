import { attemptsStream, sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import { openChangesOf, sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  sheetStream,
  type ScoreChangeRequest,
  type ScoreSheetEvent,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { BusinessRequestCommand } from '../../approval/shared/business-request.decider.ts';
import { policyContext } from '../../kernel/command-context.ts';
import type { Executed } from '../../kernel/command-handler.ts';
import type { CommandServices, Policy } from '../../kernel/command-route.ts';
import type { StoredEvent } from '../../kernel/event-codec.ts';
import { PolicyRefused } from '../../kernel/policy-refused.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import { later } from '../../kernel/stream-folds.ts';
import { attemptsDecider, noFacts } from '../shared/attempts.decider.ts';
import { onApplicationEnd, type ApplicationEnd } from '../../approval/shared/application-end.ts';
import { CHANGE_PROCESS } from './change-draft.ts';
import { concurrently } from '../../kernel/concurrently.ts';
import { scoreChangeDecider } from './score-change.decider.ts';
import { publishedValue } from '../shared/published-value.ts';
import { applyChangeDecider, releaseChangeDecider } from './sheet-change.ts';

/** A reserved change opens its content stream, whatever broke after the reservation. */
export const openScoreChange: Policy = {
  name: 'score-change-open',
  types: ['ChangeReserved'],
  start: 'beginning',
  async react(stored, services) {
    const event = stored.event as ScoreSheetEvent;
    if (event.type !== 'ChangeReserved' || !event.data.request) return null;
    return onChange(services, stored, event.data.applyId, { type: 'open', request: event.data.request });
  },
};

/**
 * What becomes of a change when its application ends: the published score changes, or everything stays and the sheet is
 * free again.
 */
export const settleScoreChange = onApplicationEnd(CHANGE_PROCESS, {
  name: 'score-change-outcome',
  async content({ applyId }, { handler }) {
    const { state } = await handler.read(scoreChangeStream(applyId), scoreChangeStreams);
    if (state.status === 'none') throw new Error(`score change ${applyId} does not exist`);
    return state.request;
  },
  passed: (request, end, services) => effected(services, end.cause, request),
  returned: close,
  notPassed: release,
  recalled: release,
});

function close(
  { applyId }: ScoreChangeRequest,
  { cause, outcome, opinion }: ApplicationEnd,
  services: CommandServices,
): Promise<Position | null> {
  return onChange(services, cause, applyId, { type: 'close', outcome, opinion });
}

/**
 * Changes that were asked for, and perhaps passed, while the scores waited for approval take effect when those are
 * published or came back: what waits on the sheet, looked at once more. Called when the attempts are recorded.
 */
export async function settleWaitingChanges(
  services: CommandServices,
  cause: StoredEvent,
  { teachingClassId, scoreType }: { readonly teachingClassId: string; readonly scoreType: string },
): Promise<Position | null> {
  const { handler } = services;
  const { state } = await handler.readSince(sheetStream(teachingClassId, scoreType), sheetStreams, cause.revision);
  if (state.status === sheetStatus.unset) return null;
  let last: Position | null = null;
  for (const { applyId, waited } of openChangesOf(state)) {
    if (!waited) continue;
    const application = await handler.read(applicationStream(applyId), applicationStreams);
    if (application.state.phase !== 'ended' || application.state.status !== businessStatus.passed) continue;
    const change = await handler.read(scoreChangeStream(applyId), scoreChangeStreams);
    if (change.state.status !== 'requested') continue;
    last = later(last, await effected(services, cause, change.state.request, `:${applyId}`));
  }
  return last;
}

/**
 * The change takes effect, and its content says so; neither while the scores wait for their approval. `part` tells the
 * commands apart that one event makes.
 */
async function effected(
  services: CommandServices,
  cause: StoredEvent,
  request: ScoreChangeRequest,
  part = '',
): Promise<Position | null> {
  const taken = await takeEffect(services, cause, request, part);
  if (taken.waits) return taken.position;
  const closed = await onChange(services, cause, request.applyId, { type: 'close', outcome: 'effected', opinion: '' });
  return later(taken.position, closed);
}

/**
 * The sheet first, because it says what the score is; then each student's attempt. Both may be repeated from any point.
 */
async function takeEffect(
  { handler }: CommandServices,
  cause: StoredEvent,
  request: ScoreChangeRequest,
  part: string,
): Promise<{ position: Position | null; waits: boolean }> {
  const { applyId, sheet, rules, rows, reason } = request;
  const outcome = await handler.execute({
    stream: sheetStream(sheet.teachingClassId, sheet.scoreType),
    decider: applyChangeDecider,
    command: { applyId, sheet, rules, rows, reason },
    context: policyContext(cause, `scoreSheet.applyChange${part}`),
    facts: () => undefined,
  });
  // The end of the application and that of the sheet's came together: the other one sees to it.
  if (isRefused(outcome) && outcome.refused.code === 'CHANGE_NOT_EDITABLE') {
    const { state } = await handler.read(scoreChangeStream(applyId), scoreChangeStreams);
    if (state.status === 'effected') return { position: null, waits: false };
  }
  const applied = accepted('scoreSheet.applyChange', outcome);
  if (applied.state.status !== sheetStatus.published)
    return { position: applied.position, waits: applied.state.status === sheetStatus.submitted };
  let last = applied.position;
  await concurrently(rows, 16, async ({ studentCode, studentNumber, studentName }) => {
    const revised = await handler.execute({
      stream: attemptsStream(studentCode, sheet.courseId),
      decider: attemptsDecider,
      context: policyContext(cause, `attempts.revise:${studentCode}`),
      facts: () => noFacts,
      command: {
        type: 'revise',
        revision: {
          attemptId: sheetAttemptId(sheet, studentCode),
          studentCode,
          studentNumber,
          studentName,
          courseId: sheet.courseId,
          applyId,
          reason,
          after: publishedValue(applied.state, studentCode),
        },
      },
    });
    last = later(last, recorded(revised).position);
  });
  return { position: last, waits: false };
}

/** Published a moment ago: the attempt is about to be recorded, and is changed then. */
function recorded<State>(outcome: Executed<State> | Refused): Executed<State> {
  if (isRefused(outcome) && outcome.refused.code === 'NOT_FOUND')
    throw new PolicyRefused('attempts.revise', { code: 'CONCURRENT_CHANGE' });
  return accepted('attempts.revise', outcome);
}

async function release(
  request: ScoreChangeRequest,
  end: ApplicationEnd<'notPassed' | 'recalled'>,
  services: CommandServices,
): Promise<Position | null> {
  const { applyId, sheet } = request;
  const freed = accepted(
    'scoreSheet.releaseChange',
    await services.handler.execute({
      stream: sheetStream(sheet.teachingClassId, sheet.scoreType),
      decider: releaseChangeDecider,
      command: { applyId, outcome: end.outcome },
      context: policyContext(end.cause, 'scoreSheet.releaseChange'),
      facts: () => undefined,
    }),
  );
  return later(freed.position, await close(request, end, services));
}

async function onChange(
  { handler }: CommandServices,
  cause: StoredEvent,
  applyId: string,
  command: BusinessRequestCommand<ScoreChangeRequest>,
): Promise<Position | null> {
  const purpose = `scoreChange.${command.type}`;
  return accepted(
    purpose,
    await handler.execute({
      stream: scoreChangeStream(applyId),
      decider: scoreChangeDecider,
      command,
      context: policyContext(cause, purpose),
      facts: () => undefined,
    }),
  ).position;
}

function accepted<State>(purpose: string, outcome: Executed<State> | Refused): Executed<State> {
  if (isRefused(outcome)) throw new PolicyRefused(purpose, outcome.refused);
  return outcome;
}
