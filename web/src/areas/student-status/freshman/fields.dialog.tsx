import type { Operation, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { Fields, WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { Alert, Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation, type CommandInput } from '../../../lib/queries.ts';
import { FieldInput } from '../../../resource/resource-field-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

export type FieldsDialogProps<O extends Operation> = {
  title: string;
  /** What will happen. */
  note: ReactNode;
  fields: Fields;
  confirmText: string;
  operation: O;
  input: (values: WireRow) => CommandInput<O>;
  invalidates: readonly string[];
  onDone: (output: OutputOf<O>) => void;
  onClose: () => void;
};

/** Asks for a few values, declared as those of resources are, and does one thing with them. */
export function FieldsDialog<O extends Operation>({
  title,
  note,
  fields,
  confirmText,
  operation,
  input,
  invalidates,
  onDone,
  onClose,
}: FieldsDialogProps<O>) {
  const [values, setValues] = useState<WireRow>(() =>
    Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial ?? null])),
  );
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const send = useOperationMutation(operation, {
    invalidates,
    onSuccess: (output) => {
      onDone(output);
      onClose();
    },
    onError: (error) => {
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  const errors = { ...(send.error === null ? {} : fieldErrorsOf(send.error)), ...missing };
  const submit = () => {
    const empty = Object.entries(fields).filter(
      ([name, { required, schema }]) => required && !schema.safeParse(values[name]).success,
    );
    setMissing(Object.fromEntries(empty.map(([name, { label }]) => [name, `请填写${label}`])));
    if (empty.length === 0) send.mutate(input(values));
  };
  return (
    <Dialog
      opened
      width={520}
      title={title}
      onClose={onClose}
      input={values}
      footer={
        <>
          <CancelButton />
          <Button loading={send.isPending} onClick={submit}>
            {confirmText}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Alert color="blue" variant="light">
          {note}
        </Alert>
        {Object.entries(fields).map(([name, field]) => (
          <Field
            key={name}
            label={field.label}
            htmlFor={`fields-${name}`}
            required={field.required ?? false}
            error={errors[name]}
          >
            <FieldInput
              id={`fields-${name}`}
              name={name}
              field={field}
              row={null}
              value={values[name]}
              onChange={(value) => {
                setValues({ ...values, [name]: value === '' ? null : value });
              }}
            />
          </Field>
        ))}
      </Stack>
    </Dialog>
  );
}
