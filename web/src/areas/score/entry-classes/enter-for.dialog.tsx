import { Button, Textarea } from '@mantine/core';
import { entryReason } from '@jwxt/contracts/score/score-sheet.command.ts';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import type { SheetHead } from '../sheet-grid/sheet-grid.model.ts';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

const REASON_MAX = 60;

/** Why somebody else than the teachers types: asked once, and kept with every score typed after it (代录). */
export function EnterForDialog({
  sheet,
  onStart,
  onClose,
}: {
  sheet: SheetHead;
  onStart: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const start = () => {
    const read = entryReason.safeParse(reason);
    if (read.success) onStart(read.data);
    else setError(read.error.issues[0]?.message ?? null);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      input={reason}
      title="代录成绩"
      width={520}
      footer={
        <>
          <CancelButton />
          <Button onClick={start}>开始代录</Button>
        </>
      }
    >
      <p style={{ margin: '0 0 16px' }}>
        您将代 {sheet.importTeacher} 录入“{sheet.courseName} {sheet.teachingClassName}
        ”的成绩。每次保存都会记入成绩日志，注明由您代录及原因。
      </p>
      <Field
        label="代录原因"
        htmlFor="enter-for-reason"
        required
        error={error}
        hint={`${String(reason.length)} / ${String(REASON_MAX)}`}
      >
        <Textarea
          id="enter-for-reason"
          data-autofocus
          value={reason}
          maxLength={REASON_MAX}
          autosize
          minRows={2}
          placeholder="如：任课教师出差，委托院系代录"
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setError(null);
          }}
        />
      </Field>
    </Dialog>
  );
}
