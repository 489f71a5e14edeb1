import { keepTranscript } from '@jwxt/contracts/score-card/transcript.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { keepPrint } from './keep-transcript.ts';

/** Commands of score cards. */
export const scoreCardRoutes: readonly CommandRoute[] = [
  defineRoute(keepTranscript, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => keepPrint(client, context, payload)),
  ),
];
