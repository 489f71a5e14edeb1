import { attemptsStream, sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import { computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import {
  sheetStream,
  type ScoreChangeRequest,
  type ScoreSheetEvent,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
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
import { publishedRemark } from '../submission/sheet-attempts.ts';
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
  passed: async (request, end, services) =>
    later(await takeEffect(services, end.cause, request), await close(request, end, services)),
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
 * The sheet first, because it says what the score is; then each student's attempt. Both may be repeated from any point.
 */
async function takeEffect(
  { handler }: CommandServices,
  cause: StoredEvent,
  request: ScoreChangeRequest,
): Promise<Position | null> {
  const { applyId, sheet, rules, rows, reason } = request;
  const applied = accepted(
    'scoreSheet.applyChange',
    await handler.execute({
      stream: sheetStream(sheet.teachingClassId, sheet.scoreType),
      decider: applyChangeDecider,
      command: { applyId, sheet, rules, rows, reason },
      context: policyContext(cause, 'scoreSheet.applyChange'),
      facts: () => undefined,
    }),
  );
  let last = applied.position;
  await concurrently(rows, 16, async ({ studentCode, studentNumber, studentName }) => {
    const revised = accepted(
      'attempts.revise',
      await handler.execute({
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
      }),
    );
    last = later(last, revised.position);
  });
  return last;
}

function publishedValue(sheet: ScoreSheetState, studentCode: string) {
  if (sheet.status === sheetStatus.unset) throw new Error('a change on a sheet that was never set up');
  const row = sheet.rows[studentCode];
  const final = row?.final ?? null;
  const { passed, rawFinal } = computeRow(cellValues(row), remarkOf(row), sheet.rules, row ?? { studentCode });
  return {
    final,
    finalName: finalText(final, sheet.rules),
    scoreRemarkCode: publishedRemark(sheet.rules, { studentCode, scoreRemarkCode: remarkOf(row) }),
    passed,
    ...(rawFinal === undefined ? {} : { rawFinal }),
  };
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
