import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  majorOrDirectionDetail,
  queryShunt,
  type shuntSorts,
  type ShuntListRow,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { sortingOf, type ListInDialog } from '../../../ui/list-sorting.ts';
import { Card } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';

/** Who is on the list of a batch, with what he asked for and what he gets. */
export const shuntColumns: Column<ShuntListRow>[] = [
  { key: 'rank', sort: 'rank', title: '名次', width: 62, render: ({ rank }) => rank ?? NOTHING },
  studentColumn(130),
  {
    key: 'class',
    sort: 'className',
    title: '原班级',
    width: 140,
    align: 'left',
    ellipsis: true,
    render: ({ className }) => className,
  },
  { key: 'score', sort: 'rankScore', title: '成绩', width: 76, render: ({ rankScore }) => rankScore },
  {
    key: 'volunteers',
    title: '志愿',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: ({ volunteers }) => volunteers.map((name, at) => `${String(at + 1)} ${name}`).join('；') || '未填报',
  },
  {
    key: 'admit',
    sort: 'admitMajorName',
    title: '录取',
    width: 180,
    align: 'left',
    render: (row) => (
      <TwoLines first={row.admitMajorName || NOTHING} second={row.targetClassName || row.admitWayName} />
    ),
  },
  { key: 'why', title: '说明', width: 200, align: 'left', ellipsis: true, render: ({ why }) => why },
];

/** What is decided with the result of a batch, inside the details of its application: who gets which place. */
export function ShuntListOf({ applyId }: { applyId: string }) {
  const [page, setPage] = useState<ListInDialog<(typeof shuntSorts)[number]>>({ pageNo: 1, pageSize: 20 });
  const detail = useOperation(majorOrDirectionDetail, { mainClassOrMajorKey: applyId });
  const diversionId = detail.data?.batch.diversionId ?? '';
  const query = useOperation(queryShunt, { diversionId, ...page }, { enabled: diversionId !== '' });
  return (
    <Card flush title="分流名单">
      <DataTable
        label="分流名单"
        columns={shuntColumns}
        rows={query.data?.rows}
        query={detail.error ? detail : query}
        rowKey={(row) => row.studentCode}
        twoLine
        minWidth={1000}
        empty={{ reason: '名单中没有学生' }}
        sorting={sortingOf(page, (next) => {
          setPage({ ...page, ...next });
        })}
        paging={pagingOf(page, query.data?.total, (next) => {
          setPage({ ...page, ...next });
        })}
      />
    </Card>
  );
}
