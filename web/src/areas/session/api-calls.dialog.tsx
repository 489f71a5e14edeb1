import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  queryApiCalls,
  type ApiCall,
  type ApiToken,
  type callSorts,
} from '@jwxt/contracts/session/api-token.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sortingOf, type ListInDialog } from '../../ui/list-sorting.ts';
import { pagingOf } from '../../ui/paging.tsx';
import { ShortTime } from '../../ui/short-time.tsx';

const SIZES = [10, 20, 50] as const;
const columns: Column<ApiCall>[] = [
  {
    key: 'time',
    title: '时间',
    width: 120,
    sort: 'time',
    align: 'center',
    render: (row) => <ShortTime time={row.time} />,
  },
  {
    key: 'operationName',
    title: '操作',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.operationName,
  },
  { key: 'clientAddress', title: '地址', width: 120, align: 'center', render: (row) => row.clientAddress || NOTHING },
  {
    key: 'status',
    title: '结果',
    width: 80,
    align: 'center',
    render: (row) => (row.status < 400 ? '成功' : row.status),
  },
  { key: 'milliseconds', title: '毫秒', width: 70, align: 'right', render: (row) => row.milliseconds },
  { key: 'traceId', title: '追踪号', width: 290, align: 'left', ellipsis: true, render: (row) => row.traceId },
];

/** 调用记录: what one program has called, answered or refused, the latest first. */
export function ApiCallsDialog({ token, onClose }: { token: ApiToken | null; onClose: () => void }) {
  return (
    <Dialog opened={token !== null} onClose={onClose} width={980} title={`“${token?.name ?? ''}”的调用记录`}>
      {token !== null && <Calls tokenId={token.tokenId} />}
    </Dialog>
  );
}

function Calls({ tokenId }: { tokenId: string }) {
  const [page, setPage] = useState<ListInDialog<(typeof callSorts)[number]>>({ pageNo: 1, pageSize: 10 });
  const change = (part: Partial<typeof page>) => {
    setPage({ ...page, ...part });
  };
  const { pageNo, ...asked } = page;
  const query = useOperation(queryApiCalls, { tokenId, ...asked, pageNum: pageNo }, { staleTime: 0 });
  return (
    <DataTable
      label="调用记录"
      columns={columns}
      rows={query.data?.list}
      query={query}
      rowKey={(row) => row.id}
      minWidth={860}
      empty={{ reason: '还没有用这个令牌调用过' }}
      paging={{ ...pagingOf(page, query.data?.total, change), sizes: SIZES }}
      sorting={sortingOf(page, change)}
    />
  );
}
