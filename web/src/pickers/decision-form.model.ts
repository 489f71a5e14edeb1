import { adjustCourse } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { errors, errorText } from '@jwxt/contracts/all-errors.ts';
import {
  DEFAULT_OPINION,
  approvableStatuses,
  lacksReason,
  nodeResultNames,
  OPINION_MAX_LENGTH,
  OPINION_TOO_LONG,
  type NodeResult,
  approvalType,
  nodeResult,
  processStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { approve, ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';

/** What a decision needs of each chosen application, as it stood on the screen. */
export type Decidable = Pick<
  ApprovalItem,
  | 'applyId'
  | 'instanceId'
  | 'approvalProcessId'
  | 'approvalProcessName'
  | 'approvalBusinessStatus'
  | 'approvalProcessStatus'
  | 'processNo'
  | 'revision'
  | 'title'
  | 'needRadio'
  | 'applicantName'
  | 'mayApprove'
>;

export type ApprovalForm = {
  approvalStatus: NodeResult | '';
  backNode: string | null;
  approvalOpinion: string;
  isAllSchool: YesNo | '';
};
export type ApprovalFormProblems = Partial<Record<keyof ApprovalForm, string>>;

/** Passing with 同意 is the default (APPROVAL-57, APPROVAL-59). */
export const newApprovalForm: ApprovalForm = {
  approvalStatus: nodeResult.passed,
  backNode: null,
  approvalOpinion: DEFAULT_OPINION,
  isAllSchool: '',
};

/** Phrases under the opinion: those that refuse give reasons. */
export function commonOpinions(refusing: boolean): readonly string[] {
  return [...(refusing ? [] : [DEFAULT_OPINION]), '材料不全，请补充', '请核对成绩'];
}

/** What the person is told when everything was decided: what the server says of each, and how many. */
export function decidedTold(
  results: OutputOf<typeof approve>['results'],
  items: readonly Pick<Decidable, 'applyId'>[],
): string {
  const text = results[items[0]?.applyId ?? '']?.message ?? '';
  return items.length > 1 ? `${text}，共 ${String(items.length)} 项` : text;
}

/**
 * Results on offer: an approval type of 1 rejects to a node, others do not pass (APPROVAL-60, APPROVAL-61); of several
 * processes (null) all can only be passed.
 */
export function resultsFor(type: string | null): { value: NodeResult; label: string }[] {
  const passed = { value: nodeResult.passed, label: '通过' };
  if (type === null) return [passed];
  return [
    passed,
    type === approvalType.rejecting
      ? { value: nodeResult.rejected, label: '驳回' }
      : { value: nodeResult.notPassed, label: '不通过' },
  ];
}

/** Whether the return node shows (APPROVAL-62). */
export function asksBackNode(form: ApprovalForm, type: string | null): boolean {
  return type === approvalType.rejecting && form.approvalStatus === nodeResult.rejected;
}

/** The form after another result is chosen: the agreeing opinion goes when it no longer agrees, and comes back. */
export function withResult(form: ApprovalForm, approvalStatus: NodeResult): ApprovalForm {
  const untouched = form.approvalOpinion === DEFAULT_OPINION || form.approvalOpinion === '';
  return {
    ...form,
    approvalStatus,
    backNode: null,
    approvalOpinion: untouched ? (approvalStatus === nodeResult.passed ? DEFAULT_OPINION : '') : form.approvalOpinion,
  };
}

/** What is wrong, by field (APPROVAL-58, 63…65). */
export function approvalFormProblems(
  form: ApprovalForm,
  context: { approvalType: string | null; needRadio: boolean },
): ApprovalFormProblems {
  return {
    ...(form.approvalStatus === '' ? { approvalStatus: '必填' } : {}),
    ...(asksBackNode(form, context.approvalType) && form.backNode === null ? { backNode: '必填' } : {}),
    ...(context.needRadio && form.isAllSchool === '' ? { isAllSchool: '必填' } : {}),
    ...(form.approvalStatus !== '' && lacksReason(form.approvalStatus, form.approvalOpinion)
      ? { approvalOpinion: errorText('APPROVAL_NO_REASON', { result: nodeResultNames[form.approvalStatus] }) }
      : {}),
    ...(form.approvalOpinion.length > OPINION_MAX_LENGTH ? { approvalOpinion: OPINION_TOO_LONG } : {}),
  };
}

/** The one warning for a submission that cannot be sent; null when it can (APPROVAL-66, 69, 70). */
export function submissionWarning(items: readonly Decidable[], problems: ApprovalFormProblems): string | null {
  if (items.length === 0) return errors.APPROVAL_DATA_LOST.text;
  if (problems.backNode !== undefined) return errors.APPROVAL_NO_BACK_NODE.text;
  return Object.keys(problems).length > 0 ? '数据校验未通过，请检查或请刷新后重试' : null;
}

/** Why an approval of these cannot begin; null when it can (APPROVAL-67, APPROVAL-68). */
export function startWarning(items: readonly (Decidable | undefined)[]): string | null {
  if (items.length === 0 || items.some((item) => item === undefined)) return '数据丢失，请刷新后重试！';
  return items.every((item) => (approvableStatuses as readonly string[]).includes(item?.approvalBusinessStatus ?? ''))
    ? null
    : errors.APPROVAL_NOT_IN_APPROVAL.text;
}

/** Whether 审批 shows (APPROVAL-13), and this person is asked. */
export function mayStart(item: Pick<ApprovalItem, 'approvalProcessStatus' | 'mayApprove'>): boolean {
  return (
    (item.approvalProcessStatus === processStatus.started || item.approvalProcessStatus === processStatus.inProgress) &&
    item.mayApprove
  );
}

/**
 * What is sent (APPROVAL-71): `backNode` only when rejecting (APPROVAL-72), whether it is about adjusted courses, and
 * for each key the revision that was on the screen.
 */
export function submissionOf(form: ApprovalForm, items: readonly Decidable[]) {
  return {
    approvalStatus: form.approvalStatus === '' ? undefined : form.approvalStatus,
    approvalOpinion: form.approvalOpinion.trim(),
    ...(form.approvalStatus === nodeResult.rejected && form.backNode !== null ? { backNode: form.backNode } : {}),
    ...(form.isAllSchool === '' ? {} : { isAllSchool: form.isAllSchool }),
    ...(items[0] === undefined ? {} : { processId: items[0].approvalProcessId }),
    adjustCourseApprove: items[0]?.processNo === adjustCourse.processNo ? yesNo.yes : yesNo.no,
    keyList: items.map((item) => item.applyId),
    instanceIds: items.map((item) => item.instanceId),
    revisions: Object.fromEntries(items.map((item) => [item.applyId, item.revision])),
  };
}
