import { releaseCode, reserveCode } from '@jwxt/contracts/system-setting/code-reservation.operations.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { release, reserve } from './shared/code-reservation.ts';

/** Commands of settings. */
export const systemSettingRoutes: readonly CommandRoute[] = [
  defineRoute(reserveCode, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => reserve(client, context, payload)),
  ),
  defineRoute(releaseCode, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => release(client, context, payload)),
  ),
];
