import type { Operation, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Alert, Button, Stack, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrorsOf } from '../lib/field-errors.ts';
import { useOperationMutation, type CommandInput } from '../lib/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/search-form.tsx';
import { CancelButton, useUnsavedInput } from '../ui/unsaved-input.tsx';

type ReasonProps<O extends Operation> = {
  /** What will happen, before it is done. */
  warning: string;
  label: string;
  confirmText: string;
  operation: O;
  input: (reason: string) => CommandInput<O>;
  invalidates: readonly string[];
  success?: string;
  /** Once it is done; closes without it. */
  onDone?: (output: OutputOf<O>) => void;
  onClose: () => void;
};

/** Asks why, before something is done that others must be able to understand later. */
export function ReasonDialog<O extends Operation>({
  opened,
  title,
  ...form
}: ReasonProps<O> & { opened: boolean; title: string }) {
  return (
    <Dialog opened={opened} onClose={form.onClose} width={480} title={title}>
      {opened && <ReasonForm {...form} />}
    </Dialog>
  );
}

function ReasonForm<O extends Operation>({
  warning,
  label,
  confirmText,
  operation,
  input,
  invalidates,
  success,
  onClose,
  onDone = onClose,
}: ReasonProps<O>) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useUnsavedInput(reason);
  const send = useOperationMutation(operation, {
    invalidates,
    ...(success === undefined ? {} : { success }),
    onSuccess: onDone,
    onError: (error) => {
      setProblem(fieldErrorsOf(error)['reason'] ?? error.message);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const missing = reason.trim() === '' ? `请输入${label}` : undefined;
    setProblem(missing);
    if (missing === undefined && !send.isPending) send.mutate(input(reason.trim()));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />}>
          {warning}
        </Alert>
        <Field label={label} htmlFor="reason-text" required error={problem}>
          <Textarea
            id="reason-text"
            data-autofocus
            autosize
            minRows={2}
            maxRows={4}
            maxLength={200}
            placeholder={`请输入${label}`}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        </Field>
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          <CancelButton />
          <Button type="submit" color="red" loading={send.isPending}>
            {confirmText}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
