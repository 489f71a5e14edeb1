import { Button, Loader, Textarea } from '@mantine/core';
import { archiveSemesterOperation, semesterReadiness } from '@jwxt/contracts/base-info/semester.operations.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { OpenInSemester } from './open-in-semester.tsx';

/** A semester is closed for good, so what is still open in it is shown before. */
export function CloseSemesterDialog({
  semester: { key, name },
  onClose,
}: {
  semester: { key: string; name: string };
  onClose: () => void;
}) {
  const query = useOperation(semesterReadiness, { key }, { staleTime: 0 });
  const close = useOperationMutation(archiveSemesterOperation, {
    invalidates: ['semester.', 'resource.', 'session.'],
    success: true,
    onSuccess: onClose,
  });
  const open = query.data?.open;
  const unfinished = open?.some(({ scoreType }) => scoreType !== null) === true;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <Dialog
      opened
      width={520}
      title="学期归档"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            color="red"
            loading={close.isPending}
            disabled={open === undefined}
            onClick={() => {
              if (unfinished && reason.trim() === '') setMissing(true);
              else close.mutate({ key, reason });
            }}
          >
            {open !== undefined && open.length > 0 ? '仍然归档' : '归档'}
          </Button>
        </>
      }
    >
      <p>归档后，“{name}”的设置、教学班和名单不能再修改，也不能取消归档。</p>
      {open === undefined && <Loader size="sm" aria-label="加载中" />}
      {open !== undefined && <OpenInSemester semesterId={key} open={open} />}
      {unfinished && (
        <Field
          label="保留未提交成绩的原因"
          htmlFor="close-semester-reason"
          required
          error={missing ? '请填写保留未提交成绩的原因' : undefined}
          hint="归档后这些成绩仍可由教务处延长录入时间后提交"
        >
          <Textarea
            id="close-semester-reason"
            autosize
            minRows={2}
            maxLength={100}
            value={reason}
            error={missing}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
          />
        </Field>
      )}
    </Dialog>
  );
}
