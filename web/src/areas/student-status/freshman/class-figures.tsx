import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { DividedGradeMajor } from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';

/** A class with its figures, as it is or as it would be. */
export type ShownClass = Omit<DividedGradeMajor['classes'][number], 'bjdm'> & {
  readonly gradeMajorName: string;
  readonly isNew?: boolean;
};

const columns: Column<ShownClass>[] = [
  { key: 'major', title: '年级专业', width: 200, align: 'left', ellipsis: true, render: (row) => row.gradeMajorName },
  {
    key: 'class',
    title: '行政班',
    width: 190,
    align: 'left',
    render: (row) => (
      <>
        {row.className} {row.isNew === true && <StatusTag tone="blue">新增</StatusTag>}
      </>
    ),
  },
  { key: 'number', title: '班级编号', width: 120, render: (row) => row.classNumber },
  { key: 'size', title: '人数', width: 70, align: 'right', render: (row) => row.studentNum },
  { key: 'male', title: '男', width: 60, align: 'right', render: (row) => row.maleNum },
  { key: 'female', title: '女', width: 60, align: 'right', render: (row) => row.femaleNum },
  { key: 'score', title: '平均总分', width: 90, align: 'right', render: (row) => row.avgScore || NOTHING },
  {
    key: 'origins',
    title: '生源地',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.origins.map(({ name, num }) => `${name} ${String(num)}`).join('、'),
  },
];

/** Classes of a division, with sex, score and origin of whom they have. */
export function ClassFigures({ rows, height }: { rows: readonly ShownClass[]; height: number }) {
  return (
    <DataTable<ShownClass>
      label="各班人数与均衡情况"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.gradeMajorName} ${row.classNumber}`}
      scrollHeight={height}
      minWidth={960}
      dense
      empty={{ reason: '还没有分班' }}
    />
  );
}
