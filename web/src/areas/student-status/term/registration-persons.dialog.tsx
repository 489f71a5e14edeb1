import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { registration } from '@jwxt/contracts/student-status/term/term.resource.ts';
import { paidStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { sortingOf, type ListInDialog } from '../../../ui/list-sorting.ts';
import { pagingOf } from '../../../ui/paging.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';

const cell = (field: string) => (row: WireRow) => textOf(row[field]);
const columns: Column<WireRow>[] = [
  { key: 'number', title: '学号', sort: 'studentNumber', width: 120, render: cell('studentNumber') },
  { key: 'name', title: '姓名', sort: 'studentCode', width: 110, render: cell('studentName') },
  {
    key: 'class',
    title: '行政班',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: cell('administrativeClassName'),
  },
  { key: 'status', title: '注册状态', sort: 'registerStatus', width: 110, render: cell('registerStatusName') },
  { key: 'time', title: '注册时间', sort: 'registerTime', width: 170, render: cell('registerTime') },
  {
    key: 'paid',
    title: '缴费',
    sort: 'paidStatus',
    width: 100,
    render: (row) =>
      textOf(row['paidStatus']) === paidStatus.owing ? (
        <StatusTag tone="red">{textOf(row['paidStatusName'])}</StatusTag>
      ) : (
        textOf(row['paidStatusName'])
      ),
  },
];

/** The students behind a figure of the registrations of a semester (STUDENT-STATUS-03). */
export function RegistrationPersonsDialog({
  title,
  of,
  onClose,
}: {
  title: string;
  of: Record<string, string>;
  onClose: () => void;
}) {
  const [page, setPage] = useState<ListInDialog<string>>({ pageNo: 1, pageSize: 10 });
  const mayExport = useMay('registration:exportExcel');
  const { operations } = registration;
  const query = useOperation(operations.query, { ...of, ...page });
  return (
    <Dialog opened width={980} flush title={title} onClose={onClose}>
      {mayExport && (
        <Toolbar>
          <ExportButton operation={operations.exportExcel} input={of} />
        </Toolbar>
      )}
      <DataTable<WireRow>
        label={title}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        scrollHeight={440}
        rowKey={cell(registration.key)}
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
