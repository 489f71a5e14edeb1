import { transferApproval, transferTargets } from '@jwxt/contracts/approval/approval.operations.ts';
import { instanceTargets, transferInstance } from '@jwxt/contracts/approval/process-instance.operations.ts';
import { OPINION_MAX_LENGTH } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { Button, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Field } from '../../ui/search-form.tsx';
import layout from '../../ui/dialog-form.module.css';
import { CancelButton, useUnsavedInput } from '../../ui/unsaved-input.tsx';

/** What is handed over, as the screen shows it. */
export type Transferable = {
  applyId: string;
  revision: number;
  approvalProcessName: string;
  title: string;
  currentNodeName: string | null;
};
/** By whose right it is handed over: an approver's own, or the office's. */
type Handing = {
  targets: typeof transferTargets;
  transfer: typeof transferApproval | typeof transferInstance;
};
const byApprover: Handing = { targets: transferTargets, transfer: transferApproval };
export const byOffice: Handing = { targets: instanceTargets, transfer: transferInstance };

type TransferProps = { item: Transferable | null; handing?: Handing; onClose: () => void; onDone: () => void };

/** 转办: one application to another approver of the same node, with the reason. */
export function TransferDialog({ item, handing = byApprover, onClose, onDone }: TransferProps) {
  return (
    <Dialog opened={item !== null} onClose={onClose} width={520} title="转办" flush zIndex={220}>
      {item && <TransferForm key={item.applyId} item={item} handing={handing} onDone={onDone} />}
    </Dialog>
  );
}

function TransferForm({
  item,
  handing,
  onDone,
}: Pick<TransferProps, 'onDone'> & { item: Transferable; handing: Handing }) {
  const targets = useOperation(handing.targets, { applyId: item.applyId }, { keepPrevious: false, staleTime: 0 });
  const [toUser, setToUser] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ toUser?: string; reason?: string }>({});
  useUnsavedInput([toUser, reason]);
  const transfer = useOperationMutation(handing.transfer, {
    invalidates: ['approval.', 'processInstanceQuery.'],
    success: '转办成功',
    onSuccess: onDone,
  });
  function submit() {
    if (transfer.isPending) return;
    const found = {
      ...(toUser === null ? { toUser: '必填' } : {}),
      ...(reason.trim() === ''
        ? { reason: '必填' }
        : reason.trim().length > OPINION_MAX_LENGTH
          ? { reason: `只允许输入${String(OPINION_MAX_LENGTH)}个字符` }
          : {}),
    };
    setProblems(found);
    if (toUser !== null && Object.keys(found).length === 0)
      transfer.mutate({ applyId: item.applyId, revision: item.revision, toUser, reason: reason.trim() });
  }
  return (
    <QueryFaces query={targets} compact>
      {({ list }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <div className={layout['body']}>
            <p className={layout['note']}>
              {item.approvalProcessName}：{item.title}
            </p>
            <Field
              label="转办给"
              required
              htmlFor="transfer-to"
              error={problems.toUser}
              hint={
                list.length === 0
                  ? `“${item.currentNodeName ?? ''}”没有其他审批人`
                  : handing === byOffice
                    ? '由其单独审批'
                    : '由其单独审批，您仍可在已办中查看进度'
              }
            >
              <Select
                id="transfer-to"
                data-autofocus
                searchable
                placeholder="请选择"
                value={toUser}
                error={problems.toUser !== undefined}
                onChange={setToUser}
                nothingFoundMessage="没有匹配的审批人"
                comboboxProps={{ zIndex: 320 }}
                data={list.map((one) => ({
                  value: one.userName,
                  label: [one.name, one.departmentName].filter(Boolean).join(' · '),
                }))}
              />
            </Field>
            <Field label="原因" required htmlFor="transfer-reason" error={problems.reason}>
              <Textarea
                id="transfer-reason"
                rows={3}
                maxLength={OPINION_MAX_LENGTH}
                placeholder="请说明转办原因，会记入审批日志"
                value={reason}
                error={problems.reason !== undefined}
                onChange={(event) => {
                  setReason(event.currentTarget.value);
                }}
              />
            </Field>
          </div>
          <footer className={layout['footer']}>
            <CancelButton disabled={transfer.isPending} />
            <Button type="submit" loading={transfer.isPending} disabled={list.length === 0}>
              确定
            </Button>
          </footer>
        </form>
      )}
    </QueryFaces>
  );
}
