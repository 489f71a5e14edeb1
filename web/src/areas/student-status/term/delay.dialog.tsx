import {
  delayRegistration,
  type RegistrationResult,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** Puts registrations off until a day, with the reason (STUDENT-STATUS-03). */
export function DelayDialog({
  keys,
  onDone,
  onClose,
}: {
  keys: readonly string[];
  onDone: (result: RegistrationResult) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [delayTo, setDelayTo] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = useOperationMutation(delayRegistration, {
    invalidates: ['registration.'],
    onSuccess: onDone,
    onError: (error) => {
      setErrors({ reason: error.message, ...fieldErrorsOf(error) });
    },
  });
  const submit = () => {
    const missing = {
      ...(reason.trim() === '' ? { reason: '请输入暂缓原因' } : {}),
      ...(delayTo === null ? { delayTo: '请选择暂缓至哪一天' } : {}),
    };
    setErrors(missing);
    if (delayTo !== null && reason.trim() !== '') send.mutate({ keys: [...keys], reason: reason.trim(), delayTo });
  };
  return (
    <Dialog
      opened
      width={480}
      title="暂缓注册"
      input={{ reason, delayTo }}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button loading={send.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <p style={{ margin: 0 }}>{`将为选中的 ${String(keys.length)} 名学生办理暂缓注册，到期前可随时补注册。`}</p>
        <Field label="暂缓原因" htmlFor="delay-reason" required error={errors['reason']}>
          <Textarea
            id="delay-reason"
            data-autofocus
            autosize
            minRows={2}
            maxLength={100}
            placeholder="请输入暂缓原因"
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        </Field>
        <Field label="暂缓至" htmlFor="delay-to" required error={errors['delayTo']}>
          <DateField id="delay-to" value={delayTo} onChange={setDelayTo} />
        </Field>
      </Stack>
    </Dialog>
  );
}
