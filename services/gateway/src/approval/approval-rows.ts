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
import { allPass } from './node-votes.read.ts';
import { batchAllowed } from './shared/batch-allowed.ts';
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
  batch_allowed: boolean;
  /** Whether all approvers of the node that it waits at must pass, as its version of the process says. */
  all_pass: boolean;
  /** What the category of its process says of its applications (SYSADMIN-09); null: nothing. */
  shown: { file_table: string | null; url: string | null; template: string[] } | null;
  /** Whether every decision of this round was taken in the applicant's own unit. */
  decided_at_home: boolean;
}

/** SQL for the whole days after which a to-do is overdue, unless its process says otherwise (SP_CBTS). */
export const overdueDays = `coalesce((select para_value from base.parameter
    where param_code = 'SP_CBTS' and para_value ~ '^[0-9]{1,3}$')::int, 3)`;

/** Columns of {@link ApplicationRow} from the application aliased `application`. */
export const applicationColumns = `application.apply_id, application.instance_id, application.process_no,
  application.process_name, application.process_version,
    application.approval_type, application.recall_allowed, application.business_id,
  application.business_table, application.score_type, application.teaching_class_id, application.status,
    application.round, application.revision, application.title, application.content,
    application.content_hash, application.nodes, application.differences, application.current_node_id,
  application.current_node_name, application.current_role_code, application.current_unit, application.waiting_since,
    application.apply_time, application.applicant_user,
    application.applicant_name, application.applicant_department_id,
  application.applicant_department_name, application.entered_by, application.ended_at, application.assignee_user,
    application.assignee_name, application.urged_at, application.endorsed_by,
    application.fact_use_process_code, application.need_radio, application.is_all_school,
  application.transfer_allowed, coalesce(application.time_limit_days, ${overdueDays}) as time_limit_days,
  ${batchAllowed} as batch_allowed, ${allPass} as all_pass,
  (select jsonb_build_object('file_table', detail.business_file_table, 'url', detail.detail_url,
      'template', detail.content_template) from base.approval_category_detail detail
    where detail.approval_process_id = application.process_no and detail.sfqy = '1') as shown,
  exists (select 1 from base.file_resource where file_resource.business_table = coalesce((
      select detail.business_file_table from base.approval_category_detail detail
       where detail.approval_process_id = application.process_no and detail.sfqy = '1'), application.business_table)
    and file_resource.business_id = application.business_id
    and file_resource.removed_at is null) as has_files,
  not exists (select 1 from ${recordTable} record, jsonb_array_elements(application.nodes) as element (n)
               where record.apply_id = application.apply_id and record.round = application.round
                 and record.kind = 'decided'
                 and n->>'processNodeId' = record.node_id
                 and n->>'scopeUnit' is distinct from application.applicant_department_id) as decided_at_home`;

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
 * Whether it waits for this person's decision: at a queue of theirs, neither applied for nor entered nor passed already
 * by them, nor by whom they stand in for; null when not.
 */
export function awaits(row: ApplicationRow, { user, queueKeys, represented }: Viewer): Awaiting | null {
  const key = waitsIn(row);
  if (key === null || !queueKeys.includes(key)) return null;
  const onBehalfOf = represented.get(key) ?? null;
  const concerned = onBehalfOf ? [user.userName, onBehalfOf.userName] : [user.userName];
  return concerned.some((userName) => [row.applicant_user, ...row.entered_by, ...row.endorsed_by].includes(userName))
    ? null
    : { onBehalfOf };
}

/**
 * Whether the person may hand it on: who may decide it in the own right, and whoever shares the queue from which it was
 * handed on; where all must pass nobody hands on.
 */
function mayTransfer(row: ApplicationRow, { user, queueKeys, represented }: Viewer): boolean {
  if (
    !isInApproval(row) ||
    row.transfer_allowed === false ||
    (row.all_pass && row.assignee_user === null) ||
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

/** The pieces of its content: first those that the template names, in its order, then the others. */
function piecesOf({ content, shown }: Pick<ApplicationRow, 'content' | 'shown'>): ApplicationRow['content'] {
  const template = shown?.template ?? [];
  return [
    ...template.flatMap((label) => content.filter((piece) => piece.label === label)),
    ...content.filter(({ label }) => !template.includes(label)),
  ];
}

function detailUrlOf({ shown, apply_id: applyId, business_id: businessId }: ApplicationRow): string | null {
  return (
    shown?.url
      ?.replaceAll('{applyId}', encodeURIComponent(applyId))
      .replaceAll('{businessId}', encodeURIComponent(businessId)) ?? null
  );
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
    businessFileTable: row.shown?.file_table ?? null,
    detailUrl: detailUrlOf(row),
    factUseProcessCode: row.fact_use_process_code,
    applyContent: joinContent(piecesOf(row)),
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
    mayBatch: row.batch_allowed,
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
