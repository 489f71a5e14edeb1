import type { instanceSorts } from '@jwxt/contracts/approval/process-instance.operations.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { isUrgedToday } from '@jwxt/contracts/approval/approval.rules.ts';
import { approvableStatuses, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  INSTANCES_LOOKED_AT,
  type ProcessInstance,
  type ProcessInstanceFilter,
} from '@jwxt/contracts/approval/process-instance.operations.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { isInApproval, mayUrgeForOffice } from './approval-rows.ts';
import { readApproversOf, type Approver } from './approver.read.ts';
import { withoutHiddenScores } from './score-content.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const DAY_MS = 86_400_000;
/** Names of approvers in a row; of more it says how many. */
const NAMED = 3;

/** Who asks, under which permission, and when. */
export interface Asker {
  readonly user: Principal;
  readonly permission: PermissionCode | null;
  readonly now: Date;
}

export type InstanceRow = Pick<
  ReadRowOf<typeof approvalListModel.tables.application>,
  | 'apply_id'
  | 'instance_id'
  | 'process_no'
  | 'process_name'
  | 'business_id'
  | 'title'
  | 'content'
  | 'differences'
  | 'nodes'
  | 'status'
  | 'revision'
  | 'current_node_id'
  | 'current_node_name'
  | 'waiting_since'
  | 'assignee_user'
  | 'assignee_name'
  | 'urged_at'
  | 'endorsed_by'
  | 'transfer_allowed'
  | 'applicant_user'
  | 'applicant_name'
  | 'applicant_department_name'
  | 'entered_by'
  | 'apply_time'
  | 'ended_at'
>;

const columns = `application.apply_id, application.instance_id, application.process_no, application.process_name,
  application.business_id, application.title, application.content, application.differences, application.nodes,
  application.status, application.revision, application.current_node_id, application.current_node_name,
  application.waiting_since, application.assignee_user, application.assignee_name, application.urged_at,
  application.endorsed_by,
  application.transfer_allowed, application.applicant_user, application.applicant_name,
  application.applicant_department_name, application.entered_by, application.apply_time, application.ended_at`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof instanceSorts)[number], string>> = {
  process: byPinyin('process_name'),
  applicantName: byPinyin('applicant_name'),
  applyTime: 'apply_time',
  // Where an ended one stood last is not where it waits.
  node: byPinyin('(case when waiting_since is not null then current_node_name end)'),
  waitDays: '(- extract(epoch from waiting_since))',
  status: 'status',
};

/** By the unit of whoever applied; what somebody applied for himself is in the approval centre. */
const scopedRow: ScopedRow = { target: 'application', DW: 'application.applicant_department_id', own: () => 'false' };

/** What a search names of the instances themselves; whose they are is {@link scopedRow}. */
function described({ now }: Asker, filter: ProcessInstanceFilter, params: SqlParams): string[] {
  const found: string[] = [];
  const say = (text: string, value: unknown): void => void found.push(text.replace('?', params.add(value)));
  if (filter.processNo) say('application.process_no = ?', filter.processNo);
  const statuses = statusesOf(filter);
  if (statuses) say('application.status = any(?)', statuses);
  if (filter.applicantName) say('application.applicant_name ilike ?', containing(filter.applicantName));
  if (filter.beginTime) say('application.apply_time >= ?', toInstant(filter.beginTime));
  if (filter.endTime) say('application.apply_time <= ?', toInstant(filter.endTime));
  if (filter.currentNodeName) say('application.current_node_name ilike ?', containing(filter.currentNodeName));
  if (filter.waitDays)
    say('application.waiting_since <= ?', new Date(now.getTime() - filter.waitDays * DAY_MS).toISOString());
  return found;
}

/** Where an ended one stood last is not where it waits. Null: whatever their status. */
function statusesOf(filter: ProcessInstanceFilter): readonly string[] | null {
  const waiting = filter.currentNodeName !== undefined || filter.waitDays !== undefined;
  if (filter.approvalBusinessStatus === undefined) return waiting ? approvableStatuses : null;
  const named = [filter.approvalBusinessStatus];
  return waiting ? named.filter((status) => approvableStatuses.includes(status)) : named;
}

const lookedAtOfEach = (statuses: readonly string[] | null): number =>
  Math.floor(INSTANCES_LOOKED_AT / Math.max(1, statuses?.length ?? 1));

/**
 * The newest that an index finds, as `looked`: of each status that is asked for, or else of the process, within the
 * time. Cost grows with how many are looked at, never with the years.
 */
function lookedAt(filter: ProcessInstanceFilter, params: SqlParams): string {
  const placed: string[] = [];
  if (filter.beginTime) placed.push(`application.apply_time >= ${params.add(toInstant(filter.beginTime))}`);
  if (filter.endTime) placed.push(`application.apply_time <= ${params.add(toInstant(filter.endTime))}`);
  const newest = (more: readonly string[], limit: number): string =>
    `select application.apply_id, application.process_no, application.process_name, application.status,
        application.applicant_name, application.apply_time, application.current_node_name, application.waiting_since,
        application.applicant_department_id
      from ${applicationTable} application where ${['true', ...placed, ...more].join(' and ')}
      order by application.apply_time desc, application.apply_id limit ${String(limit)}`;
  const statuses = statusesOf(filter);
  if (statuses && statuses.length > 0)
    return statuses
      .map((status) => `(${newest([`application.status = ${params.add(status)}`], lookedAtOfEach(statuses))})`)
      .join(' union all ');
  return newest(
    filter.processNo ? [`application.process_no = ${params.add(filter.processNo)}`] : [],
    INSTANCES_LOOKED_AT,
  );
}

