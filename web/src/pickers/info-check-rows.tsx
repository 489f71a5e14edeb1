import { infoCheckRows, infoCheckToggle, type InfoCheckRow } from '@jwxt/contracts/approval/info-check.operations.ts';
import { INFO_CHECK_FILES } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Switch } from '@mantine/core';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { StatusText } from '../ui/status-tag.tsx';
import { AttachmentList } from './attachment-list.tsx';

/**
 * 核对详情: what is to change, before and after, with the evidence; an approver turns single rows on and off
 * (APPROVAL-35, 85…88).
 */
export function InfoCheckRows({ applyId }: { applyId: string }) {
  const query = useOperation(infoCheckRows, { applyId }, { keepPrevious: false, staleTime: 0 });
  const toggle = useOperationMutation(infoCheckToggle, { invalidates: ['infoCheck.'] });
  const mayToggle = query.data?.mayToggle ?? false;
  const fileId = query.data?.fileId ?? null;
  const columns: readonly Column<InfoCheckRow>[] = [
    { key: 'field', title: '变更项', width: 110, render: (row) => row.updateField },
    // Whole, however long: it is what is decided.
    { key: 'before', title: '变更前', width: 150, align: 'left', render: (row) => row.preUpdateText || '（空）' },
    { key: 'after', title: '变更后', width: 190, align: 'left', render: (row) => row.updateText },
    { key: 'info', title: '变更说明', width: 'auto', align: 'left', render: (row) => row.updateInfo },
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
    <>
      <DataTable
        label="信息变更确认"
        columns={columns}
        rows={query.data?.rows}
        query={query}
        rowKey={(row) => row.id}
        numberFrom={1}
        empty={{ title: '没有变更项', compact: true }}
      />
      {fileId !== null && (
        <div style={{ padding: '12px 16px' }}>
          <AttachmentList businessTable={INFO_CHECK_FILES} businessId={fileId} mode="view" />
        </div>
      )}
    </>
  );
}
