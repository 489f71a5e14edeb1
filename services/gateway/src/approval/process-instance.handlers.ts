import { terminateApplication, transferApplication } from '@jwxt/contracts/approval/application.command.ts';
import {
  exportProcessInstances,
  instanceTargets,
  queryProcessInstances,
  terminateInstance,
  transferInstance,
  type ProcessInstance,
} from '@jwxt/contracts/approval/process-instance.operations.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { mapped } from '../kernel/selection.ts';
import type { WorkbookColumn } from '../kernel/workbook.ts';
import { readTargetsOf } from './approver.read.ts';
import {
  exportedInstances,
  findInstance,
  instanceOf,
  nodeOf,
  readProcessInstances,
  type InstanceRow,
} from './process-instance.read.ts';

type Exported = Omit<ProcessInstance, 'currentApprovers'>;

const exported: readonly WorkbookColumn<Exported>[] = [
  { header: '实例编号', width: 36, value: (row) => row.instanceId },
  { header: '流程', width: 20, value: (row) => row.approvalProcessName },
  { header: '申请内容', width: 48, value: (row) => row.title },
  { header: '申请人', width: 12, value: (row) => row.applicantName },
  { header: '申请单位', width: 20, value: (row) => row.applicantDepartmentName },
  { header: '申请时间', width: 20, kind: 'time', value: (row) => row.applyTime },
  { header: '当前节点', width: 16, value: (row) => row.currentNodeName ?? '' },
  { header: '等待天数', width: 10, kind: 'number', value: (row) => row.waitDays },
  { header: '状态', width: 12, value: (row) => row.approvalBusinessStatusName },
  { header: '结束时间', width: 20, kind: 'time', value: (row) => row.finishTime ?? '' },
];

/** The instance, if it is in the caller's scope; whoever may not see it is told that there is none. */
async function inScope(applyId: string, call: SignedInCall): Promise<InstanceRow> {
  const row = await findInstance(call.services.db, call, applyId);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  return row;
}

/** Approvals that run or ran, of all processes, and what the office does to them (SYSADMIN-25). */
export const processInstanceHandlers = [
  handler(queryProcessInstances, (asked, call) => readProcessInstances(call.services.db, call, asked)),
  exportHandler(exportProcessInstances, (filter, call) =>
    listExport('流程实例.xlsx', {
      sheet: '流程实例',
      columns: exported,
      rows: mapped(exportedInstances(call, filter), (row) => instanceOf(row, call)),
    }),
  ),
  handler(terminateInstance, async ({ commandId, ...payload }, call) => {
    await inScope(payload.applyId, call);
    const { applyId } = await runCommand(terminateApplication, payload, call, { commandId });
    return { applyId };
  }),
  handler(instanceTargets, async ({ applyId }, call) => {
    const row = await inScope(applyId, call);
    return await readTargetsOf(call.services.db, nodeOf(row), row, row.assignee_user);
  }),
  handler(transferInstance, async ({ commandId, ...payload }, call) => {
    await inScope(payload.applyId, call);
    const handing = { ...payload, capacity: 'office' } as const;
    const { applyId } = await runCommand(transferApplication, handing, call, { commandId });
    return { applyId };
  }),
];
