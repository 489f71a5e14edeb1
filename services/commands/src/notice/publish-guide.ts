import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import type { guideDraft } from '@jwxt/contracts/notice/publishing.command.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { sanitiseRichText } from './rich-text.ts';

type Draft = z.output<typeof guideDraft>;
type GuideKey = { operationGuideId: string };

/** Stores a new draft of a guide in the name and unit of its writer. */
export async function createGuideDraft(
  client: PoolClient,
  context: CommandContext,
  draft: Draft,
): Promise<GuideKey | Refused> {
  const wrong = await unknownDomain(client, draft.domainService);
  if (wrong) return wrong;
  const { operationGuideId, noticeName, domainService, content } = draft;
  const { actor, time } = context;
  const { rowCount } = await client.query(
    `insert into base.operation_guide (operation_guide_id, notice_name, domain_id, content, create_user, creator,
        department_id, department_name, create_time, edit_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict do nothing`,
    [
      operationGuideId,
      noticeName,
      domainService,
      sanitiseRichText(content),
      actor.userName,
      actor.name,
      actor.departmentId,
      actor.departmentName,
      time,
    ],
  );
  if (rowCount === 0) return refuse('NOTICE_PUBLISHED');
  await log(client, context, 'create', operationGuideId, null, { noticeName, domainService });
  return { operationGuideId };
}

/** Changes a draft. */
export async function updateGuideDraft(
  client: PoolClient,
  context: CommandContext,
  { operationGuideId, noticeName, domainService, content }: Draft,
): Promise<GuideKey | Refused> {
  const guide = await lockGuide(client, operationGuideId);
  if (!guide) return refuse('GUIDE_NOT_FOUND');
  if (guide.publish_status !== publishStatus.draft) return refuse('NOTICE_PUBLISHED');
  const wrong = await unknownDomain(client, domainService);
  if (wrong) return wrong;
  await client.query(
    `update base.operation_guide set notice_name = $2, domain_id = $3, content = $4, edit_time = $5
      where operation_guide_id = $1`,
    [operationGuideId, noticeName, domainService, sanitiseRichText(content), context.time],
  );
  await log(
    client,
    context,
    'update',
    operationGuideId,
    { noticeName: guide.notice_name },
    { noticeName, domainService },
  );
  return { operationGuideId };
}

/** Deletes a draft. */
export async function deleteGuideDraft(
  client: PoolClient,
  context: CommandContext,
  { operationGuideId }: GuideKey,
): Promise<GuideKey | Refused> {
  const guide = await lockGuide(client, operationGuideId);
  if (!guide) return refuse('GUIDE_NOT_FOUND');
  if (guide.publish_status !== publishStatus.draft) return refuse('NOTICE_PUBLISHED');
  await client.query('delete from base.operation_guide where operation_guide_id = $1', [operationGuideId]);
  await log(
    client,
    context,
    'delete',
    operationGuideId,
    { noticeName: guide.notice_name, content: guide.content },
    null,
  );
  return { operationGuideId };
}

/** Publishes a draft, or takes a published one back to be edited: nothing hangs on a guide. */
export async function moveGuide(
  client: PoolClient,
  context: CommandContext,
  { operationGuideId }: GuideKey,
  to: (typeof publishStatus)['published' | 'draft'],
): Promise<GuideKey | Refused> {
  const guide = await lockGuide(client, operationGuideId);
  if (!guide) return refuse('GUIDE_NOT_FOUND');
  const from = to === publishStatus.published ? publishStatus.draft : publishStatus.published;
  if (guide.publish_status !== from)
    return refuse(to === publishStatus.published ? 'NOTICE_NOT_DRAFT' : 'NOTICE_NOT_PUBLISHED');
  await client.query(
    `update base.operation_guide set publish_status = $2, edit_time = $3 where operation_guide_id = $1`,
    [operationGuideId, to, context.time],
  );
  await log(
    client,
    context,
    to === publishStatus.published ? 'publish' : 'recall',
    operationGuideId,
    { publishStatus: from },
    { publishStatus: to },
  );
  return { operationGuideId };
}

async function lockGuide(
  client: PoolClient,
  operationGuideId: string,
): Promise<{ notice_name: string; content: string; publish_status: string } | undefined> {
  const { rows } = await client.query<{ notice_name: string; content: string; publish_status: string }>(
    'select notice_name, content, publish_status from base.operation_guide where operation_guide_id = $1 for update',
    [operationGuideId],
  );
  return rows[0];
}

async function unknownDomain(client: PoolClient, bh: string): Promise<Refused | null> {
  const { rowCount } = await client.query(`select 1 from base.domain where bh = $1 and sfqy = '1'`, [bh]);
  return rowCount === 0
    ? refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'domainService', message: '服务域不存在或已停用' }] })
    : null;
}

async function log(
  client: PoolClient,
  context: CommandContext,
  operation: string,
  key: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  await logOperations(client, context, operation, 'operationGuide', [{ key, before, after }]);
}