/** One page, the newest first, among the newest {@link INSTANCES_LOOKED_AT} of what the filter names. */
export async function readProcessInstances(
  db: Queryable,
  asker: Asker,
  { pageNo, pageSize, sort, ...filter }: ProcessInstanceFilter & ListPage<(typeof instanceSorts)[number]>,
): Promise<{ rows: ProcessInstance[]; total: number; latestOnly: boolean }> {
  const params = sqlParams();
  const where = [scopeCondition(asker.user, asker.permission, scopedRow, params), ...described(asker, filter, params)];
  const statuses = statusesOf(filter);
  const {
    rows: [found],
  } = await db.query<{ ids: string[]; total: number; looked: number | null }>(
    `with looked as materialized (${lookedAt(filter, params)}),
       fit as materialized (select application.* from looked application where ${where.join(' and ')})
     select array(select apply_id from fit order by ${sortedOrder(sort, sortExpressions, 'apply_time desc, apply_id')}
         limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}) as ids,
       (select count(*)::int from fit) as total, (select max(num)::int from (
         select count(*) as num from looked group by ${statuses ? 'status' : '()'}) counted) as looked`,
    [...params.values],
  );
  const { ids = [], total = 0, looked } = found ?? {};
  const { rows } = await db.query<InstanceRow>(
    `select ${columns} from ${applicationTable} application where application.apply_id = any($1)
      order by array_position($1, application.apply_id)`,
    [ids],
  );
  const approvers = await approversOf(db, rows);
  return {
    rows: rows.map((row) => ({ ...instanceOf(row, asker), currentApprovers: approvers(row) })),
    total,
    latestOnly: (looked ?? 0) >= lookedAtOfEach(statuses),
  };
}

/** All that fit, for a workbook. */
export function exportedInstances(asker: Asker, filter: ProcessInstanceFilter): Selection<InstanceRow> {
  const params = sqlParams();
  const where = [scopeCondition(asker.user, asker.permission, scopedRow, params), ...described(asker, filter, params)];
  return selection<InstanceRow>(
    `select ${columns} from ${applicationTable} application where ${where.join(' and ')}
      order by application.apply_time desc, application.apply_id`,
    params.values,
  );
}

/** One that is in the caller's scope; undefined otherwise. */
export async function findInstance(db: Queryable, asker: Asker, applyId: string): Promise<InstanceRow | undefined> {
  const params = sqlParams();
  const where = scopeCondition(asker.user, asker.permission, scopedRow, params);
  const { rows } = await db.query<InstanceRow>(
    `select ${columns} from ${applicationTable} application
      where ${where} and application.apply_id = ${params.add(applyId)}`,
    [...params.values],
  );
  return rows[0];
}

/** The node it waits at; undefined when it waits nowhere. */
export const nodeOf = (row: InstanceRow): InstanceRow['nodes'][number] | undefined =>
  isInApproval(row) ? row.nodes.find(({ processNodeId }) => processNodeId === row.current_node_id) : undefined;

/** An instance as its list shows it, without who may decide it. */
export function instanceOf(
  stored: InstanceRow,
  { user, now }: Pick<Asker, 'user' | 'now'>,
): Omit<ProcessInstance, 'currentApprovers'> {
  const row = withoutHiddenScores(stored, user);
  const waits = isInApproval(row);
  const others = waits && row.applicant_user !== user.userName && !row.entered_by.includes(user.userName);
  return {
    instanceId: row.instance_id,
    applyId: row.apply_id,
    processNo: row.process_no,
    approvalProcessName: row.process_name,
    businessId: row.business_id,
    title: row.title,
    applicantName: row.applicant_name,
    applicantDepartmentName: row.applicant_department_name ?? '',
    applyTime: toDateTimeText(row.apply_time),
    currentNodeName: waits ? row.current_node_name : null,
    waitDays: waits && row.waiting_since ? Math.floor((now.getTime() - row.waiting_since.getTime()) / DAY_MS) : null,
    approvalBusinessStatus: row.status,
    approvalBusinessStatusName: businessStatusNames[row.status],
    finishTime: row.ended_at ? toDateTimeText(row.ended_at) : null,
    revision: row.revision,
    mayUrge: waits && mayUrgeForOffice(user) && !isUrgedToday(row.urged_at, now),
    mayTransfer: others && row.transfer_allowed && mayDo(user, 'processInstanceQuery:transfer'),
    mayTerminate: others && mayDo(user, 'processInstanceQuery:terminate'),
  };
}

/**
 * Who is waited for at each of the rows, in words, and how many have passed where all must; asked once for those that
 * wait for the same role and unit.
 */
async function approversOf(db: Queryable, rows: readonly InstanceRow[]): Promise<(row: InstanceRow) => string> {
  const queueOf = (row: InstanceRow): string => {
    const node = nodeOf(row);
    return node === undefined || row.assignee_name !== null ? '' : `${node.roleCode} ${node.scopeUnit}`;
  };
  const asked = new Map(rows.map((row) => [queueOf(row), nodeOf(row)]));
  const found = new Map<string, Approver[]>();
  for (const [queue, node] of asked) {
    if (queue === '' || node === undefined) continue;
    found.set(queue, await readApproversOf(db, node));
  }
  return (row) => {
    if (!isInApproval(row)) return '';
    if (row.assignee_name !== null) return row.assignee_name;
    const waited = (found.get(queueOf(row)) ?? []).filter(({ userName }) => !row.endorsed_by.includes(userName));
    const names = waited.map(({ name }) => name);
    const named = names.length > NAMED ? `${names.slice(0, NAMED).join('、')}等${names.length}人` : names.join('、');
    return row.endorsed_by.length === 0 ? named : `${named}（${row.endorsed_by.length}人已通过）`;
  };
}
