import { Button } from '@mantine/core';
import { ignoreMonitorResults } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { useState } from 'react';
import { ApiError, toApiError } from '../../lib/api-error.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import classes from './data-monitor.module.css';
import { CancelButton } from '../../ui/unsaved-input.tsx';

const REASON_LIMIT = 100;

/** Leaves results alone until a day, with a reason. */
export function IgnoreResultsDialog({
  resultIds,
  onClose,
  onDone,
}: {
  resultIds: readonly number[];
  onClose: () => void;
  onDone: () => void;
}) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<string | null>(null);
  const [errors, setErrors] = useState<{ reason?: string; until?: string }>({});
  const ignore = useOperationMutation(ignoreMonitorResults, {
    invalidates: ['dataMonitor.'],
    success: `已忽略 ${String(resultIds.length)} 个问题`,
    onSuccess: onDone,
    onError: (error) => {
      setErrors(fieldErrors(error));
    },
  });
  const submit = (): void => {
    const missing = {
      ...(reason.trim() === '' ? { reason: '请输入忽略原因' } : {}),
      ...(until === null ? { until: '请选择截止日期' } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length === 0) ignore.mutate({ resultIds: [...resultIds], reason, until: until ?? '' });
  };
  return (
    <Dialog
      opened
      width={520}
      title="忽略问题"
      onClose={onClose}
      input={[reason, until]}
      footer={
        <>
          <CancelButton />
          <Button loading={ignore.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <p className={classes['lead']}>
        {resultIds.length} 个问题在截止日期之前不再提示，也不影响健康度；到期后仍有问题的会重新列出。
      </p>
      <div className={classes['form']}>
        <Field label="忽略原因" htmlFor="ignore-reason" required error={errors.reason}>
          <CountedTextarea
            id="ignore-reason"
            autoFocus
            maxLength={REASON_LIMIT}
            value={reason}
            error={errors.reason !== undefined}
            onChange={setReason}
          />
        </Field>
        <Field label="截止日期" htmlFor="ignore-until" required error={errors.until}>
          <DateField
            id="ignore-until"
            min={toDateTimeText(serverNow()).slice(0, 10)}
            value={until}
            error={errors.until !== undefined}
            onChange={setUntil}
          />
        </Field>
      </div>
    </Dialog>
  );
}

function fieldErrors(error: unknown): { reason?: string; until?: string } {
  const found = error instanceof ApiError ? error.fieldErrors : [];
  const of = (name: string): string | undefined => found.find(({ field }) => field === name)?.message;
  const [reason, until] = [of('reason'), of('until')];
  if (reason === undefined && until === undefined) return { reason: toApiError(error, '操作失败').message };
  return { ...(reason === undefined ? {} : { reason }), ...(until === undefined ? {} : { until }) };
}
