import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { recognitionConflict } from '../recognition/shared/recognition-conflict.ts';
import { conflictOf } from './adjust-course.facts.ts';

/** Why what an application asks for cannot take effect now, so that no node may pass it; null when it can. */
export async function passingConflict(services: CommandServices, draft: ApplicationDraft): Promise<Refused | null> {
  const conflict = await conflictOf(services, draft);
  return conflict ? refuse(conflict) : recognitionConflict(services, draft);
}
