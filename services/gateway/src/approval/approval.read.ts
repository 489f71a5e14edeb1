import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvableStatuses, processStatusOf } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, seesEverything } from '../kernel/scope.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { applicationColumns, approvalItemOf, type ApplicationRow } from './approval-rows.ts';

/** Who looks, with the queues they decide on. */
export interface Viewer {
  readonly user: Principal;
  readonly queueKeys: readonly string[];
}

/** What a list asks for. */
export interface ApprovalFilter {
  /** 0 all, 1 to-do, 2 done. */
  readonly type: '0' | '1' | '2';
  readonly approvalProcessStatus?: string | undefined;
  readonly approvalBusinessStatus?: string | undefined;
  readonly days: number;
  readonly processNo?: string | undefined;
  readonly keyword?: string | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

const PERMISSION = 'systemApprove:query';

/** One page of a tab (APPROVAL-02…08). */
export async function listApprovals(db: Queryable, viewer: Viewer, filter: ApprovalFilter, now: Date): Promise<{ list: ApprovalItem[]; total: number }> {
  const params = sqlParams();
  const conditions = [tabCondition(viewer, filter, params), ...statusConditions(filter, params)];
  if (filter.days > 0) conditions.push(`${filter.type === '2' ? 'coalesce(mine.decided_at, a.apply_time)' : 'a.apply_time'} >= ${params.add(new Date(now.getTime() - filter.days * 86_400_000))}`);
  if (filter.processNo) conditions.push(`a.process_no = ${params.add(filter.processNo)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(a.title ilike ${text} or a.applicant_name ilike ${text} or a.process_name ilike ${text})`);
  }
  const from = `from rm_approval_list.application a
    left join lateral (select max(d.decided_at) as decided_at from rm_approval_list.decision d where d.apply_id = a.apply_id and d.user_name = ${params.add(viewer.user.userName)}) mine on true
    where ${conditions.join(' and ')}`;
  const order = { '0': 'a.apply_time desc', '1': 'a.waiting_since', '2': 'mine.decided_at desc' }[filter.type];
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<ApplicationRow>(
      `select ${applicationColumns} ${from} order by ${order}, a.apply_id limit ${params.add(filter.pageSize)} offset ${params.add((filter.pageNum - 1) * filter.pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total ${from}`, countValues),
  ]);
  const keys = new Set(viewer.queueKeys);
  return { list: page.rows.map((row) => approvalItemOf(row, viewer.user, keys)), total: count.rows[0]?.total ?? 0 };
}

/** One application that the person may see; undefined otherwise. */
export async function findApplication(db: Queryable, viewer: Viewer, applyId: string): Promise<ApplicationRow | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<ApplicationRow>(
    `select ${applicationColumns} from rm_approval_list.application a where a.apply_id = ${params.add(applyId)} and ${visible(viewer, params)}`, [...params.values]);
  return rows[0];
}

/** Applications of one business object in one process, or by instance, that the person may see; newest first. */
export async function findApplications(
  db: Queryable, viewer: Viewer, by: { processNo: string; businessIds: readonly string[] } | { instanceIds: readonly string[] },
): Promise<ApplicationRow[]> {
  const params = sqlParams();
  const which = 'instanceIds' in by
    ? `a.instance_id = any(${params.add(by.instanceIds)})`
    : `a.process_no = ${params.add(by.processNo)} and a.business_id = any(${params.add(by.businessIds)})`;
  const { rows } = await db.query<ApplicationRow>(
    `select ${applicationColumns} from rm_approval_list.application a where ${which} and ${visible(viewer, params)} order by a.apply_time desc, a.apply_id limit 500`,
    [...params.values],
  );
  return rows;
}

/**
 * Who may look at an application: who applied or entered it, who decides or decided at one of its nodes (their queues are kept with it),
 * and staff in whose scope the applicant's unit lies.
 */
function visible({ user, queueKeys }: Viewer, params: SqlParams): string {
  const me = params.add(user.userName);
  const scope = scopeCondition(user, PERMISSION, { DW: 'a.applicant_department_id', own: () => 'false' }, params);
  return `(a.applicant_user = ${me} or ${me} = any(a.entered_by) or a.queue_keys && ${params.add(queueKeys)}::text[] or ${decidedBy(me)} or ${scope})`;
}

function tabCondition(viewer: Viewer, { type }: ApprovalFilter, params: SqlParams): string {
  const { user, queueKeys } = viewer;
  if (type === '0' && seesEverything(user, PERMISSION)) return 'true';
  const me = params.add(user.userName);
  if (type === '1') return awaiting(me, queueKeys, params);
  if (type === '2') return decidedBy(me);
  return `(a.applicant_user = ${me} or ${awaiting(me, queueKeys, params)} or ${decidedBy(me)})`;
}

function awaiting(me: string, queueKeys: readonly string[], params: SqlParams): string {
  return `a.apply_id in (select i.apply_id from rm_todo_queue.item i where i.queue_key = any(${params.add(queueKeys)}) and ${me} <> all(i.excluded) and i.applicant_user <> ${me})
    and a.status = any(${params.add(approvableStatuses)})`;
}

function decidedBy(me: string): string {
  return `exists (select 1 from rm_approval_list.decision d where d.apply_id = a.apply_id and d.user_name = ${me})`;
}

/**
 * The status parameters as shown: the to-do tab sends business status 2 and the done tab 9, meaning “in approval” and “decided”, so
 * neither hides anything there (APPROVAL-03, 04). Any other choice is taken literally.
 */
function statusConditions({ type, approvalBusinessStatus: business, approvalProcessStatus: process }: ApprovalFilter, params: SqlParams): string[] {
  const shown = (type === '1' && business === '2') || (type === '2' && business === '9');
  const conditions: string[] = [];
  if (business && !shown) conditions.push(`a.status = ${params.add(business)}`);
  if (process && type === '0') {
    const statuses = Object.entries(processStatusOf).filter(([, of]) => of === process).map(([status]) => status);
    conditions.push(`a.status = any(${params.add(statuses)})`);
  }
  return conditions;
}
