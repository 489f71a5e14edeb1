import type { InputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  exportStatusPersons,
  statusStatisticsPersons,
  type CountedStudent,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';

const columns: Column<CountedStudent>[] = [
  {
    key: 'student',
    title: '学生',
    width: 130,
    align: 'left',
    render: (row) => <TwoLines first={row.studentName} second={row.studentNumber} />,
  },
  { key: 'sex', title: '性别', width: 80, render: ({ sexName }) => sexName },
  {
    key: 'place',
    title: '年级专业与班级',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.gradeMajorName} second={row.administrativeClassName} />,
  },
  { key: 'department', title: '院系', width: 170, align: 'left', ellipsis: true, render: (row) => row.departmentName },
  { key: 'type', title: '学生类别', width: 110, ellipsis: true, render: ({ studentTypeName }) => studentTypeName },
  {
    key: 'status',
    title: '学籍状态',
    width: 130,
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
  const [page, setPage] = useState({ pageNo: 1, pageSize: 10 });
  const query = useOperation(statusStatisticsPersons, { ...of, ...page });
  return (
    <Dialog opened width={980} flush height={600} title={title} onClose={onClose}>
      <Toolbar>
        <ExportButton operation={exportStatusPersons} input={of} />
      </Toolbar>
      <DataTable<CountedStudent>
        label={title}
        twoLine
        columns={columns}
        rows={query.data?.rows}
        query={query}
        rowKey={({ studentCode }) => studentCode}
        numberFrom={(page.pageNo - 1) * page.pageSize + 1}
        empty={{ reason: '没有符合条件的学生' }}
        paging={pagingOf(page, query.data?.total, (change) => {
          setPage({ ...page, ...change });
        })}
      />
    </Dialog>
  );
}
