import type { NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvableStatuses, businessStatusNames, joinContent, processStatusOf, queueKey, type BusinessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Principal } from '../kernel/principal.ts';

/** A row of `rm_approval_list.application`. */
export interface ApplicationRow {
  apply_id: string; instance_id: string; process_no: string; process_name: string; process_version: number; approval_type: '0' | '1'; recall_allowed: boolean;
  business_id: string; business_table: string; score_type: string | null; teaching_class_id: string | null; status: BusinessStatus; round: number; revision: number;
  title: string; content: { label: string; value: string }[]; content_hash: string; nodes: NodeSnapshot[];
  differences: { studentNumber: string; studentName: string; itemName: string; before: string; after: string; totalBefore: string; totalAfter: string }[];
  current_node_id: string | null; current_node_name: string | null; current_role_code: string | null; current_unit: string | null;
  waiting_since: Date | null; apply_time: Date; applicant_user: string; applicant_name: string; applicant_department_id: string | null;
  applicant_department_name: string | null; entered_by: string[]; ended_at: Date | null;
  /** Whether every decision of this round was taken in the applicant's own unit. */
  decided_at_home: boolean;
}

/** Columns of {@link ApplicationRow} from the application aliased `a`. */
export const applicationColumns = `a.apply_id, a.instance_id, a.process_no, a.process_name, a.process_version, a.approval_type, a.recall_allowed, a.business_id,
  a.business_table, a.score_type, a.teaching_class_id, a.status, a.round, a.revision, a.title, a.content, a.content_hash, a.nodes, a.differences, a.current_node_id,
  a.current_node_name, a.current_role_code, a.current_unit, a.waiting_since, a.apply_time, a.applicant_user, a.applicant_name, a.applicant_department_id,
  a.applicant_department_name, a.entered_by, a.ended_at,
  not exists (select 1 from rm_approval_log.record r, jsonb_array_elements(a.nodes) n
               where r.apply_id = a.apply_id and r.round = a.round and r.kind = 'decided' and n->>'processNodeId' = r.node_id
                 and n->>'scopeUnit' is distinct from a.applicant_department_id) as decided_at_home`;

/** Whether the application waits for this person's decision: at a queue of theirs, and neither applied for nor entered by them. */
export function awaits(row: ApplicationRow, user: Principal, queueKeys: ReadonlySet<string>): boolean {
  return isInApproval(row) && row.current_node_id !== null && row.current_role_code !== null && row.current_unit !== null
    && queueKeys.has(queueKey(row.current_node_id, row.current_role_code, row.current_unit))
    && row.applicant_user !== user.userName && !row.entered_by.includes(user.userName);
}

/** 1, 2 or 7 (APPROVAL-19). */
export function isInApproval(row: Pick<ApplicationRow, 'status'>): boolean {
  return approvableStatuses.includes(row.status);
}

/** An application as lists show it. */
export function approvalItemOf(row: ApplicationRow, user: Principal, queueKeys: ReadonlySet<string>): ApprovalItem {
  return {
    applyId: row.apply_id, approvalProcessId: `${row.process_no}.${row.process_version}`, approvalProcessName: row.process_name,
    approvalProcessStatus: processStatusOf[row.status], approvalBusinessStatus: row.status, approvalBusinessStatusName: businessStatusNames[row.status],
    applyTime: toDateTimeText(row.apply_time), applicantName: row.applicant_name, applicantDepartmentName: row.applicant_department_name,
    // Attachments and shared instances come with later processes; every application has a log.
    existsFile: '0', existsApproveLine: '1', instanceId: row.instance_id, businessTable: row.business_table, businessFileTable: null,
    factUseProcessCode: null, applyContent: joinContent(row.content), needRadio: '0', isAllSchool: null, scoreType: row.score_type,
    processNo: row.process_no, businessId: row.business_id, teachingClassId: row.teaching_class_id, title: row.title,
    currentNodeId: isInApproval(row) ? row.current_node_id : null, currentNodeName: isInApproval(row) ? row.current_node_name : null,
    waitingSince: isInApproval(row) && row.waiting_since ? toDateTimeText(row.waiting_since) : null,
    round: row.round, revision: row.revision, mayApprove: awaits(row, user, queueKeys), mayRecall: mayRecall(row, user),
  };
}

/** 1 → 4 always; 2 → 4 where the process allows it and no other unit has decided in this round (LC-A). */
function mayRecall(row: ApplicationRow, user: Principal): boolean {
  if (row.applicant_user !== user.userName) return false;
  return row.status === '1' || (row.status === '2' && row.recall_allowed && row.decided_at_home);
}
