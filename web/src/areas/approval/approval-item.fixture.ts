import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';

/** An application as lists show it, for tests; anything may be told otherwise. */
export function approvalItem(applyId: string, more: Partial<ApprovalItem> = {}): ApprovalItem {
  return {
    applyId, approvalProcessId: 'ZKCJSP.1', approvalProcessName: '正考成绩审批', approvalProcessStatus: '1', approvalBusinessStatus: '1', approvalBusinessStatusName: '待审核',
    applyTime: '2026-11-20 08:00:00', applicantName: '王老师', applicantDepartmentName: '计算机学院', existsFile: '0', existsApproveLine: '1', instanceId: applyId, businessTable: 'T_CJ', businessFileTable: null,
    factUseProcessCode: null, applyContent: '课程:高等数学', needRadio: '0', isAllSchool: null, scoreType: null, processNo: 'OTHER', businessId: applyId, teachingClassId: null, title: `${applyId} 的成绩`,
    currentNodeId: 'P-1', currentNodeName: '院系审核', waitingSince: '2026-11-20 08:00:00', round: 1, revision: 0, mayApprove: true, mayRecall: false, onBehalfOfName: null, assigneeName: null,
    mayTransfer: true, mayUrge: false, urgedTime: null, timeLimitDays: 3, ...more,
  };
}
