import type { z } from 'zod';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { previewMerge, startMerge, undoMerge } from '@jwxt/contracts/data-monitor/merge.command.ts';
import { mergeOperations, queryMerges } from '@jwxt/contracts/data-monitor/merge.operations.ts';
import {
  mergeHandlerNames,
  mergeHandlers,
  mergePermission,
  type MergeHandler,
} from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { nameKey } from '@jwxt/contracts/kernel/resource-field.ts';
import { shown, textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { findResource, reachesResource } from '../kernel/resource.read.ts';
import { runCommand } from '../kernel/run-command.ts';
import { openApplicationOf, readMerges, rowsOfMerge } from './merge.read.ts';

type Compared = z.output<(typeof mergeOperations)[MergeHandler]['preview']['output']>['rows'][number];

function resourceOf(kind: MergeHandler): Resource {
  const found = allResources.find(({ name }) => name === mergeHandlers[kind].resource);
  if (!found) throw new TypeError(`no resource ${kind}`);
  return found;
}

/** The calls of one handler: only rows in the caller's scope, under the right to merge them (MONITOR-25…32). */
function handlersOf(kind: MergeHandler): Handler[] {
  const { preview, clean, undo } = mergeOperations[kind];
  const resource = resourceOf(kind);
  const permission = mergePermission(kind);

  async function checkScope({ services, user }: SignedInCall, keys: readonly string[]): Promise<void> {
    if (!(await reachesResource(services.db, user, resource, permission, { keys }))) throw new Refused('OUT_OF_SCOPE');
  }
  return [
    handler(preview, async (choice, call) => {
      const keys = [choice.stayKey, ...choice.goneKeys];
      await checkScope(call, keys);
      const rows: Compared[] = [];
      for (const key of keys) {
        const row = await comparedRow(call, resource, key);
        if (row === null) throw new Refused('NOT_FOUND');
        rows.push(row);
      }
      const found = await runCommand(previewMerge, { handler: kind, ...choice }, call, {
        commandId: crypto.randomUUID(),
      });
      const open = kind === 'student' ? await openApplicationOf(call.services.db, choice.goneKeys) : null;
      return { rows, ...found, refusal: found.refusal ?? (open && errorText('MERGE_OPEN', open)) };
    }),
    handler(clean, async ({ commandId, ...choice }, call) => {
      await checkScope(call, [choice.stayKey, ...choice.goneKeys]);
      // What is asked for of a student would still come to the row that goes.
      const open = kind === 'student' ? await openApplicationOf(call.services.db, choice.goneKeys) : null;
      if (open) throw new Refused('MERGE_OPEN', open);
      return await runCommand(startMerge, { handler: kind, ...choice }, call, { commandId });
    }),
    handler(undo, async ({ commandId, taskId }, call) => {
      const keys = await rowsOfMerge(call.services.db, kind, taskId);
      if (keys === null) throw new Refused('MERGE_UNKNOWN');
      await checkScope(call, keys);
      return await runCommand(undoMerge, { handler: kind, taskId }, call, { commandId });
    }),
  ];
}

/** What the list of the resource shows of a row, by label. */
async function comparedRow(
  { services, user, permission }: SignedInCall,
  resource: Resource,
  key: string,
): Promise<Compared | null> {
  const row = await findResource(services.db, user, resource, permission, key);
  if (!row) return null;
  const { fields, called, key: own } = resource;
  return {
    key,
    name: textOf(row[called ?? own]),
    values: Object.entries(fields)
      .filter(([, { list, personal }]) => list !== undefined && personal === undefined)
      .map(([name, field]) => ({ label: field.label, text: shown(field, row, name, nameKey(name, field)) })),
  };
}

export const mergeHandlersOfGateway: readonly Handler[] = [
  ...mergeHandlerNames.flatMap(handlersOf),
  handler(queryMerges, (filter, { services, user, permission, now }) =>
    readMerges(services.db, user, permission, filter, now),
  ),
];
