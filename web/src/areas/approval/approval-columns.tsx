import type { ApprovalItem, approvalSorts } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvalTab, type ApprovalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { UnstyledButton } from '@mantine/core';
import { IconSpeakerphone, IconUserShare } from '@tabler/icons-react';
import type { Column } from '../../ui/data-table.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { Waited } from '../../pickers/waited.tsx';
import { mayStart } from '../../pickers/decision-form.model.ts';
import { BusinessStatus } from './approval-status.tsx';
import classes from './approval.module.css';
import type { SteadyRow } from './steady-rows.ts';

type Row = SteadyRow<ApprovalItem>;
type ColumnActions = {
  approver: boolean;
  tab: ApprovalTab;
  onOpen: (applyId: string) => void;
  onApprove: (item: ApprovalItem) => void;
  onRecall: (item: ApprovalItem) => void;
  onUrge: (item: ApprovalItem) => void;
};

/** Two lines a row: process, and what it is about in one sentence a person can decide on (APPROVAL-07). */
export function approvalColumns({ approver, tab, onOpen, onApprove, onRecall, onUrge }: ColumnActions): Column<Row>[] {
  const second = (text: string | null) => (
    <div className={`${classes['second'] ?? ''} jw-ellipsis`} title={text ?? undefined}>
      {text}
    </div>
  );
  const decided = tab === approvalTab.decided;
  /** Of own decisions every column sorts. */
  const ownSort = (key: (typeof approvalSorts)[number]) => (decided ? { sort: key } : {});
  return [
    {
      key: 'process',
      title: '流程与内容',
      ...ownSort('process'),
      width: 'auto',
      least: 300,
      align: 'left',
      render: ({ row }) => (
        <TwoLines
          first={
            <span className={classes['process']}>
              {row.approvalProcessName}
              <Marks item={row} />
            </span>
          }
          second={row.title}
        />
      ),
    },
    {
      key: 'applicant',
      title: '申请人',
      ...ownSort('applicant'),
      width: 116,
      align: 'left',
      render: ({ row }) => <TwoLines first={row.applicantName} second={row.applicantDepartmentName} />,
    },
    {
      key: 'time',
      title: '申请时间',
      width: 156,
      ...(tab === approvalTab.all ? { sort: 'time' } : ownSort('applyTime')),
      render: ({ row }) => row.applyTime,
    },
    decided
      ? { key: 'decided', title: '审批时间', width: 156, sort: 'time', render: ({ row }) => row.decidedTime ?? NOTHING }
      : {
          key: 'waiting',
          title: '已等待',
          width: 128,
          ...(tab === approvalTab.waiting ? { sort: 'time' } : {}),
          align: 'right',
          render: ({ row, gone }) => (gone !== null || row.waitingSince === null ? NOTHING : <Waited item={row} />),
        },
    {
      key: 'status',
      title: '状态',
      width: 118,
      ...ownSort('status'),
      render: ({ row, gone }) =>
        gone !== null ? (
          <>
            <StatusTag tone="grey" icon={null}>
              {gone.text}
            </StatusTag>
            {second(gone.by ?? row.currentNodeName)}
          </>
        ) : (
          <>
            <BusinessStatus item={row} />
            {second(row.assigneeName === null ? row.currentNodeName : `转办：${row.assigneeName}`)}
          </>
        ),
    },
    {
      key: 'actions',
      title: '操作',
      width: 140,
      pinRight: true,
      render: ({ row, gone }) => (
        <span className={classes['actions']}>
          <UnstyledButton
            className={classes['action']}
            onClick={() => {
              onOpen(row.applyId);
            }}
          >
            详情
          </UnstyledButton>
          {approver && gone === null && mayStart(row) && (
            <UnstyledButton
              className={classes['action']}
              onClick={() => {
                onApprove(row);
              }}
            >
              审批
            </UnstyledButton>
          )}
          {gone === null && row.mayUrge && !row.mayApprove && (
            <UnstyledButton
              className={classes['action']}
              onClick={() => {
                onUrge(row);
              }}
            >
              催办
            </UnstyledButton>
          )}
          {gone === null && row.mayRecall && (
            <UnstyledButton
              className={classes['action']}
              data-danger
              onClick={() => {
                onRecall(row);
              }}
            >
              撤回
            </UnstyledButton>
          )}
        </span>
      ),
    },
  ];
}

/** What an approver should know before anything else: that it was urged, and for whom he decides. */
export function Marks({ item }: { item: Pick<ApprovalItem, 'urgedTime' | 'onBehalfOfName' | 'waitingSince'> }) {
  return (
    <>
      {item.urgedTime !== null && item.waitingSince !== null && (
        <StatusTag tone="red" icon={IconSpeakerphone} title={`催办于 ${item.urgedTime}`}>
          催办
        </StatusTag>
      )}
      {item.onBehalfOfName !== null && (
        <StatusTag tone="blue" icon={IconUserShare} title={`${item.onBehalfOfName} 授权您代为审批`}>
          代 {item.onBehalfOfName}
        </StatusTag>
      )}
    </>
  );
}
