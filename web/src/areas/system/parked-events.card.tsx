import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { parkedEventQuery, parkedEventReplay } from '@jwxt/contracts/system/parked-event.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import classes from './monitor.module.css';

type ParkedEvent = OutputOf<typeof parkedEventQuery>['list'][number];

const columns: Column<ParkedEvent>[] = [
  {
    key: 'holder',
    title: '搁置者',
    width: 220,
    align: 'left',
    render: ({ holder, holderKind }) => (
      <>
        <StatusTag tone="red">{holderKind === 'policy' ? '自动处理' : '读模型'}</StatusTag> {holder}
      </>
    ),
  },
  {
    key: 'event',
    title: '事件',
    width: 360,
    align: 'left',
    render: ({ eventType, stream, revision }) => (
      <>
        {eventType}
        <span className={classes['muted']}>
          {stream}@{revision}
        </span>
      </>
    ),
  },
  { key: 'reason', title: '原因', width: 'auto', ellipsis: true, align: 'left', render: ({ reason }) => reason },
  { key: 'at', title: '搁置时间', width: 170, align: 'center', render: ({ parkedAt }) => parkedAt },
];

/**
 * What read models and policies had to leave aside, with the reason, and the button that has it tried again. Not there
 * when nothing is.
 */
export function ParkedEventsCard({ refreshMs }: { refreshMs: number }) {
  const query = useOperation(parkedEventQuery, {}, { refetchInterval: refreshMs });
  const may = useMay('readModel:rebuild');
  const list = query.data?.list ?? [];
  const replay = useProcess(parkedEventReplay, {
    invalidates: ['parkedEvent.', 'systemMonitor.', 'readModel.'],
    success: '已重新处理，仍不成功的会留在这里',
    confirm: () => ({
      message: `确定重新处理这 ${String(list.length)} 个搁置的事件吗？请先排除原因，否则它们会再次被搁置。`,
      confirmText: '重新处理',
    }),
  });
  if (list.length === 0) return null;
  return (
    <Card
      flush
      title={`搁置的事件（${String(list.length)}）`}
      note="同一业务之后的事件在等待它们"
      actions={
        may && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} />}
            loading={replay.isPending}
            onClick={() => {
              replay.start({});
            }}
          >
            全部重新处理
          </Button>
        )
      }
    >
      <DataTable
        label="搁置的事件"
        columns={columns}
        rows={list}
        query={query}
        rowKey={(event) => `${event.holderKind}|${event.holder}|${event.stream}|${String(event.revision)}`}
        minWidth={900}
      />
    </Card>
  );
}
