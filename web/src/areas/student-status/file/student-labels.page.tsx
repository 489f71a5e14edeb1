import {
  labelHolders,
  type LabelHolder,
  type labelHolderSorts,
} from '@jwxt/contracts/student-status/file/label.operations.ts';
import { studentLabel } from '@jwxt/contracts/student-status/file/label.resource.ts';
import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Badge } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { pagingOf } from '../../../ui/paging.tsx';

const columns: Column<LabelHolder>[] = [
  { key: 'number', sort: 'studentNumber', title: '学号', width: 130, render: (row) => row.studentNumber },
  { key: 'name', sort: 'studentName', title: '姓名', width: 110, render: (row) => row.studentName },
  {
    key: 'class',
    sort: 'administrativeClassName',
    title: '行政班',
    width: 'auto',
    align: 'left',
    render: (row) => row.administrativeClassName,
  },
  { key: 'begin', sort: 'beginDate', title: '开始日期', width: 110, render: (row) => row.beginDate ?? '' },
  {
    key: 'end',
    sort: 'endDate',
    title: '结束日期',
    width: 110,
    render: (row) => row.endDate ?? (row.byRule ? '' : '长期'),
  },
  { key: 'how', sort: 'byRule', title: '来源', width: 100, render: (row) => (row.byRule ? '自动规则' : '人工指定') },
];

/** 学生标签 (STUDENT-STATUS-18), with who holds each today. */
export function StudentLabelsPage() {
  const [label, setLabel] = useState<WireRow | null>(null);
  return (
    <>
      <ResourcePage
        resource={studentLabel}
        actionsWidth={250}
        cells={{
          labelName: (row) => (
            <Badge variant="light" color={textOf(row['colour']) || 'gray'} size="sm">
              {textOf(row['labelName'])}
            </Badge>
          ),
        }}
        actions={(row, act) =>
          act('持有学生', () => {
            setLabel(row);
          })
        }
      />
      {label && (
        <HoldersDialog
          label={label}
          onClose={() => {
            setLabel(null);
          }}
        />
      )}
    </>
  );
}

interface HolderPage {
  pageNo: number;
  pageSize: number;
  sort?: SortText<(typeof labelHolderSorts)[number]> | undefined;
}

function HoldersDialog({ label, onClose }: { label: WireRow; onClose: () => void }) {
  const [page, setPage] = useState<HolderPage>({ pageNo: 1, pageSize: 20 });
  const query = useOperation(labelHolders, { labelId: textOf(label['labelId']), ...page });
  return (
    <Dialog opened width={860} title={`今天持有“${textOf(label['labelName'])}”的学生`} onClose={onClose}>
      <DataTable<LabelHolder>
        label="持有标签的学生"
        columns={columns}
        rows={query.data?.rows}
        query={query}
        rowKey={({ studentCode }) => studentCode}
        empty={{ reason: '今天没有学生持有这个标签' }}
        sorting={sortingOf(page, (change) => {
          setPage({ ...page, ...change });
        })}
        paging={pagingOf(page, query.data?.total, (more) => {
          setPage({ ...page, ...more });
        })}
      />
    </Dialog>
  );
}
