import type { InputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  exportStatusPersons,
  statusStatisticsPersons,
  type CountedStudent,
  type countedSorts,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf, type ListInDialog } from '../../../ui/list-sorting.ts';
import { Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';

const columns: Column<CountedStudent>[] = [
  studentColumn(130),
  { key: 'sex', title: '性别', width: 80, sort: 'sexName', render: ({ sexName }) => sexName },
  {
    key: 'place',
    title: '年级专业与班级',
    width: 'auto',
    align: 'left',
    sort: 'gradeMajorName',
    render: (row) => <TwoLines first={row.gradeMajorName} second={row.administrativeClassName} />,
  },
  {
    key: 'department',
    title: '院系',
    width: 170,
    align: 'left',
    ellipsis: true,
    sort: 'departmentName',
    render: (row) => row.departmentName,
  },
  {
    key: 'type',
    title: '学生类别',
    width: 110,
    ellipsis: true,
    sort: 'studentTypeName',
    render: ({ studentTypeName }) => studentTypeName,
  },
  {
    key: 'status',
    title: '学籍状态',
    width: 130,
    sort: 'statusName',
    render: (row) => <TwoLines first={row.statusName} second={row.since} />,
  },
];

/** The persons behind a figure, as they were that day (STUDENT-STATUS-17). */
export function PersonsDialog({
  title,
  of,
  onClose,
}: {
  title: string;
  of: InputOf<typeof exportStatusPersons>;
  onClose: () => void;
}) {
  const [page, setPage] = useState<ListInDialog<(typeof countedSorts)[number]>>({ pageNo: 1, pageSize: 10 });
  const query = useOperation(statusStatisticsPersons, { ...of, ...page });
  return (
    <Dialog opened width={980} flush title={title} onClose={onClose}>
      <Toolbar>
        <ExportButton operation={exportStatusPersons} input={of} />
      </Toolbar>
      <DataTable<CountedStudent>
        label={title}
        twoLine
        columns={columns}
        rows={query.data?.rows}
        query={query}
        scrollHeight={440}
        rowKey={({ studentCode }) => studentCode}
        numberFrom={(page.pageNo - 1) * page.pageSize + 1}
        empty={{ reason: '没有符合条件的学生' }}
        paging={pagingOf(page, query.data?.total, (change) => {
          setPage({ ...page, ...change });
        })}
        sorting={sortingOf(page, (change) => {
          setPage({ ...page, ...change });
        })}
      />
    </Dialog>
  );
}
