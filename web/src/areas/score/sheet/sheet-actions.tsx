import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTag, IconUserEdit } from '@tabler/icons-react';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { useState } from 'react';
import { useOperationMutation } from '../../../lib/queries.ts';
import { confirm } from '../../../ui/confirm.ts';
import { EnterForDialog } from '../entry-classes/enter-for.dialog.tsx';
import { RegisterRemarkDialog } from './register-remark.dialog.tsx';
import type { Grid } from '../sheet-grid/sheet-grid.model.ts';

export type SheetActionsProps = {
  grid: Grid;
  /** Types for the teachers from now on, for this reason. */
  onEnterFor: (reason: string) => void;
  onChanged: () => void;
};

/**
 * What else can be done with a sheet, each where it is allowed: take back what was handed in, type for the teachers,
 * register remarks.
 */
export function SheetActions({ grid, onEnterFor, onChanged }: SheetActionsProps) {
  const { mayRecall, mayEnterFor, mayRegisterRemark, applyId, editable } = grid.sheet;
  const [dialog, setDialog] = useState<'enterFor' | 'remark' | null>(null);
  const recall = useOperationMutation(recallApproval, {
    invalidates: ['scoreEntry.', 'approval.'],
    success: '撤回成功',
    onSuccess: onChanged,
  });
  const takeBack = async () => {
    if (
      applyId !== null &&
      (await confirm({
        message: '确定撤回送审吗？撤回后审批中止，修改后可以重新提交。',
        confirmText: '撤回',
        danger: true,
      }))
    )
      recall.mutate({ applyId });
  };
  const close = () => {
    setDialog(null);
  };
  return (
    <>
      {mayRecall && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} />}
          loading={recall.isPending}
          onClick={() => {
            void takeBack();
          }}
        >
          撤回送审
        </Button>
      )}
      {mayEnterFor && !editable && (
        <Button
          variant="default"
          leftSection={<IconUserEdit size={16} />}
          onClick={() => {
            setDialog('enterFor');
          }}
        >
          代录成绩
        </Button>
      )}
      {mayRegisterRemark && (
        <Button
          variant="default"
          leftSection={<IconTag size={16} />}
          onClick={() => {
            setDialog('remark');
          }}
        >
          登记备注
        </Button>
      )}
      {dialog === 'enterFor' && (
        <EnterForDialog
          sheet={grid.sheet}
          onClose={close}
          onStart={(reason) => {
            close();
            onEnterFor(reason);
          }}
        />
      )}
      {dialog === 'remark' && (
        <RegisterRemarkDialog
          grid={grid}
          onClose={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      )}
    </>
  );
}
