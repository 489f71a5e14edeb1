import { requestSecondPerson } from '@jwxt/contracts/access/second-person.operations.ts';
import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useOperationMutation } from '../lib/queries.ts';
import { secondPerson, type DangerousCall } from '../lib/second-person.ts';
import { CountedTextarea } from '../ui/counted-textarea.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/search-form.tsx';
import { CancelButton } from '../ui/unsaved-input.tsx';

/** Over every page: a dangerous operation was refused until somebody else confirms it; here that is asked for. */
export function SecondPersonDialog() {
  const call = useSyncExternalStore(secondPerson.subscribe, secondPerson.get);
  return call && <Asking call={call} />;
}

function Asking({ call: { operation, input } }: { call: DangerousCall }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    secondPerson.set(null);
  };
  const ask = useOperationMutation(requestSecondPerson, {
    invalidates: ['secondPerson.'],
    success: '已提交申请，请另一人在“高危操作确认”中确认',
    onSuccess: close,
  });
  const submit = () => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '' && !ask.isPending) ask.mutate({ operation: operation.id, input, reason: reason.trim() });
  };
  return (
    <Dialog
      opened
      width={520}
      title={`${operation.summary}须另一人确认`}
      onClose={close}
      input={reason !== ''}
      footer={
        <>
          <CancelButton />
          <Button loading={ask.isPending} onClick={submit}>
            提交申请
          </Button>
        </>
      }
    >
      <p>{operation.dangerous?.why}。确认前不会执行；确认后以您的名义执行一次，两人都记入操作日志。</p>
      <Field label="原因" required htmlFor="second-person-reason" error={missing ? '必填' : ''}>
        <CountedTextarea
          id="second-person-reason"
          maxLength={200}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setMissing(false);
          }}
        />
      </Field>
    </Dialog>
  );
}
