import { Button } from '@mantine/core';
import type { reopenMakeupList } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { ListReason } from './list-reason.tsx';

/** Opens a closed list again, with a reason that its teachers are told. Nothing may have been typed. */
export function ReopenListDialog({
  operation,
  title,
  teachingClassId,
  onClose,
}: {
  operation: typeof reopenMakeupList;
  title: string;
  teachingClassId: string;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string | undefined>();
  const reopen = useOperationMutation(operation, {
    invalidates: [
      'makeupList.',
      'rebuildClass.',
      'examSet.',
      'scoreEntry.',
      'retakeApproval.',
      'rebuildScoreApproval.',
    ],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      setReasonError(fieldErrorsOf(error)['reason']);
    },
  });
  const submit = (): void => {
    const missing = reason.trim() === '' ? '请填写原因' : undefined;
    setReasonError(missing);
    if (missing === undefined) reopen.mutate({ teachingClassId, reason: reason.trim() });
  };
  return (
    <Dialog
      opened
      width={560}
      title={title}
      onClose={onClose}
      input={reason}
      footerNote="成绩单随之撤销，名单确定后重新生成"
      footer={
        <>
          <CancelButton />
          <Button color="red" loading={reopen.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <ListReason reason={reason} error={reasonError} placeholder="将告知任课教师" onChange={setReason} />
    </Dialog>
  );
}
