import { approvalLog } from '@jwxt/contracts/approval/approval.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useOperation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stepLook } from './approval-status.tsx';
import classes from './approval.module.css';

type LogRecord = OutputOf<typeof approvalLog>['list'][number];

const columns: readonly Column<LogRecord>[] = [
  { key: 'node', title: '节点', width: 120, align: 'center', render: (record) => record.processNodeName },
  {
    key: 'result',
    title: '结果',
    width: 110,
    align: 'center',
    render: (record) => {
      const { tone, icon } = stepLook(record);
      return (
        <StatusTag tone={tone} {...(icon ? { icon } : {})}>
          {record.processNodeResultName}
        </StatusTag>
      );
    },
  },
  {
    key: 'time',
    title: '审批时间',
    width: 170,
    align: 'center',
    render: (record) => record.processNodeExamineTime ?? NOTHING,
  },
  {
    key: 'person',
    title: '审批人',
    width: 170,
    align: 'left',
    render: (record) => (
      <>
        <div>{record.auditPersonName || NOTHING}</div>
        <small className={classes['second']}>{record.auditPersonDepartmentName}</small>
      </>
    ),
  },
  {
    key: 'remark',
    title: '意见',
    width: 'auto',
    align: 'left',
    render: (record) => <span className={classes['remark']}>{record.processNodeRemark || NOTHING}</span>,
  },
];

/** 审批日志: one row a step, 430 high, scrolls (APPROVAL-50…54). */
export function ApprovalLogDialog({
  subject,
  onClose,
}: {
  subject: { businessId: string; processNo: string } | null;
  onClose: () => void;
}) {
  return (
    <Dialog opened={subject !== null} onClose={onClose} width={880} title="审批日志" flush height={430} zIndex={220}>
      {subject && <Log {...subject} />}
    </Dialog>
  );
}

function Log({ businessId, processNo }: { businessId: string; processNo: string }) {
  const query = useOperation(approvalLog, { businessId, processNo }, { keepPrevious: false });
  return (
    <DataTable
      label="审批日志"
      columns={columns}
      rows={query.data?.list}
      query={query}
      rowKey={(record) => `${String(query.data?.list.indexOf(record) ?? 0)}`}
      numberFrom={1}
      twoLine
      empty={{ title: '还没有审批记录', compact: true }}
    />
  );
}
