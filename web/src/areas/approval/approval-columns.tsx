import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { UnstyledButton } from '@mantine/core';
import type { Column } from '../../ui/data-table.tsx';
import { mayStart } from './approval-form.model.ts';
import { BusinessStatus, Waiting } from './approval-status.tsx';
import classes from './approval.module.css';

type ColumnActions = { approver: boolean; onOpen: (applyId: string) => void; onApprove: (item: ApprovalItem) => void; onRecall: (item: ApprovalItem) => void };

/** Two lines a row: process, and what it is about in one sentence a person can decide on (APPROVAL-07). */
export function approvalColumns({ approver, onOpen, onApprove, onRecall }: ColumnActions): Column<ApprovalItem>[] {
  return [
    { key: 'process', title: '流程与内容', width: 'auto', align: 'left', render: (item) => <><div>{item.approvalProcessName}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`} title={item.title}>{item.title}</div></> },
    { key: 'applicant', title: '申请人', width: 168, align: 'left', render: (item) => <><div>{item.applicantName}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`}>{item.applicantDepartmentName}</div></> },
    { key: 'time', title: '申请时间', width: 168, align: 'center', render: (item) => item.applyTime },
    { key: 'waiting', title: '已等待', width: 112, align: 'right', render: (item) => <Waiting since={item.waitingSince} /> },
    { key: 'status', title: '状态', width: 122, align: 'center', render: (item) => <><BusinessStatus item={item} /><div className={`${classes['second'] ?? ''} jw-ellipsis`}>{item.currentNodeName}</div></> },
    {
      key: 'actions', title: '操作', width: 116, align: 'center', pinRight: true, render: (item) => (
        <span className={classes['actions']}>
          <UnstyledButton className={classes['action']} onClick={() => { onOpen(item.applyId); }}>详情</UnstyledButton>
          {approver && mayStart(item) && <UnstyledButton className={classes['action']} onClick={() => { onApprove(item); }}>审批</UnstyledButton>}
          {item.mayRecall && <UnstyledButton className={classes['action']} data-danger onClick={() => { onRecall(item); }}>撤回</UnstyledButton>}
        </span>
      ),
    },
  ];
}
