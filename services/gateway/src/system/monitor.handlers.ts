import { monitorQuery } from '@jwxt/contracts/system/monitor.operations.ts';
import { handler } from '../kernel/handler.ts';
import { monitorView } from './monitor.read.ts';
import { storageView } from './storage.read.ts';
import { askWorker, readReadModels } from './read-model.read.ts';

const monitorHandler = handler(monitorQuery, async (_input, call) => {
  const { db, projections, watch, disks, lastBackup } = call.services;
  if (watch.sampledAt === null) await watch.look();
  // Without the database there are no sessions either; the read models are all that needs it here.
  const models = await readReadModels(db, await askWorker(projections), call.now);
  return monitorView(watch, models, storageView(disks.spaces(), await lastBackup(), call.now), call.now);
});

export const monitorHandlers = [monitorHandler];
