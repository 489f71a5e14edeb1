import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { StatusEffect } from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { StatusText } from '../../../ui/status-tag.tsx';

const columns: readonly Column<StatusEffect>[] = [
  { key: 'kind', title: '事项', width: 130, render: (row) => row.kindName },
  { key: 'title', title: '内容', width: 'auto', align: 'left', render: (row) => row.title },
  { key: 'note', title: '办理', width: 'auto', align: 'left', render: (row) => row.note || NOTHING },
  {
    key: 'done',
    title: '结果',
    width: 190,
    render: (row) =>
      row.doneTime === null ? <StatusText tone="blue">待办理</StatusText> : <span>{row.doneTime}</span>,
  },
];
const loaded = { error: null, isFetching: false, refetch: () => undefined };

/** What a change does elsewhere, before it and after. */
export function EffectTable({ effects }: { effects: readonly StatusEffect[] }) {
  return (
    <DataTable
      label="异动影响"
      columns={columns}
      rows={effects.map((effect, at) => ({ ...effect, at: String(at) }))}
      query={loaded}
      rowKey={(row) => (row as StatusEffect & { at: string }).at}
      numberFrom={1}
      minWidth={760}
      empty={{ reason: '不影响教学班、成绩、账号和统计' }}
    />
  );
}
