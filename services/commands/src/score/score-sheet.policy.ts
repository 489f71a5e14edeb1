import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetProcessOf } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { attemptsDecider, noFacts } from '../kernel/attempts.decider.ts';
import { concurrently } from '../kernel/concurrently.ts';
import type { SheetDecider } from './score-sheet.decider.ts';
import { approveDecider, reopenDecider } from './sheet-settings.ts';
import { attemptOf } from './sheet-attempts.ts';

const sheetProcesses = new Set<string>(Object.values(sheetProcessOf));
/** Attempts written at the same time: enough for the store to write them together, few enough to leave room for people. */
const SIDE_BY_SIDE = 16;

/** What becomes of a sheet when its application ends: published, or back to the teachers with the opinion. */
export const settleSheet: Policy = {
  name: 'score-sheet-outcome', types: ['ApplicationPassed', 'ApplicationReturned', 'ApplicationNotPassed', 'ApplicationRecalled'],
  async react(stored, services) {
    const event = stored.event as ApplicationEvent;
    if (event.type === 'ApplicationSubmitted' || !sheetProcesses.has(event.data.processNo)) return null;
    const { applyId, round, businessId } = event.data;
    switch (event.type) {
      case 'ApplicationPassed': return onSheet(services, stored, businessId, 'scoreSheet.approve', approveDecider, { applyId, round, contentHash: event.data.contentHash });
      case 'ApplicationReturned': case 'ApplicationNotPassed': {
        const { opinion, auditPersonName: byName, processNodeName: nodeName } = event.data;
        return onSheet(services, stored, businessId, 'scoreSheet.reopen', reopenDecider, { applyId, round, cause: event.type === 'ApplicationReturned' ? 'returned' : 'notPassed', opinion, byName, nodeName });
      }
      case 'ApplicationRecalled':
        return onSheet(services, stored, businessId, 'scoreSheet.reopen', reopenDecider, { applyId, round, cause: 'recalled', opinion: event.data.reason ?? '', byName: stored.metadata.actor.name, nodeName: null });
      default: return null;
    }
  },
};

/** Published rows become attempts, one for each student, in any order, each once. */
export const recordAttempts: Policy = {
  name: 'score-attempts', types: ['ScoresApproved'],
  async react(stored, { handler }) {
    const event = stored.event as ScoreSheetEvent;
    if (event.type !== 'ScoresApproved') return null;
    const { rows, rules, figures: _figures, hash: _hash, applyId, round: _round, ...about } = event.data;
    let last: Position | null = null;
    await concurrently(rows, SIDE_BY_SIDE, async (row) => {
      const done = await handler.execute({
        stream: attemptsStream(row.studentCode, about.courseId), decider: attemptsDecider, command: { type: 'record', attempt: attemptOf(about, rules, row, applyId) },
        context: policyContext(stored, `attempts.record:${row.studentCode}`), facts: () => noFacts,
      });
      if (isRefused(done)) throw new PolicyRefused('attempts.record', done.refused);
      last = later(last, done.position);
    });
    return last;
  },
};

async function onSheet<Command>({ handler }: CommandServices, cause: StoredEvent, businessId: string, purpose: string, decider: SheetDecider<Command, undefined>, command: Command): Promise<Position | null> {
  const [teachingClassId, scoreType] = splitSheetId(businessId);
  const done = await handler.execute({ stream: sheetStream(teachingClassId, scoreType), decider, command, context: policyContext(cause, purpose), facts: () => undefined });
  if (isRefused(done)) throw new PolicyRefused(purpose, done.refused);
  return done.position;
}

/** Class and score type of a sheet's id; class ids may hold dots themselves. */
function splitSheetId(sheetId: string): [string, string] {
  const dot = sheetId.lastIndexOf('.');
  return [sheetId.slice(0, dot), sheetId.slice(dot + 1)];
}
