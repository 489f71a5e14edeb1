import {
  implementStatusChangeOperation,
  type StatusChangeDetail,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** Implements a change that has passed: its document, and what will happen when. */
export function ImplementDialog({
  detail,
  stale,
  onClose,
}: {
  detail: StatusChangeDetail;
  stale: readonly string[];
  onClose: () => void;
}) {
  const [form, setForm] = useState({ documentNumber: '', documentDate: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const implement = useOperationMutation(implementStatusChangeOperation, {
    invalidates: stale,
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      const found = fieldErrorsOf(error);
      setErrors(found);
      if (Object.keys(found).length === 0) notify.failure(error, '执行失败');
    },
  });
  return (
    <Dialog
      opened
      width={520}
      title="执行异动"
      onClose={onClose}
      input={form}
      footer={
        <>
          <CancelButton />
          <Button
            loading={implement.isPending}
            onClick={() => {
              implement.mutate({ applyId: detail.applyId, ...form });
            }}
          >
            执行
          </Button>
        </>
      }
    >
      <Alert mb={14} p={10} role="note">
        {detail.studentName}的{detail.changeTypeName}自 {detail.effectiveDate} 起生效，届时自动办理所列事项
        {detail.effects.length > 0 ? `（${String(detail.effects.length)} 项）` : ''}；生效前可以取消。
      </Alert>
      <Field label="文号" htmlFor="implement-number" width={80} error={errors['documentNumber'] ?? ''}>
        <TextInput
          id="implement-number"
          maxLength={40}
          placeholder={detail.needsDocument ? '不填则按编码规则生成' : '没有学校文件的不填'}
          value={form.documentNumber}
          error={errors['documentNumber'] !== undefined}
          onChange={(event) => {
            setErrors({});
            setForm({ ...form, documentNumber: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="发文日期" htmlFor="implement-date" width={80} error={errors['documentDate'] ?? ''}>
        <DateField
          id="implement-date"
          value={form.documentDate}
          placeholder="不填则为今天"
          onChange={(documentDate) => {
            setForm({ ...form, documentDate: documentDate ?? '' });
          }}
        />
      </Field>
    </Dialog>
  );
}
