import { type Column } from '../ui/data-table.tsx';
import { TwoLines } from '../ui/two-lines.tsx';

type OfStudent = { readonly studentName: string; readonly studentNumber: string };

/** Whom a row of a list is about: the name above the number, by which the list is sorted. */
export function studentColumn<Row extends OfStudent>(width: number): Column<Row> {
  return {
    key: 'student',
    title: '学生',
    sort: 'studentNumber',
    width,
    align: 'left',
    render: (row) => <TwoLines first={row.studentName} second={row.studentNumber} />,
  };
}
