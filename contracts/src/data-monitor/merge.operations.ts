import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { mergeChoice, mergeUse } from './merge.command.ts';
import { mergeHandlerNames, mergeHandlers, mergePermission, type MergeHandler } from './merge.vocabulary.ts';

/** A row as people compare it with another: what its list shows, by label. */
const comparedRow = z.object({
  key: z.string(),
  name: z.string(),
  values: z.array(z.object({ label: z.string(), text: z.string() })),
});

/** The calls of one handler, all under its right. */
function operationsOf(handler: MergeHandler) {
  const call = (action: string) => ({
    id: `dataClean.${handler}.${action}`,
    method: 'POST' as const,
    path: `/dataMonitor/dataClean/${handler}/${action}`,
    access: { permission: mergePermission(handler) },
    scope: { none: '合并涉及全校各单位的数据，由教务处办理' } as const,
  });
  const { title } = mergeHandlers[handler];
  return {
    preview: defineOperation({
      ...call('preview'),
      summary: `${title}合并预览`,
      encoding: 'json',
      outcome: 'query',
      patience: 'long',
      input: z.object(mergeChoice),
      output: z.object({
        rows: z.array(comparedRow),
        uses: z.array(mergeUse),
        /** Why these rows cannot be merged; null: they can. */
        refusal: z.string().nullable(),
      }),
    }),
    clean: defineOperation({
      ...call('clean'),
      summary: `${title}合并`,
      encoding: 'json',
      outcome: 'operate',
      input: z.object({ commandId, ...mergeChoice }),
      output: z.object({ taskId: z.uuid(), jobId: z.uuid() }),
    }),
    undo: defineOperation({
      ...call('undo'),
      summary: `撤销${title}合并`,
      encoding: 'form',
      outcome: 'operate',
      input: z.object({ commandId, taskId: z.uuid() }),
      output: z.object({ jobId: z.uuid() }),
    }),
  };
}

/** By handler. */
export const mergeOperations = Object.fromEntries(
  mergeHandlerNames.map((handler) => [handler, operationsOf(handler)]),
) as Readonly<Record<MergeHandler, ReturnType<typeof operationsOf>>>;

/** What the list is sorted by. */
export const mergeSorts = ['time', 'stayName', 'name', 'moved', 'removed'] as const;

/** Merges, newest first, by whatever of the rows somebody remembers: the code or name that went, or that stayed. */
export const queryMerges = defineOperation({
  id: 'dataClean.query',
  method: 'GET',
  path: '/dataMonitor/dataClean/query',
  access: { permission: 'dataMonitor:query' },
  scope: 'unit',
  summary: '合并记录',
  input: z.object({
    handler: z.enum(mergeHandlerNames).optional(),
    keyword: z.string().trim().max(60).optional(),
    sort: sortBy(mergeSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({
    list: z.array(
      z.object({
        taskId: z.string(),
        handler: z.enum(mergeHandlerNames),
        handlerName: z.string(),
        stayKey: z.string(),
        stayName: z.string(),
        gone: z.array(z.object({ key: z.string(), name: z.string() })),
        time: dateTimeText,
        name: z.string(),
        jobId: z.string(),
        moved: z.number().int(),
        removed: z.number().int(),
        undoable: z.enum(yesNo),
        undoneTime: dateTimeText.nullable(),
        undoneBy: z.string().nullable(),
        undoJobId: z.string().nullable(),
      }),
    ),
    total,
  }),
});
