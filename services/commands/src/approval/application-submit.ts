import { applicationStream, type ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { isRefused } from '../kernel/refusal.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { applicationDecider } from './application.decider.ts';

/**
 * Opens the application that a business event asked for (or opens it again for its next round), exactly as frozen
 * there. Safe to call again for the same event. Answers the place of the last event written; throws {@link
 * PolicyRefused} when it cannot be opened.
 */
export async function submitApplicationByPolicy(
  { handler }: CommandServices,
  draft: ApplicationDraft,
  cause: StoredEvent,
): Promise<Position | null> {
  const done = await handler.execute({
    stream: applicationStream(draft.applyId),
    decider: applicationDecider,
    command: { type: 'submit', draft },
    context: policyContext(cause, 'application.submit'),
    facts: () => ({ userName: '', name: '', departmentName: null, candidate: false }),
  });
  if (isRefused(done)) throw new PolicyRefused('application.submit', done.refused);
  return done.position;
}
