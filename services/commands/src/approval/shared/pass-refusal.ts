import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import type { Refused } from '../../kernel/refusal.ts';

/** Why an application cannot be passed as things stand, by the rule of its process; null when it can. */
export async function passRefusal(services: CommandServices, draft: ApplicationDraft): Promise<Refused | null> {
  return (await services.passRules.get(draft.process.processNo)?.refuses(draft.applyId, services)) ?? null;
}
