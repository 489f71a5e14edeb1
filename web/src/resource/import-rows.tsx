import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { importBadRows, importRows, type importRowView } from '@jwxt/contracts/base-info/import-record.operations.ts';
import { importRowState, importRowStateNames, type ImportCounts } from '@jwxt/contracts/kernel/resource-import.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { useDownload } from '../lib/download.ts';
import { useOperation } from '../lib/queries.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import type { Tone } from '../ui/tokens.ts';
import classes from './import.module.css';

type Row = z.output<typeof importRowView>;
type Shown = Row['state'] | 'failed';
const tones: Record<Row['state'], Tone> = {
  [importRowState.added]: 'green',
  [importRowState.changed]: 'blue',
  [importRowState.unchanged]: 'grey',
  [importRowState.wrong]: 'red',
};
const columns: Column<Row>[] = [
  { key: 'rowNo', title: '行', width: 70, render: ({ rowNo }) => rowNo },
  {
    key: 'state',
    title: '结果',
    width: 90,
    render: ({ state }) => <StatusTag tone={tones[state]}>{importRowStateNames[state]}</StatusTag>,
  },
  { key: 'called', title: '数据', width: 220, align: 'left', ellipsis: true, render: ({ called }) => called },
  { key: 'what', title: '变化或原因', width: 'auto', align: 'left', render: (row) => <RowWords row={row} /> },
];

function RowWords({ row: { errors, changes, message } }: { row: Row }) {
  return (
    <>
      {message !== '' && <div className={classes['wrong']}>{message}</div>}
      {errors.map(({ letter, header, value, message: why }) => (
        <div key={`${letter}${header}${why}`} className={classes['wrong']}>
          {letter === '' ? header : `${letter} 列 ${header}“${value}”`}
          {letter === '' && header === '' ? '' : '：'}
          {why}
        </div>
      ))}
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          {label}：<span className={classes['before']}>{before === '' ? '（空）' : before}</span> →{' '}
          {after === '' ? '（空）' : after}
        </div>
      ))}
    </>
  );
}

/** The rows of a file by what becomes of them; the wrong ones to be had as a workbook. */
export function ImportRows({ runId, counts, failed }: { runId: string; counts: ImportCounts; failed: number }) {
  const first: Shown = counts.wrong > 0 ? importRowState.wrong : importRowState.changed;
  const [state, setState] = useState<Shown>(failed > 0 ? 'failed' : first);
  const [pageNo, setPageNo] = useState(1);
  const pageSize = 20;
  const query = useOperation(importRows, { runId, state, pageNo, pageSize }, { staleTime: 0 });
  const badRows = useDownload(importBadRows);
  const choices: [Shown, string, number][] = [
    [importRowState.added, '新增', counts.added],
    [importRowState.changed, '修改', counts.changed],
    [importRowState.unchanged, '未变化', counts.unchanged],
    [importRowState.wrong, '有错误', counts.wrong],
    ...(failed > 0 ? ([['failed', '未完成', failed]] as [Shown, string, number][]) : []),
  ];
  return (
    <section aria-label="导入明细">
      <div className={classes['figures']}>
        <SegmentedControl
          aria-label="显示的行"
          value={state}
          onChange={(chosen) => {
            setState(choices.find(([each]) => each === chosen)?.[0] ?? first);
            setPageNo(1);
          }}
          data={choices.map(([value, label, n]) => ({ value, label: `${label} ${String(n)}` }))}
        />
        {counts.wrong + failed > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconDownload size={14} />}
            loading={badRows.isPending}
            onClick={() => {
              badRows.start({ runId });
            }}
          >
            下载错误行（含错误原因列）
          </Button>
        )}
      </div>
      <DataTable<Row>
        label="导入明细"
        columns={columns}
        rows={query.data?.list}
        query={query}
        rowKey={({ rowNo }) => String(rowNo)}
        empty={{ reason: '没有这一类的行' }}
        paging={{
          pageNo,
          pageSize,
          total: query.data?.total ?? 0,
          onPage: setPageNo,
        }}
      />
    </section>
  );
}
