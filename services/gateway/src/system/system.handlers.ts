import { cancelRebuild, publishProcess, requestRebuild } from '@jwxt/contracts/system/system.command.ts';
import {
  publishProcessOperation,
  readModelCancel,
  readModelQuery,
  readModelRebuild,
} from '@jwxt/contracts/system/system.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { handler } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';
import { askWorker, readReadModels } from './read-model.read.ts';

const readModelsHandler = handler(readModelQuery, async (_input, call) => {
  const { db, eventLog, projections } = call.services;
  const worker = await askWorker(projections);
  const list = await readReadModels(db, worker, call.now);
  const end =
    worker?.storePosition ??
    (await eventLog.lastPosition().then(
      (position) => (position ? formatPosition(position) : ''),
      () => '',
    ));
  return {
    list,
    storePosition: end,
    storeEvents: worker?.storeEvents ?? 0,
    maxLagSeconds: Math.max(0, ...list.map(({ lagSeconds }) => lagSeconds)),
    serverTime: toDateTimeText(call.now),
  };
});

const rebuildHandler = handler(readModelRebuild, async ({ commandId, names }, call) =>
  runCommand(requestRebuild, { names }, call, { commandId }),
);
const cancelHandler = handler(readModelCancel, async ({ commandId, names }, call) =>
  runCommand(cancelRebuild, { names }, call, { commandId }),
);

const publishHandler = handler(publishProcessOperation, async ({ commandId, ...definition }, call) =>
  runCommand(publishProcess, definition, call, { commandId }),
);

export const systemHandlers = [readModelsHandler, rebuildHandler, cancelHandler, publishHandler];
