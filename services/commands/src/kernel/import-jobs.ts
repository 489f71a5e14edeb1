import { z } from 'zod';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { applyOnce } from './applied-command.ts';
import { storeLines } from './import-rows.ts';
import { takeBackLines } from './import-undo.ts';
import { defineLongJob, type LongJobKind } from './long-job.ts';
import { isRefused, refuse } from './refusal.ts';
import type { RulesOfResources } from './resource-routes.ts';

const payload = z.object({ runId: z.uuid(), resource: z.string(), whole: z.boolean() });

/** Storing and taking back the rows of a file, some together: what was stored before a crash is not stored again. */
export function importJobs(all: readonly Resource[], rules: RulesOfResources): LongJobKind[] {
  const kindOf = (kind: 'import' | 'importUndo', work: typeof storeLines): LongJobKind =>
    defineLongJob({
      kind,
      payload,
      sideBySide: 1,
      async run({ itemKey }, { runId, resource: name, whole }, context, { pool, reference }) {
        const resource = all.find((each) => each.name === name);
        if (!resource) return refuse('NOT_FOUND');
        const [from = 0, to = 0] = itemKey.split('-').map(Number);
        const part = { resource, rules: rules[resource.name] ?? {}, all, runId, from, to, whole };
        const done = await applyOnce(pool, context, (client) => work(client, context, part));
        reference.forget();
        return isRefused(done) ? done : done.result;
      },
    });
  return [kindOf('import', storeLines), kindOf('importUndo', takeBackLines)];
}
