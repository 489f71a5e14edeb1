import { z } from 'zod';
import { processDefinition } from '../approval/process-definition.ts';
import { commandId, dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { noReadModel } from './read-model.vocabulary.ts';

/** One read model as the administrator sees it. */
export const readModelView = z.object({
  name: z.string(),
  title: z.string(),
  version: z.number().int(),
  nextVersion: z.number().int().nullable(),
  status: z.enum(['serving', 'building', 'parked', 'stopped']),
  statusName: z.string(),
  position: z.string(),
  lagEvents: z.number().int(),
  lagSeconds: z.number(),
  sizeBytes: z.number().int(),
  rowCount: z.number().int(),
  parkedCount: z.number().int(),
  lastEventAt: dateTimeText.nullable(),
  worker: z.string().nullable(),
  subscription: z.string(),
  rebuild: z
    .object({
      done: z.number().int(),
      total: z.number().int(),
      percent: z.number(),
      speed: z.number(),
      secondsLeft: z.number().int().nullable(),
      elapsedSeconds: z.number().int(),
      requestedBy: z.string(),
      startedAt: dateTimeText,
    })
    .nullable(),
  lastFailure: z.string().nullable(),
});
export const readModelQuery = defineOperation({
  id: 'readModel.query',
  method: 'GET',
  path: '/system/readModel/query',
  access: { permission: 'readModel:query' },
  scope: noScope.system,
  summary: '读模型状态',
  input: z.object({}),
  output: z.object({
    list: z.array(readModelView),
    storePosition: z.string(),
    storeEvents: z.number().int(),
    maxLagSeconds: z.number(),
    serverTime: dateTimeText,
  }),
});
/** A list, or the names with commas between them. */
const names = z
  .union(
    [z.array(z.string()), z.string().transform((text) => text.split(',').filter((name) => name !== ''))],
    noReadModel,
  )
  .refine((list) => list.length > 0, noReadModel);
export const readModelRebuild = defineOperation({
  id: 'readModel.rebuild',
  method: 'POST',
  path: '/system/readModel/rebuild',
  access: { permission: 'readModel:rebuild' },
  scope: noScope.system,
  summary: '重建读模型',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, names }),
  output: z.object({ names: z.array(z.string()) }),
});
export const readModelCancel = defineOperation({
  id: 'readModel.cancel',
  method: 'POST',
  path: '/system/readModel/cancel',
  access: { permission: 'readModel:rebuild' },
  scope: noScope.system,
  summary: '取消重建',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, names }),
  output: z.object({ names: z.array(z.string()) }),
});

export const publishProcessOperation = defineOperation({
  id: 'process.publish',
  method: 'POST',
  path: '/system/processSetting/publish',
  access: { permission: 'processSetting:publish' },
  scope: noScope.school,
  summary: '发布流程新版本',
  calledBy: 'Programs of administrators, to put an approval process into force.',
  encoding: 'json',
  outcome: 'operate',
  input: processDefinition.extend({ commandId }),
  output: z.object({ processNo: z.string(), version: z.number().int() }),
});
export const systemOperations = [readModelQuery, readModelRebuild, readModelCancel, publishProcessOperation] as const;
