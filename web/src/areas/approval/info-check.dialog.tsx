import type { InfoChange } from '@jwxt/contracts/approval/info-check.events.ts';
import { infoCheckRows, infoCheckToggle } from '@jwxt/contracts/approval/info-check.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Switch } from '@mantine/core';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusText } from '../../ui/status-tag.tsx';

type InfoCheckProps = { applyId: string | null; title: string; width: number; onClose: () => void };

/** 核对详情: what is to change, before and after; an approver turns single rows on and off (APPROVAL-35, 85…88). */
export function InfoCheckDialog({ applyId, title, width, onClose }: InfoCheckProps) {
  return (
    <Dialog
      opened={applyId !== null}
      onClose={onClose}
      width={width}
      title={title}
      flush
      height={360}
      zIndex={220}
      footer={
        <Button variant="default" onClick={onClose} data-autofocus>
          关闭
        </Button>
      }
      footerNote="审批通过后，只有标记为生效的变更会写入学生信息。"
    >
      {applyId !== null && <Rows applyId={applyId} />}
    </Dialog>
  );
}

function Rows({ applyId }: { applyId: string }) {
  const query = useOperation(infoCheckRows, { applyId }, { keepPrevious: false, staleTime: 0 });
  const toggle = useOperationMutation(infoCheckToggle, { invalidates: ['infoCheck.'] });
  const mayToggle = query.data?.mayToggle ?? false;
  const columns: readonly Column<InfoChange>[] = [
    { key: 'field', title: '变更项', width: 110, render: (row) => row.updateField },
    {
      key: 'before',
      title: '变更前',
      width: 150,
      render: (row) => row.preUpdateFieldValue || '（空）',
      ellipsis: true,
    },
    { key: 'after', title: '变更后', width: 150, render: (row) => row.updateFieldValue, ellipsis: true },
    { key: 'info', title: '变更说明', width: 'auto', align: 'left', render: (row) => row.updateInfo, ellipsis: true },
    {
      key: 'effective',
      title: '是否生效',
      width: 120,
      render: (row) =>
        mayToggle ? (
          <Switch
            checked={row.isEffective === yesNo.yes}
            disabled={toggle.isPending}
            aria-label={`${row.updateField}是否生效`}
            label={row.isEffective === yesNo.yes ? '生效' : '不生效'}
            onChange={() => {
              toggle.mutate({ id: row.id });
            }}
          />
        ) : (
          <StatusText tone={row.isEffective === yesNo.yes ? 'green' : 'grey'}>
            {row.isEffective === yesNo.yes ? '生效' : '不生效'}
          </StatusText>
        ),
    },
  ];
  return (
    <DataTable
      label="信息变更确认"
      columns={columns}
      rows={query.data?.rows}
      query={query}
      rowKey={(row) => row.id}
      numberFrom={1}
      empty={{ title: '没有变更项', compact: true }}
    />
  );
}
