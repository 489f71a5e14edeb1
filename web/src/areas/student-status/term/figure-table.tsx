import {
  dimensionNames,
  type FigureRow,
  type FigureTable,
  type StudentDimension,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { DataTable, type Column, type DataTableProps } from '../../../ui/data-table.tsx';

/** Which figure: the values of its row and of its column. None: all. */
export type FigurePlace = { dimension: StudentDimension; code: string }[];

/** A figure that leads to its persons, where the person may see them. */
export function FigureButton({
  value,
  label,
  onOpen,
}: {
  value: number;
  label: string;
  onOpen?: (() => void) | undefined;
}) {
  if (onOpen === undefined || value === 0) return <span>{value}</span>;
  return (
    <button
      type="button"
      aria-label={`${label} ${String(value)} 人，查看人员`}
      style={{
        border: 0,
        padding: '0 4px',
        background: 'none',
        color: 'var(--jw-ink)',
        font: 'inherit',
        cursor: 'pointer',
      }}
      onClick={onOpen}
    >
      {value}
    </button>
  );
}

/** Figures by rows and columns, with shares and the total in the last row; each leads to its persons. */
export function FigureTableView({
  table,
  query,
  label,
  onFigure,
}: {
  table: FigureTable | undefined;
  query: NonNullable<DataTableProps<FigureRow>['query']>;
  label: string;
  onFigure?: ((at: FigurePlace, name: string) => void) | undefined;
}) {
  const placeOf = (row: FigureRow): FigurePlace =>
    row.codes.map((code, index) => ({ dimension: table?.rowDimensions[index] ?? 'department', code }));
  const open = (at: FigurePlace, name: string) =>
    onFigure
      ? () => {
          onFigure(at, name);
        }
      : undefined;
  const rowName = (row: FigureRow) => (row.names.length === 0 ? '合计' : row.names.join(' · '));
  const columns: Column<FigureRow>[] = [
    ...(table?.rowDimensions ?? []).map((dimension, index): Column<FigureRow> => {
      return {
        key: `row${String(index)}`,
        title: dimensionNames[dimension],
        width: index === 0 ? (table?.rowDimensions.length === 1 ? 'auto' : 100) : 'auto',
        align: 'left',
        ellipsis: true,
        render: ({ names }) => names[index] ?? '',
      };
    }),
    ...(table?.columns ?? []).map(({ code, name }, index): Column<FigureRow> => {
      return {
        key: `column${code}`,
        title: name,
        width: Math.max(84, name.length * 14 + 20),
        align: 'right',
        render: (row) => (
          <FigureButton
            value={row.cells[index] ?? 0}
            label={`${rowName(row)} · ${name}`}
            onOpen={open(
              [...placeOf(row), { dimension: table?.columnDimension ?? 'status', code }],
              `${rowName(row)} · ${name}`,
            )}
          />
        ),
      };
    }),
    {
      key: 'total',
      title: '合计',
      width: 90,
      align: 'right',
      render: (row) => (
        <FigureButton value={row.total} label={rowName(row)} onOpen={open(placeOf(row), rowName(row))} />
      ),
    },
    {
      key: 'women',
      title: '其中：女',
      width: 96,
      align: 'right',
      render: (row) => (
        <FigureButton
          value={row.femaleNum}
          label={`${rowName(row)} · 女`}
          onOpen={open([...placeOf(row), { dimension: 'sex', code: '2' }], `${rowName(row)} · 女`)}
        />
      ),
    },
    { key: 'ratio', title: '占比', width: 80, align: 'right', render: ({ ratio }) => `${(ratio / 10).toFixed(1)}%` },
  ];
  return (
    <DataTable<FigureRow>
      label={label}
      columns={columns}
      rows={table?.rows}
      totalRow={table && totalOf(table)}
      query={query}
      rowKey={({ codes }) => JSON.stringify(codes)}
      minWidth={300 + columns.length * 90}
      empty={{ reason: '这一天没有符合条件的学生，可以换一个日期或范围' }}
    />
  );
}

function totalOf({ columns, total, femaleNum }: FigureTable): FigureRow {
  return {
    codes: [],
    names: [],
    cells: columns.map((column) => column.total),
    total,
    femaleNum,
    ratio: total === 0 ? 0 : 1000,
  };
}
