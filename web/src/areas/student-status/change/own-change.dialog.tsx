import { changeTypes } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import {
  applyForOwnChange,
  type OwnChanges,
  type ToldStatusChange,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { STATUS_CHANGE_FILES } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { AttachmentList } from '../../../pickers/attachment-list.tsx';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

const WIDTH = 96;

/** A student applies for a change of status: only what the chosen kind asks for is shown. */
export function OwnChangeDialog({
  known,
  offer,
  onClose,
}: {
  known: ToldStatusChange | null;
  offer: OwnChanges;
  onClose: () => void;
}) {
  const [applyId] = useState(() => known?.applyId ?? crypto.randomUUID());
  const [form, setForm] = useState({
    changeType: known?.changeType ?? '',
    changeReason: '',
    reasonText: known?.reasonText ?? '',
    effectiveDate: known?.effectiveDate ?? '',
    endDate: known?.endDate ?? '',
    classAfter: '',
    targetSchool: known?.targetSchool ?? '',
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const apply = useOperationMutation(applyForOwnChange, {
    invalidates: ['statusChange.', 'statusLog.', 'approval.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      const found = fieldErrorsOf(error);
      setErrors(found);
      if (Object.keys(found).length === 0) notify.failure(error, '提交失败');
    },
  });
  const change = (part: Partial<typeof form>) => {
    setErrors({});
    setForm({ ...form, ...part });
  };
  const type = changeTypes[form.changeType];
  const of = (name: keyof typeof form | 'files' | 'studentCode') => ({ error: errors[name] ?? '', width: WIDTH });
  return (
    <Dialog
      opened
      width={620}
      title={known ? '修改学籍异动申请' : '申请学籍异动'}
      onClose={onClose}
      input={form}
      footer={
        <>
          <CancelButton />
          <Button
            loading={apply.isPending}
            onClick={() => {
              apply.mutate({ applyId, ...form });
            }}
          >
            提交审批
          </Button>
        </>
      }
    >
      {errors['studentCode'] !== undefined && (
        <Alert color="red" mb={12} p={8} role="alert">
          {errors['studentCode']}
        </Alert>
      )}
      <Field label="异动类别" htmlFor="own-type" required {...of('changeType')}>
        <SearchableSelect
          id="own-type"
          options={offer.types}
          value={form.changeType || null}
          onChange={(code) => {
            change({ changeType: code ?? '', endDate: '', classAfter: '', targetSchool: '' });
          }}
        />
      </Field>
      {type && type.note !== '' && (
        <Alert mb={12} p={8} role="note">
          {type.note}
        </Alert>
      )}
      <Field label="异动原因" htmlFor="own-reason" required {...of('changeReason')}>
        <SearchableSelect
          id="own-reason"
          options={offer.reasons}
          value={form.changeReason || null}
          onChange={(code) => {
            change({ changeReason: code ?? '' });
          }}
        />
      </Field>
      <Field label="异动日期" htmlFor="own-day" required {...of('effectiveDate')}>
        <DateField
          id="own-day"
          value={form.effectiveDate}
          onChange={(effectiveDate) => {
            change({ effectiveDate: effectiveDate ?? '' });
          }}
        />
      </Field>
      {type?.until && (
        <Field label="截止日期" htmlFor="own-end" required {...of('endDate')}>
          <DateField
            id="own-end"
            value={form.endDate}
            onChange={(endDate) => {
              change({ endDate: endDate ?? '' });
            }}
          />
        </Field>
      )}
      {type?.place && (
        <Field label="转入行政班" htmlFor="own-class" required={!type.placeMayStay} {...of('classAfter')}>
          <SearchableSelect
            id="own-class"
            options={offer.classes}
            value={form.classAfter || null}
            onChange={(code) => {
              change({ classAfter: code ?? '' });
            }}
          />
        </Field>
      )}
      {type?.school && (
        <Field label="去向学校" htmlFor="own-school" required {...of('targetSchool')}>
          <TextInput
            id="own-school"
            maxLength={80}
            value={form.targetSchool}
            onChange={(event) => {
              change({ targetSchool: event.currentTarget.value });
            }}
          />
        </Field>
      )}
      <Field label="说明" required {...of('reasonText')}>
        <CountedTextarea
          label="说明"
          maxLength={300}
          placeholder="为什么申请"
          value={form.reasonText}
          error={errors['reasonText'] !== undefined}
          onChange={(reasonText) => {
            change({ reasonText });
          }}
        />
      </Field>
      <Field label="证明材料" {...of('files')}>
        <AttachmentList businessTable={STATUS_CHANGE_FILES} businessId={applyId} mode="edit" />
      </Field>
    </Dialog>
  );
}
