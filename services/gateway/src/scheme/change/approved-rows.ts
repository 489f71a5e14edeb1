import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import {
  approvableStatuses,
  businessStatus,
  businessStatusNames,
  type BusinessStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { ApprovedView } from '@jwxt/contracts/scheme/change/approved-view.ts';
import type { Viewer } from '../../approval/shared/approval-viewer.ts';
import { awaitingCondition } from '../../approval/shared/waiting-for-viewer.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { containing, type SqlParams } from '../../kernel/sql-params.ts';
import { gradeMajorScoped } from '../plan/plan-scope.ts';

/** What the applications of both kinds are read with; `asked` is the row of what is asked for. */
export const applicationJoins = `join base.grade_major on grade_major.njzydm = asked.njzydm
  join base.department unit on unit.dwh = grade_major.dwh
  left join ${readModelTable(approvalListModel, 'application')} application on application.apply_id = asked.apply_id`;

/** Names and standing of an application. */
export const applicationColumns = `asked.apply_id as "applyId", asked.njzydm as "gradeMajorId",
  grade_major.njzymc as "gradeMajorName", unit.dwmc as "departmentName", asked.applicant_name as "applicantName",
  asked.applicant_user as "applicantUser", application.status as "applicationStatus",
  application.current_node_name as "currentNodeName", application.apply_time as "appliedAt",
  application.waiting_since as "waitingSince"`;

/** What {@link applicationColumns} give. */
export interface ApplicationRow {
  readonly applyId: string;
  readonly gradeMajorId: string;
  readonly gradeMajorName: string;
  readonly departmentName: string;
  readonly applicantName: string;
  readonly applicantUser: string;
  readonly applicationStatus: BusinessStatus | null;
  readonly currentNodeName: string | null;
  readonly appliedAt: Date | null;
  readonly waitingSince: Date | null;
}

/** How an application stands, where it may not have been sent yet. */
export function standingOf(
  { applicationStatus, currentNodeName }: Pick<ApplicationRow, 'applicationStatus' | 'currentNodeName'>,
  unsent: BusinessStatus,
) {
  const status = applicationStatus ?? unsent;
  return {
    approvalBusinessStatus: status,
    approvalBusinessStatusName: businessStatusNames[status],
    currentNodeName,
  };
}

const statusesOf: Record<Exclude<ApprovedView, 'todo' | 'all'>, readonly BusinessStatus[]> = {
  open: approvableStatuses,
  passed: [businessStatus.passed],
  refused: [businessStatus.returned, businessStatus.recalled, businessStatus.notPassed, businessStatus.voided],
};

/** Which applications somebody may see, and of those the ones that are asked for. */
export function approvedConditions(
  viewer: Viewer,
  permission: PermissionCode | null,
  {
    view,
    keyword,
    gradeMajorId,
  }: { readonly view: ApprovedView; readonly keyword?: string | undefined; readonly gradeMajorId?: string | undefined },
  params: SqlParams,
): string[] {
  const conditions = [scopeCondition(viewer.user, permission, gradeMajorScoped, params)];
  if (view === 'todo') conditions.push(awaitingCondition('asked.apply_id', viewer, params));
  else if (view !== 'all') conditions.push(`application.status = any(${params.add(statusesOf[view])})`);
  if (keyword) {
    const text = params.add(containing(keyword));
    conditions.push(`(grade_major.njzymc ilike ${text} or asked.applicant_name ilike ${text}
      or application.title ilike ${text})`);
  }
  if (gradeMajorId) conditions.push(`asked.njzydm = ${params.add(gradeMajorId)}`);
  return conditions;
}
