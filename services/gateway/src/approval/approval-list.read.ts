import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { approvalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import type { Viewer } from './shared/approval-viewer.ts';
import { looksAtApplications, type ApprovalFilter } from './approval-filter.ts';
import { applicationColumns, approvalItemOf, type ApplicationRow } from './approval-rows.ts';
import { tabSources } from './approval-sources.ts';
import { readTotal } from './approval-totals.read.ts';

const applicationTable = readModelTable(approvalListModel, 'application');

/** One page of a tab with the number of all that it lists (APPROVAL-02…08). */
export async function listApprovals(
  db: Queryable,
  viewer: Viewer,
  filter: ApprovalFilter,
  now: Date,
): Promise<{ list: ApprovalItem[]; total: number }> {
  const [list, total] = await Promise.all([readPage(db, viewer, filter, now), readTotal(db, viewer, filter, now)]);
  return { list, total };
}

/** The to-do that has waited longest; null when nothing waits. */
export async function findOldest(db: Queryable, viewer: Viewer, now: Date): Promise<ApprovalItem | null> {
  if (viewer.queueKeys.length === 0) return null;
  const [oldest] = await readPage(db, viewer, { type: approvalTab.waiting, days: 0, pageNum: 1, pageSize: 1 }, now);
  return oldest ?? null;
}

/** First the keys of the page in their order, then the rows of these few. */
async function readPage(db: Queryable, viewer: Viewer, filter: ApprovalFilter, now: Date): Promise<ApprovalItem[]> {
  const params = sqlParams();
  const { pageNum, pageSize } = filter;
  const { order, statements } = tabSources(viewer, filter, now, params, pageNum * pageSize);
  const chosen = `select apply_id, at, decided_at from (select apply_id, max(at) as at, max(decided_at) as decided_at
      from (${statements.map((statement) => `(${statement})`).join(' union all ')}) found group by apply_id) once
    order by ${order}, apply_id limit ${params.add(pageSize)} offset ${params.add((pageNum - 1) * pageSize)}`;
  const text = `select ${applicationColumns}, decided_at from (${chosen}) found
    join ${applicationTable} application on application.apply_id = found.apply_id
      order by ${order}, application.apply_id`;
  const values = [...params.values];
  const { rows } = await db.query<ApplicationRow & { decided_at: Date | null }>(
    looksAtApplications(filter) ? { text, values } : prepared(text, values),
  );
  return rows.map(({ decided_at: decidedAt, ...row }) => ({
    ...approvalItemOf(row, viewer, now),
    ...(decidedAt && { decidedTime: toDateTimeText(decidedAt) }),
  }));
}
