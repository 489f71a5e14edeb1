import { queryApprovals, type ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { schoolTime, shortElapsedText } from '../lib/format.ts';
import { useOperation } from '../lib/queries.ts';
import { useNow } from '../lib/use-now.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';

const PAGE_SIZE = 8;

/** How long an application has waited at its node. */
function Waiting({ item }: { item: ApprovalItem }) {
  return <>{shortElapsedText(useNow(60_000) - schoolTime(item.waitingSince ?? item.applyTime))}</>;
}

const columns: Column<ApprovalItem>[] = [
  { key: 'process', title: '审批流程', width: 180, align: 'left', render: (item) => item.approvalProcessName, ellipsis: true },
  { key: 'title', title: '申请内容', width: 'auto', align: 'left', render: (item) => item.title, ellipsis: true },
  { key: 'applicant', title: '申请人', width: 100, render: (item) => item.applicantName },
  { key: 'time', title: '申请时间', width: 150, render: (item) => item.applyTime.slice(0, 16) },
  { key: 'waiting', title: '已等待', width: 110, render: (item) => <Waiting item={item} /> },
  { key: 'open', title: '操作', width: 80, render: (item) => <Link to="/jwxt/gly/messageSystem/approval" search={{ tab: '1', applyId: item.applyId }} aria-label={`审批：${item.title}`}>审批</Link> },
];

/** All that waits for the person's decision, eight a page, the oldest first. Fits into a flush card. */
export function TodoList() {
  const [pageNum, setPageNum] = useState(1);
  const query = useOperation(queryApprovals, { pageNum, pageSize: PAGE_SIZE, approvalProcessStatus: '2', approvalBusinessStatus: '2', type: '1', timeScopeValue: '0' });
  return (
    <DataTable label="待办消息" columns={columns} rowKey={(item) => item.applyId} rows={query.data?.list} query={query} numberFrom={(pageNum - 1) * PAGE_SIZE + 1}
      empty={{ title: '真棒！今日工作已全部完成啦～' }} paging={{ pageNo: pageNum, pageSize: PAGE_SIZE, total: query.data?.total ?? 0, onPage: setPageNum }} />
  );
}
