import { IconAlertTriangle } from '@tabler/icons-react';
import { bytesText } from '../../lib/format.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { backupText, type Disk, type Monitor } from './monitor.model.ts';

/** How much room is left where data and attachments lie, and when and where the last backup was made. */
export function StorageCard({ monitor }: { monitor: Monitor }) {
  return (
    <Card flush title="磁盘与备份" note={backupText(monitor.lastBackup)}>
      <DataTable
        label="磁盘"
        columns={columns}
        rows={monitor.disks}
        rowKey={({ name }) => name}
        rowTone={({ state }) => (state === 'full' ? 'red' : undefined)}
        empty={{ title: '本网关所在的机器上没有数据目录', compact: true }}
      />
    </Card>
  );
}

const columns: Column<Disk>[] = [
  { key: 'title', title: '目录', width: 130, align: 'left', render: ({ title }) => title },
  {
    key: 'state',
    title: '空间',
    width: 150,
    align: 'center',
    render: ({ state, stateName }) => (
      <StatusTag
        tone={state === 'ample' ? 'green' : state === 'low' ? 'orange' : 'red'}
        {...(state === 'ample' ? {} : { icon: IconAlertTriangle })}
      >
        {stateName}
      </StatusTag>
    ),
  },
  { key: 'free', title: '剩余', width: 110, align: 'right', render: ({ freeBytes }) => bytesText(freeBytes) },
  { key: 'total', title: '共', width: 110, align: 'right', render: ({ totalBytes }) => bytesText(totalBytes) },
  { key: 'path', title: '位置', width: 'auto', align: 'left', ellipsis: true, render: ({ path }) => path },
];
