import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { operationLogDetail, type LoggedField } from '@jwxt/contracts/system/operation-log.operations.ts';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { FactList } from '../../ui/page.tsx';

const columns: Column<LoggedField>[] = [
  { key: 'label', title: '字段', width: 180, align: 'left', ellipsis: true, render: (row) => row.label },
  {
    key: 'before',
    title: '操作前',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.before || NOTHING,
  },
  {
    key: 'after',
    title: '操作后',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.after || NOTHING,
  },
];

/** One row of the log: who, from where, by which right, and each field before and after. */
export function OperationLogDialog({ logId, onClose }: { logId: string; onClose: () => void }) {
  const [all, setAll] = useState(false);
  const query = useOperation(operationLogDetail, { logId });
  return (
    <Dialog opened width={900} title="操作日志详情" onClose={onClose}>
      <QueryFaces query={query} compact rows={4}>
        {(row) => (
          <>
            <FactList
              columns={2}
              items={[
                { label: '时间', value: row.operateTime },
                {
                  label: '操作人',
                  value: `${row.name}（${row.userName}）${row.actedFor === '' ? '' : ` 代 ${row.actedFor}`}`,
                },
                { label: '对象', value: row.resourceName },
                { label: '操作', value: row.operationName },
                { label: '主键', value: row.key, span: true },
                { label: '权限', value: row.permissionName || row.permissionCode || NOTHING },
                { label: '地址', value: row.clientAddress || NOTHING },
                ...(row.confirmedBy === '' ? [] : [{ label: '确认人', value: row.confirmedBy, span: true }]),
                ...(row.issuedBy === '' ? [] : [{ label: '临时登录签发人', value: row.issuedBy, span: true }]),
                { label: '追踪号', value: row.traceId || NOTHING, span: true },
              ]}
            />
            <Switch
              my={12}
              label="也显示没有变化的字段"
              checked={all}
              onChange={(event) => {
                setAll(event.currentTarget.checked);
              }}
            />
            <DataTable
              label="操作前后"
              columns={columns}
              rows={row.fields.filter(({ changed }) => all || changed)}
              rowKey={({ field }) => field}
              minWidth={640}
              empty={{ reason: '没有记下字段的变化' }}
            />
          </>
        )}
      </QueryFaces>
    </Dialog>
  );
}
