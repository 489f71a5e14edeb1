import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import { isProcess, processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { problemsOf } from './process-check.ts';
import { publishVersion } from './process-publish.ts';

interface DraftRow {
  readonly revision: number;
  readonly definition: ProcessDefinition;
  readonly edited_at: Date;
  readonly edited_by: string;
}

/** What the operation log calls the draft of a process. */
const RESOURCE = 'processDraft';

const nameOf = (processNo: string): string => (isProcess(processNo) ? processNames[processNo] : processNo);

/** Waits for whoever changes the same process, and answers its draft as it stands. */
async function lockDraft(client: PoolClient, processNo: string): Promise<DraftRow | undefined> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`process ${processNo}`]);
  const { rows } = await client.query<DraftRow>(
    'select revision, definition, edited_at, edited_by from base.process_draft where process_no = $1',
    [processNo],
  );
  return rows[0];
}

/** Refused when the draft is another one than the page showed; null: it is that one. */
async function changedSince(
  client: PoolClient,
  processNo: string,
  draft: DraftRow | undefined,
  revision: number,
): Promise<Refused | null> {
  if ((draft?.revision ?? 0) === revision) return null;
  if (!draft) return refuse('PROCESS_NO_DRAFT', { process: nameOf(processNo) });
  const { rows } = await client.query<{ name: string }>('select name from base.user_account where user_name = $1', [
    draft.edited_by,
  ]);
  return refuse('PROCESS_DRAFT_CHANGED', {
    editor: rows[0]?.name ?? draft.edited_by,
    time: toDateTimeText(draft.edited_at),
  });
}

/** Keeps the draft of a process's next version. `revision`: the draft it was made from, 0 for none. */
export async function saveDraft(
  client: PoolClient,
  context: CommandContext,
  { revision, definition }: { readonly revision: number; readonly definition: ProcessDefinition },
): Promise<{ processNo: string; revision: number } | Refused> {
  const { processNo } = definition;
  if (!isProcess(processNo)) return refuse('PROCESS_UNKNOWN', { process: processNo });
  const draft = await lockDraft(client, processNo);
  const changed = await changedSince(client, processNo, draft, revision);
  if (changed) return changed;
  await client.query(
    `insert into base.process_draft (process_no, revision, definition, edited_at, edited_by)
      values ($1, $2, $3, $4, $5)
      on conflict (process_no) do update set revision = excluded.revision, definition = excluded.definition,
        edited_at = excluded.edited_at, edited_by = excluded.edited_by`,
    [processNo, revision + 1, JSON.stringify(definition), context.time, context.actor.userName],
  );
  await logOperations(client, context, draft ? 'update' : 'create', RESOURCE, [
    { key: processNo, before: draft?.definition ?? null, after: definition },
  ]);
  return { processNo, revision: revision + 1 };
}

/** Lets a draft go. */
export async function removeDraft(
  client: PoolClient,
  context: CommandContext,
  { processNo, revision }: { readonly processNo: string; readonly revision: number },
): Promise<{ processNo: string; revision: number } | Refused> {
  const draft = await lockDraft(client, processNo);
  if (!draft) return refuse('PROCESS_NO_DRAFT', { process: nameOf(processNo) });
  const changed = await changedSince(client, processNo, draft, revision);
  if (changed) return changed;
  await dropDraft(client, processNo);
  await logOperations(client, context, 'delete', RESOURCE, [{ key: processNo, before: draft.definition, after: null }]);
  return { processNo, revision: 0 };
}

/** Puts a draft into force as the next version, when nothing keeps it from that; the draft is gone then. */
export async function publishDraft(
  client: PoolClient,
  context: CommandContext,
  { processNo, revision }: { readonly processNo: string; readonly revision: number },
): Promise<{ processNo: string; version: number } | Refused> {
  const draft = await lockDraft(client, processNo);
  if (!draft) return refuse('PROCESS_NO_DRAFT', { process: nameOf(processNo) });
  const changed = await changedSince(client, processNo, draft, revision);
  if (changed) return changed;
  const { definition } = draft;
  const problems = await problemsOf(client, definition);
  const [first] = problems;
  if (first) {
    const reason = problems.length > 1 ? `${first.text}（共 ${problems.length} 处）` : first.text;
    return refuse('PROCESS_NOT_READY', { reason }, { data: { problems } });
  }
  const { rows } = await client.query<{ version: number; definition: ProcessDefinition }>(
    `select version, definition from base.process_definition where process_no = $1 and status = '1'`,
    [processNo],
  );
  const current = rows[0];
  if (current && canonicalJson(current.definition) === canonicalJson(definition))
    return refuse('PROCESS_UNCHANGED', { version: current.version });
  const published = await publishVersion(client, context, definition);
  if (!isRefused(published)) await dropDraft(client, processNo);
  return published;
}

async function dropDraft(client: PoolClient, processNo: string): Promise<void> {
  await client.query('delete from base.process_draft where process_no = $1', [processNo]);
}
