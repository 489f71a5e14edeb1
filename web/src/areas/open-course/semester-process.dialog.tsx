import { teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { FieldInput } from '../../resource/resource-field-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** Something that is done to a whole semester: which one, and what it will do. */
type SemesterProcess = { title: string; about: string; confirmText: string };

/** Asks for the semester before something is done to all of it. */
export function SemesterProcessDialog({
  process,
  pending,
  onConfirm,
  onClose,
}: {
  process: SemesterProcess;
  pending: boolean;
  onConfirm: (semesterId: string) => void;
  onClose: () => void;
}) {
  const [semesterId, setSemester] = useState('');
  return (
    <Dialog
      opened
      width={480}
      title={process.title}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            loading={pending}
            disabled={semesterId === ''}
            onClick={() => {
              onConfirm(semesterId);
            }}
          >
            {process.confirmText}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Alert variant="light">{process.about}</Alert>
        <Field label="学年学期" htmlFor="process-semester" required>
          <FieldInput
            id="process-semester"
            name="semesterId"
            field={teachingJob.fields.semesterId}
            row={null}
            value={semesterId}
            onChange={(value) => {
              setSemester(textOf(value));
            }}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
