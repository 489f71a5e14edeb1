import {
  exportStatusMovement,
  movementGroupings,
  queryStatusMovement,
  statusMovementPersons,
  type movedSorts,
  type MovedStudent,
  type MovementGroup,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  inKindList,
  inKinds,
  movementTotal,
  outKindList,
  outKinds,
} from '@jwxt/contracts/student-status/term/status-movement.rules.ts';
import { useState } from 'react';
import { serverNow } from '../../../lib/server-clock.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf, type ListInDialog } from '../../../ui/list-sorting.ts';
import { Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { FigureButton } from './figure-table.tsx';

type GroupBy = keyof typeof movementGroupings;
type Asked = { from: string; to: string; groupBy: GroupBy };
type Opened = { group: string; direction: 'in' | 'out'; kind: string; name: string };

/** From 31 August to the same day a year later, or to today: the school year of a return. */
function schoolYear(today: string): { from: string; to: string } {
  const year = Number(today.slice(0, 4)) - (today.slice(5) > '08-31' ? 0 : 1);
  return { from: `${String(year)}-08-31`, to: today };
}

/** 学生变动情况 (STUDENT-STATUS-17): what was there, who came, who went, what is there, and that it adds up. */
export function MovementCard({ asked, onChange }: { asked: Asked; onChange: (change: Partial<Asked>) => void }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const maySeePersons = useMay('statusReturn:persons');
  const year = schoolYear(toDateTimeText(serverNow()).slice(0, 10));
  const period = { from: asked.from || year.from, to: asked.to || year.to };
  const input = { ...period, groupBy: asked.groupBy };
  const query = useOperation(queryStatusMovement, input, { keepPrevious: false });
  const groups = query.data?.groups;
  const total = groups && movementTotal(groups);
  const kind = (
    direction: 'in' | 'out',
    code: string,
    name: string,
    of: (row: MovementGroup) => number,
  ): Column<MovementGroup> => ({
    key: `${direction}${code}`,
    title: name,
    width: Math.max(70, name.length * 15 + 26),
    align: 'right',
    render: (row) => (
      <FigureButton
        value={of(row)}
        label={`${row.name} · ${name}`}
        onOpen={
          maySeePersons
            ? () => {
                setOpened({ group: row.code, direction, kind: code, name: `${row.name} · ${name}` });
              }
            : undefined
        }
      />
    ),
  });
  const columns: Column<MovementGroup>[] = [
    {
      key: 'name',
      title: movementGroupings[asked.groupBy],
      width: 170,
      pinLeft: true,
      align: 'left',
      ellipsis: true,
      render: (row) => row.name,
    },
    { key: 'opening', title: '期初', width: 76, align: 'right', render: (row) => row.opening },
    kind('in', '', '增加合计', (row) => row.inTotal),
    ...inKindList.map((code, index) => kind('in', code, inKinds[code], (row) => row.in[index] ?? 0)),
    kind('out', '', '减少合计', (row) => row.outTotal),
    ...outKindList.map((code, index) => kind('out', code, outKinds[code], (row) => row.out[index] ?? 0)),
    { key: 'closing', title: '期末', width: 76, align: 'right', render: (row) => row.closing },
    {
      key: 'balanced',
      title: '平衡',
      width: 96,
      pinRight: true,
      render: (row) =>
        row.balanced ? <StatusTag tone="green">平衡</StatusTag> : <StatusTag tone="red">不平衡</StatusTag>,
    },
  ];
  return (
    <>
      <Toolbar
        right={
          total && (
            <span>
              期初 {total.opening} + 增加 {total.inTotal} − 减少 {total.outTotal} = 期末 {total.closing}{' '}
              {total.balanced ? <StatusTag tone="green">平衡</StatusTag> : <StatusTag tone="red">不平衡</StatusTag>}
            </span>
          )
        }
      >
        <label htmlFor="movement-from">期初</label>
        <DateField
          id="movement-from"
          value={period.from}
          max={period.to}
          onChange={(from) => {
            onChange({ from: from ?? '' });
          }}
        />
        <label htmlFor="movement-to">期末</label>
        <DateField
          id="movement-to"
          value={period.to}
          min={period.from}
          onChange={(to) => {
            onChange({ to: to ?? '' });
          }}
        />
        <SegmentedControl
          aria-label="分组"
          data={Object.entries(movementGroupings).map(([value, label]) => ({ value, label }))}
          value={asked.groupBy}
          onChange={(value) => {
            onChange({ groupBy: value as GroupBy });
          }}
        />
        <ExportButton operation={exportStatusMovement} input={input} />
      </Toolbar>
      <DataTable<MovementGroup>
        label="学生变动情况"
        columns={columns}
        rows={groups}
        totalRow={total}
        query={query}
        rowKey={({ code }) => code}
        minWidth={1700}
        empty={{ reason: '这段时间没有学生' }}
      />
      {opened !== null && (
        <MovedDialog
          opened={opened}
          input={input}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

const personColumns: Column<MovedStudent>[] = [
  { key: 'day', title: '日期', width: 110, sort: 'day', render: ({ day }) => day },
  { key: 'number', title: '学号', width: 130, sort: 'studentNumber', render: ({ studentNumber }) => studentNumber },
  { key: 'name', title: '姓名', width: 100, sort: 'studentName', render: ({ studentName }) => studentName },
  { key: 'kind', title: '变动', width: 100, sort: 'kindName', render: ({ kindName }) => kindName },
  {
    key: 'before',
    title: '变动前',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: ({ beforeText }) => beforeText,
  },
  { key: 'after', title: '变动后', width: 'auto', align: 'left', ellipsis: true, render: ({ afterText }) => afterText },
];

/** Who came or went, on which day, from what to what. */
function MovedDialog({
  opened: { name, ...figure },
  input,
  onClose,
}: {
  opened: Opened;
  input: Asked;
  onClose: () => void;
}) {
  const [page, setPage] = useState<ListInDialog<(typeof movedSorts)[number]>>({ pageNo: 1, pageSize: 10 });
  const query = useOperation(statusMovementPersons, { ...input, ...figure, ...page });
  return (
    <Dialog opened width={980} flush title={name} onClose={onClose}>
      <DataTable<MovedStudent>
        label={name}
        columns={personColumns}
        rows={query.data?.rows}
        query={query}
        scrollHeight={440}
        rowKey={({ rowKey }) => rowKey}
        numberFrom={(page.pageNo - 1) * page.pageSize + 1}
        empty={{ reason: '没有变动的学生' }}
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
