import { clearCache, warmCache } from '@jwxt/contracts/system/cache.command.ts';
import { switchOperation } from '@jwxt/contracts/system/operation-switch.command.ts';
import { erasePerson } from '@jwxt/contracts/system/person-erasure.operations.ts';
import {
  cancelRebuild,
  changePassword,
  replayParkedEvents,
  requestRebuild,
  setAdministratorPassword,
} from '@jwxt/contracts/system/system.command.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { giveAdministratorPassword } from './administrator-password.ts';
import { orderCaches } from './cache-order.ts';
import { changeOwnPassword } from './change-password.ts';
import { erase } from './erasure/erasure-work.ts';
import { switchOneOperation } from './operation-switch.ts';
import { askForCancel, askForRebuild, askForReplay } from './read-model-request.ts';

/** Commands of the platform. */
export const systemRoutes: readonly CommandRoute[] = [
  defineRoute(changePassword, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => changeOwnPassword(client, context, payload)),
  ),
  defineRoute(
    setAdministratorPassword,
    (payload, context, { pool }) =>
      applyOnce(pool, context, (client) => giveAdministratorPassword(client, context, payload)),
    { told: '在本机设置管理员密码' },
  ),
  defineRoute(requestRebuild, ({ names }, context, { pool }) =>
    applyOnce(pool, context, (client) => askForRebuild(client, context, names)),
  ),
  defineRoute(cancelRebuild, ({ names }, context, { pool }) =>
    applyOnce(pool, context, (client) => askForCancel(client, context, names)),
  ),
  defineRoute(switchOperation, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => switchOneOperation(client, context, payload)),
  ),
  defineRoute(erasePerson, erase, { told: '删除个人信息' }),
  defineRoute(clearCache, ({ cacheName }, context, { pool }) =>
    applyOnce(pool, context, (client) => orderCaches(client, context, 'clear', cacheName)),
  ),
  defineRoute(warmCache, ({ cacheName }, context, { pool }) =>
    applyOnce(pool, context, (client) => orderCaches(client, context, 'warm', cacheName)),
  ),
];

/** Tries again what policies and read models had to leave aside; `replay` is the policy runtime's. */
export function replayRoute(replay: () => Promise<{ replayed: number; remaining: number }>): CommandRoute {
  return defineRoute(replayParkedEvents, async (_payload, context, { pool }) => {
    const readModels = await inTransaction(pool, (client) => askForReplay(client, context));
    return { result: { ...(await replay()), readModels }, position: null };
  });
}
