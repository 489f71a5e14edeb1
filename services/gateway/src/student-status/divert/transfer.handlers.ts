import {
  assignTransferClass,
  assignTransferClassOperation,
  exportTransferAdmissions,
  implementTransfers,
  implementTransfersOperation,
  publishTransfers,
  publishTransfersOperation,
  queryTransferAdmissions,
  queryTransferClasses,
  transferCourses,
} from '@jwxt/contracts/student-status/divert/transfer.operations.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { readClasses } from './shunt.read.ts';
import {
  countWaiting,
  findTransfer,
  findTransferBatch,
  listAdmissions,
  reachesBatch,
  readTransferCourses,
  selectAdmissions,
  shownBatch,
} from './transfer.read.ts';

async function reached(call: SignedInCall, applyId: string, receiving = false) {
  const { services, user, permission } = call;
  const found = await findTransfer(services.db, user, permission, applyId, { receiving });
  if (!found) throw new Refused('OUT_OF_SCOPE');
  return found;
}

async function wholeBatch({ services, user, permission }: SignedInCall, transferBatchId: string): Promise<void> {
  if (!(await reachesBatch(services.db, user, permission, transferBatchId))) throw new Refused('OUT_OF_SCOPE');
}

/** 转专业录取 (STUDENT-STATUS-23), of the units that let go and receive, and of the office. */
export const transferHandlers: readonly Handler[] = [
  handler(queryTransferAdmissions, async ({ transferBatchId, ...filter }, { services: { db }, user }) => {
    const batch = await findTransferBatch(db, transferBatchId);
    const narrowed = { ...filter, transferBatchId: batch?.transferBatchId ?? '-' };
    const [shown, list] = await Promise.all([shownBatch(db, batch), listAdmissions(db, user, narrowed)]);
    return { batch: shown, ...list };
  }),
  exportHandler(exportTransferAdmissions, async ({ transferBatchId, ...filter }, { services, user, permission }) => {
    const batch = await findTransferBatch(services.db, transferBatchId);
    return listExport('转专业录取名单.xlsx', {
      sheet: '转专业录取名单',
      rows: selectAdmissions(user, permission, { ...filter, transferBatchId: batch?.transferBatchId ?? '-' }),
      columns: [
        { header: '学号', width: 16, value: (row) => row.studentNumber },
        { header: '姓名', width: 12, value: (row) => row.studentName },
        { header: '转出年级专业', width: 28, value: (row) => row.sourceGradeMajorName },
        { header: '转入年级专业', width: 28, value: (row) => row.targetGradeMajorName },
        { header: '接收院系', width: 24, value: (row) => row.targetDepartmentName },
        { header: '绩点', width: 10, value: (row) => row.gpa },
        { header: '专业排名', width: 10, value: (row) => row.rankInMajor },
        { header: '总分', width: 10, value: (row) => row.totalScore },
        { header: '班级', width: 20, value: (row) => row.targetClassName },
        { header: '状态', width: 10, value: (row) => row.transferStatusName },
        { header: '说明', width: 30, value: (row) => row.why },
      ],
    });
  }),
  handler(queryTransferClasses, async ({ applyId }, call) => {
    const { targetGradeMajorId } = await reached(call, applyId, true);
    return await readClasses(call.services.db, targetGradeMajorId);
  }),
  handler(assignTransferClassOperation, async ({ commandId, ...asked }, call) => {
    await reached(call, asked.applyId, true);
    return await runCommand(assignTransferClass, asked, call, { commandId });
  }),
  handler(publishTransfersOperation, async ({ commandId, ...asked }, call) => {
    await wholeBatch(call, asked.transferBatchId);
    const count = await countWaiting(call.services.db, asked.transferBatchId);
    if (count > 0) throw new Refused('TRANSFER_STILL_DECIDING', { count });
    return await runCommand(publishTransfers, asked, call, { commandId });
  }),
  handler(implementTransfersOperation, async ({ commandId, ...asked }, call) => {
    await wholeBatch(call, asked.transferBatchId);
    return await runCommand(implementTransfers, asked, call, { commandId });
  }),
  handler(transferCourses, async ({ applyId }, call) => {
    const { studentCode, targetGradeMajorId, ...names } = await reached(call, applyId);
    const courses = await readTransferCourses(call.services.db, { studentCode, targetGradeMajorId });
    return { ...names, ...courses };
  }),
];
