import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '../../../lib/server-clock.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

interface EffectiveDateProps {
  title: string;
  /** What will happen on that day. */
  about: string;
  pending: boolean;
  error: string;
  onConfirm: (effectiveDate: string) => void;
  onClose: () => void;
}

/** From which day on majors and classes are changed. */
export function EffectiveDateDialog({ title, about, pending, error, onConfirm, onClose }: EffectiveDateProps) {
  const [day, setDay] = useState(() => toDateTimeText(serverNow()).slice(0, 10));
  return (
    <Dialog
      opened
      width={480}
      title={title}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            loading={pending}
            disabled={day === ''}
            onClick={() => {
              onConfirm(day);
            }}
          >
            执行
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Alert variant="light">{about}</Alert>
        <Field label="生效日期" htmlFor="divert-effective-date" required error={error}>
          <DateField
            id="divert-effective-date"
            value={day}
            onChange={(value) => {
              setDay(value ?? '');
            }}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
