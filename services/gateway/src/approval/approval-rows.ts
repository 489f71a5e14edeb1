import { isUrgedToday, mayRecall } from '@jwxt/contracts/approval/approval.rules.ts';
import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  approvableStatuses,
  assignedQueueKey,
  businessStatusNames,
  joinContent,
  processStatusOf,
  queueKey,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Viewer } from './shared/approval-viewer.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import type { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import type { Representation } from './shared/queue-keys.ts';
import { seesEverything } from '../kernel/scope.ts';
import { withoutHiddenScores } from './score-content.ts';

const recordTable = readModelTable(approvalLogModel, 'record');

/** An application as lists and details read it. */
export interface ApplicationRow extends Omit<
  ReadRowOf<typeof approvalListModel.tables.application>,
  'queue_keys' | 'time_limit_days'
> {
  /** Days after which its process or else the school calls it overdue. */
  time_limit_days: number;
  has_files: boolean;
  /** Whether every decision of this round was taken in the applicant's own unit. */
  decided_at_home: boolean;
}

/** SQL for the whole days after which a to-do is overdue, unless its process says otherwise (SP_CBTS). */
export const overdueDays = `coalesce((select para_value from base.parameter
    where param_code = 'SP_CBTS' and para_value ~ '^[0-9]{1,3}$')::int, 3)`;

/** Columns of {@link ApplicationRow} from the application aliased `a`. */
export const applicationColumns = `a.apply_id, a.instance_id, a.process_no, a.process_name, a.process_version,
    a.approval_type, a.recall_allowed, a.business_id,
  a.business_table, a.score_type, a.teaching_class_id, a.status, a.round, a.revision, a.title, a.content,
    a.content_hash, a.nodes, a.differences, a.current_node_id,
  a.current_node_name, a.current_role_code, a.current_unit, a.waiting_since, a.apply_time, a.applicant_user,
    a.applicant_name, a.applicant_department_id,
  a.applicant_department_name, a.entered_by, a.ended_at, a.assignee_user, a.assignee_name, a.urged_at,
    a.fact_use_process_code, a.need_radio, a.is_all_school,
  a.transfer_allowed, coalesce(a.time_limit_days, ${overdueDays}) as time_limit_days,
  exists (select 1 from base.file_resource f where f.business_table = a.business_table and f.business_id = a.business_id
    and f.removed_at is null) as has_files,
  not exists (select 1 from ${recordTable} r, jsonb_array_elements(a.nodes) n
               where r.apply_id = a.apply_id and r.round = a.round and r.kind = 'decided'
                 and n->>'processNodeId' = r.node_id
                 and n->>'scopeUnit' is distinct from a.applicant_department_id) as decided_at_home`;

/** Queue in which an application waits; null when it waits nowhere. */
function waitsIn(row: ApplicationRow): string | null {
  if (!isInApproval(row) || row.current_node_id === null || row.current_role_code === null || row.current_unit === null)
    return null;
  return row.assignee_user === null
    ? queueKey(row.current_node_id, row.current_role_code, row.current_unit)
    : assignedQueueKey(row.current_node_id, row.assignee_user);
}

/** How an application waits for a person: in the own right, or for somebody else. */
export interface Awaiting {
  readonly onBehalfOf: Representation | null;
}

/**
 * Whether it waits for this person's decision: at a queue of theirs, neither applied for nor entered by them, nor by
 * whom they stand in for; null when not.
 */
export function awaits(row: ApplicationRow, { user, queueKeys, represented }: Viewer): Awaiting | null {
  const key = waitsIn(row);
  if (key === null || !queueKeys.includes(key)) return null;
  const onBehalfOf = represented.get(key) ?? null;
  const concerned = onBehalfOf ? [user.userName, onBehalfOf.userName] : [user.userName];
  return concerned.some((userName) => row.applicant_user === userName || row.entered_by.includes(userName))
    ? null
    : { onBehalfOf };
}

/**
 * Whether the person may hand it on: who may decide it in the own right, and whoever shares the queue from which it was
 * handed on.
 */
function mayTransfer(row: ApplicationRow, { user, queueKeys, represented }: Viewer): boolean {
  if (
    !isInApproval(row) ||
    row.transfer_allowed === false ||
    row.applicant_user === user.userName ||
    row.entered_by.includes(user.userName)
  )
    return false;
  const key = queueKey(row.current_node_id ?? '', row.current_role_code ?? '', row.current_unit ?? '');
  return queueKeys.includes(key) && !represented.has(key);
}

/** 1, 2 or 7 (APPROVAL-19). */
export function isInApproval(row: Pick<ApplicationRow, 'status'>): boolean {
  return approvableStatuses.includes(row.status);
}

/** An application as lists show it. */
export function approvalItemOf(stored: ApplicationRow, viewer: Viewer, now: Date): ApprovalItem {
  const { user } = viewer;
  const row = withoutHiddenScores(stored, user);
  const waiting = awaits(row, viewer);
  return {
    applyId: row.apply_id,
    approvalProcessId: `${row.process_no}.${row.process_version}`,
    approvalProcessName: row.process_name,
    approvalProcessStatus: processStatusOf[row.status],
    approvalBusinessStatus: row.status,
    approvalBusinessStatusName: businessStatusNames[row.status],
    applyTime: toDateTimeText(row.apply_time),
    applicantName: row.applicant_name,
    applicantDepartmentName: row.applicant_department_name,
    // Every application has a log.
    existsFile: row.has_files ? yesNo.yes : yesNo.no,
    existsApproveLine: yesNo.yes,
    instanceId: row.instance_id,
    businessTable: row.business_table,
    businessFileTable: null,
    factUseProcessCode: row.fact_use_process_code,
    applyContent: joinContent(row.content),
    needRadio: row.need_radio ?? yesNo.no,
    isAllSchool: row.is_all_school,
    scoreType: row.score_type,
    processNo: row.process_no,
    businessId: row.business_id,
    teachingClassId: row.teaching_class_id,
    title: row.title,
    currentNodeId: isInApproval(row) ? row.current_node_id : null,
    currentNodeName: isInApproval(row) ? row.current_node_name : null,
    waitingSince: isInApproval(row) && row.waiting_since ? toDateTimeText(row.waiting_since) : null,
    round: row.round,
    revision: row.revision,
    mayApprove: waiting !== null,
    mayRecall:
      row.applicant_user === user.userName &&
      mayRecall({ status: row.status, recallAllowed: row.recall_allowed, decidedAtHome: row.decided_at_home }),
    onBehalfOfName: waiting?.onBehalfOf?.name ?? null,
    assigneeName: isInApproval(row) ? row.assignee_name : null,
    mayTransfer: mayTransfer(row, viewer),
    mayUrge:
      isInApproval(row) &&
      (row.applicant_user === user.userName || mayUrgeForOffice(user)) &&
      !isUrgedToday(row.urged_at, now),
    urgedTime: row.urged_at ? toDateTimeText(row.urged_at) : null,
    timeLimitDays: row.time_limit_days,
  };
}

/** The office urges on behalf of applicants: approvers who see every application. */
export function mayUrgeForOffice(user: Principal): boolean {
  return mayDo(user, 'system:approve') && seesEverything(user, 'systemApprove:query');
}
