import {
  checkProcess,
  publishProcessDraft,
  removeProcessDraft,
  saveProcessDraft,
  simulateProcess,
} from '@jwxt/contracts/approval/process-setting.operations.ts';
import { publishProcess } from '@jwxt/contracts/system/system.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { isRefused } from '../kernel/refusal.ts';
import { problemsOf } from './process-check.ts';
import { publishDraft, removeDraft, saveDraft } from './process-draft.ts';
import { publishVersion } from './process-publish.ts';
import { simulate } from './process-simulation.ts';

/** Commands of the set-up of processes. */
export const processSettingRoutes: readonly CommandRoute[] = [
  defineRoute(publishProcess, (definition, context, { pool }) =>
    applyOnce(pool, context, (client) => publishVersion(client, context, definition)),
  ),
  defineRoute(saveProcessDraft, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => saveDraft(client, context, payload)),
  ),
  defineRoute(removeProcessDraft, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => removeDraft(client, context, payload)),
  ),
  defineRoute(publishProcessDraft, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => publishDraft(client, context, payload)),
  ),
  defineRoute(checkProcess, async (definition, _context, { pool }) => ({
    result: { problems: await problemsOf(pool, definition) },
    position: null,
  })),
  defineRoute(simulateProcess, async (payload, _context, services) => {
    const result = await simulate(payload, services);
    return isRefused(result) ? result : { result, position: null };
  }),
];
