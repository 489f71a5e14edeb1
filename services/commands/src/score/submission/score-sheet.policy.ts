import { attemptsStream, sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetProcessOf, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { policyContext } from '../../kernel/command-context.ts';
import type { CommandServices, Policy } from '../../kernel/command-route.ts';
import type { StoredEvent } from '../../kernel/event-codec.ts';
import { PolicyRefused } from '../../kernel/policy-refused.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { later } from '../../kernel/stream-folds.ts';
import { loadRulesInForce, type RulesInForce } from '../../score-setting/shared/score-rules.facts.ts';
import { attemptsDecider, noFacts, type AttemptsCommand } from '../shared/attempts.decider.ts';
import { publishedValue } from '../shared/published-value.ts';
import { concurrently } from '../../kernel/concurrently.ts';
import type { SheetDecider } from '../score-sheet.decider.ts';
import { rollbackDecider } from '../settings/sheet-rollback.ts';
import { approveDecider, reopenDecider } from '../settings/sheet-settings.ts';
import { onApplicationEnd, type ApplicationEnd } from '../../approval/shared/application-end.ts';
import { settleWaitingChanges } from '../changes/score-change.policy.ts';
import { attemptOf } from './sheet-attempts.ts';

/**
 * Attempts written at the same time: enough for the store to write them together, few enough to leave room for people.
 */
const SIDE_BY_SIDE = 16;

/** What becomes of a sheet when its application ends: published, or back to the teachers with the opinion. */
export const settleSheet = onApplicationEnd(Object.values(sheetProcessOf), {
  name: 'score-sheet-outcome',
  content: ({ businessId }) => splitSheetId(businessId),
  passed: (sheet, { cause, data: { applyId, round, contentHash } }, services) =>
    onSheet(services, cause, sheet, 'scoreSheet.approve', approveDecider, { applyId, round, contentHash }),
  returned: sentBack,
  notPassed: sentBack,
  recalled(sheet, { cause, data: { applyId, round, byOffice }, opinion }, services) {
    if (byOffice) {
      return onSheet(services, cause, sheet, 'scoreSheet.rollback', rollbackDecider, {
        reason: opinion,
        byName: byOffice.name,
        application: { applyId, round },
      });
    }
    return onSheet(services, cause, sheet, 'scoreSheet.reopen', reopenDecider, {
      applyId,
      round,
      cause: 'recalled',
      opinion,
      byName: cause.metadata.actor.name,
      nodeName: null,
    });
  },
});

function sentBack(
  sheet: SheetKey,
  { cause, data, outcome, opinion }: ApplicationEnd<'returned' | 'notPassed'>,
  services: CommandServices,
): Promise<Position | null> {
  const { applyId, round, auditPersonName: byName, processNodeName: nodeName } = data;
  return onSheet(services, cause, sheet, 'scoreSheet.reopen', reopenDecider, {
    applyId,
    round,
    cause: outcome,
    opinion,
    byName,
    nodeName,
  });
}

/**
 * Published rows become attempts, one for each student, in any order, each once; those of a published sheet that was
 * taken back go; and what was decided about its students while it waited takes effect. One policy for all, so that a
 * sheet's events have their effects in their order even when one of them has to wait.
 */
export const recordAttempts: Policy = {
  name: 'score-attempts',
  types: ['ScoresApproved', 'ScoresRolledBack', 'ScoresReopened'],
  start: 'beginning',
  async react(stored, services) {
    const { handler, pool } = services;
    const event = stored.event as ScoreSheetEvent;
    const rules =
      event.type === 'ScoresApproved'
        ? await loadRulesInForce(pool, studentsOf(event))
        : new Map<string, RulesInForce>();
    const commands = attemptCommands(event, rules);
    let last: Position | null = null;
    await concurrently(commands, SIDE_BY_SIDE, async ({ studentCode, courseId, command }) => {
      const purpose = `attempts.${command.type}`;
      const done = await handler.execute({
        stream: attemptsStream(studentCode, courseId),
        decider: attemptsDecider,
        command,
        context: policyContext(stored, `${purpose}:${studentCode}`),
        facts: () => noFacts,
      });
      if (isRefused(done)) throw new PolicyRefused(purpose, done.refused);
      last = later(last, done.position);
    });
    return later(last, await settleWaitingChanges(services, stored, sheetOf(event)));
  },
};

/**
 * A published make-up that was weighed anew, because the original items are others now, is another attempt value. Older
 * events of the kind were of open sheets alone.
 */
export const reviseMakeups: Policy = {
  name: 'score-makeup-attempts',
  types: ['RetakeOriginChanged'],
  start: 'now',
  async react(stored, { handler }) {
    const event = stored.event as ScoreSheetEvent;
    if (event.type !== 'RetakeOriginChanged' || event.data.cells.length === 0) return null;
    const { teachingClassId, scoreType, courseId, studentCode, studentNumber, studentName, text } = event.data;
    const stream = sheetStream(teachingClassId, scoreType);
    const { state } = await handler.readSince(stream, sheetStreams, stored.revision);
    if (state.status !== sheetStatus.published) return null;
    const revised = await handler.execute({
      stream: attemptsStream(studentCode, courseId),
      decider: attemptsDecider,
      command: {
        type: 'revise',
        revision: {
          attemptId: sheetAttemptId({ teachingClassId, scoreType }, studentCode),
          studentCode,
          studentNumber,
          studentName,
          courseId,
          applyId: state.submission.applyId,
          reason: text,
          after: publishedValue(state, studentCode),
        },
      },
      context: policyContext(stored, `attempts.revise:${studentCode}`),
      facts: () => noFacts,
    });
    if (!isRefused(revised)) return revised.position;
    // Changed while it was open, and published since: the attempt will be recorded as it was handed in.
    if (revised.refused.code === 'NOT_FOUND') return null;
    throw new PolicyRefused('attempts.revise', revised.refused);
  },
};

const studentsOf = ({ data: { rows } }: Extract<ScoreSheetEvent, { type: 'ScoresApproved' }>): string[] =>
  rows.map(({ studentCode }) => studentCode);

/** `rules`: the version in force for each student, with which an attempt is stamped. */
function attemptCommands(
  event: ScoreSheetEvent,
  rules: ReadonlyMap<string, RulesInForce>,
): { studentCode: string; courseId: string; command: AttemptsCommand }[] {
  switch (event.type) {
    case 'ScoresApproved': {
      const { rows, rules: sheetRules, figures: _figures, hash: _hash, applyId, round: _round, ...about } = event.data;
      return rows.map((row) => ({
        studentCode: row.studentCode,
        courseId: about.courseId,
        command: {
          type: 'record',
          attempt: {
            ...attemptOf(about, sheetRules, row, applyId),
            ruleVersion: rules.get(row.studentCode)?.ruleVersion ?? sheetRules.ruleVersion,
          },
        },
      }));
    }
    case 'ScoresRolledBack': {
      const { students, courseId, reason } = event.data;
      return students.map((student) => ({
        studentCode: student.studentCode,
        courseId,
        command: {
          type: 'withdraw',
          attemptId: sheetAttemptId(event.data, student.studentCode),
          student,
          courseId,
          reason,
        },
      }));
    }
    default:
      return [];
  }
}

async function onSheet<Command>(
  { handler }: CommandServices,
  cause: StoredEvent,
  [teachingClassId, scoreType]: SheetKey,
  purpose: string,
  decider: SheetDecider<Command, undefined>,
  command: Command,
): Promise<Position | null> {
  const done = await handler.execute({
    stream: sheetStream(teachingClassId, scoreType),
    decider,
    command,
    context: policyContext(cause, purpose),
    facts: () => undefined,
  });
  if (isRefused(done)) throw new PolicyRefused(purpose, done.refused);
  return done.position;
}

/** The sheet that an event is of. */
const sheetOf = ({ data: { teachingClassId, scoreType } }: ScoreSheetEvent) => ({ teachingClassId, scoreType });

/** Class and score type. */
type SheetKey = readonly [teachingClassId: string, scoreType: string];

/** What a sheet's id stands for; class ids may hold dots themselves. */
function splitSheetId(sheetId: string): SheetKey {
  const dot = sheetId.lastIndexOf('.');
  return [sheetId.slice(0, dot), sheetId.slice(dot + 1)];
}
