import { approvalLog } from '@jwxt/contracts/approval/approval.operations.ts';
import { nodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useOperation } from '../lib/queries.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { StatusText } from '../ui/status-tag.tsx';
import type { Tone } from '../ui/tokens.ts';

type LogRecord = OutputOf<typeof approvalLog>['list'][number];

function toneOf(record: LogRecord): Tone {
  if (record.kind === 'waiting') return 'blue';
  if (record.kind !== 'decided') return 'grey';
  return record.processNodeResult === nodeResult.passed ? 'green' : 'red';
}

const columns: Column<LogRecord>[] = [
  { key: 'node', title: '节点', width: 130, align: 'left', render: (record) => record.processNodeName, ellipsis: true },
  {
    key: 'result',
    title: '结果',
    width: 100,
    align: 'left',
    render: (record) => <StatusText tone={toneOf(record)}>{record.processNodeResultName}</StatusText>,
  },
  {
    key: 'remark',
    title: '意见',
    width: 'auto',
    align: 'left',
    render: (record) => record.processNodeRemark || NOTHING,
    ellipsis: true,
  },
  {
    key: 'person',
    title: '处理人',
    width: 150,
    align: 'left',
    render: (record) =>
      [record.auditPersonName, record.auditPersonDepartmentName].filter(Boolean).join(' · ') || NOTHING,
    ellipsis: true,
  },
  {
    key: 'time',
    title: '时间',
    width: 168,
    align: 'center',
    render: (record) => record.processNodeExamineTime ?? NOTHING,
  },
];

/** How the approval of this business object went, step by step. */
export function ApprovalLogDialog({
  businessId,
  processNo,
  onClose,
}: {
  businessId: string;
  processNo: string;
  onClose: () => void;
}) {
  const query = useOperation(approvalLog, { businessId, processNo });
  return (
    <Dialog opened onClose={onClose} title="审批日志" width={860} height={430} flush>
      <DataTable
        label="审批日志"
        columns={columns}
        rows={query.data?.list}
        query={query}
        rowKey={(record) =>
          `${String(record.round)}|${record.processNodeId}|${record.kind}|${record.processNodeExamineTime ?? ''}`
        }
        empty={{ reason: '还没有审批记录' }}
      />
    </Dialog>
  );
}
