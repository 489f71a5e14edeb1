import { Button, TextInput } from '@mantine/core';
import { electiveOptions, setElectiveRound } from '@jwxt/contracts/elective/elective.operations.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Field } from '../../ui/search-form.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** When public electives of a semester may be applied for (OPEN-COURSE-08). */
export function ElectiveRoundDialog({ onClose }: { onClose: () => void }) {
  const options = useOperation(electiveOptions, {});
  const [semester, setSemester] = useState<string | null>(null);
  const [begin, setBegin] = useState<string | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const set = useOperationMutation(setElectiveRound, {
    invalidates: ['elective.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      setErrors(error.fieldErrors.length === 0 ? { reason: error.message } : fieldErrorsOf(error));
    },
  });
  const choose = (code: string | null) => {
    const known = options.data?.semesters.find((each) => each.code === code);
    setSemester(code);
    setBegin(known?.begin ?? null);
    setEnd(known?.end ?? null);
    setErrors({});
  };
  const save = () => {
    const missing = {
      ...(semester ? {} : { semester: '必填' }),
      ...(begin ? {} : { beginTime: '必填' }),
      ...(end ? {} : { endTime: '必填' }),
      ...(reason.trim() ? {} : { reason: '必填' }),
    };
    setErrors(missing);
    if (semester && begin && end && reason.trim())
      set.mutate({ semester, beginTime: begin, endTime: end, reason: reason.trim() });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      input={[begin, end, reason]}
      width={520}
      title="公选课申报时间"
      footerNote="申报时间外不能送审；已退回的申请修改后仍可送审"
      footer={
        <>
          <CancelButton />
          <Button loading={set.isPending} disabled={options.data === undefined} onClick={save}>
            确定
          </Button>
        </>
      }
    >
      <QueryFaces query={options} compact rows={4}>
        {({ semesters }) => (
          <div style={{ display: 'grid', gap: 12 }}>
            <Field label="开课学期" htmlFor="round-semester" required error={errors['semester']}>
              <SearchableSelect
                id="round-semester"
                options={semesters}
                value={semester}
                onChange={choose}
                error={errors['semester'] !== undefined}
              />
            </Field>
            <Field label="开始时间" htmlFor="round-begin" required error={errors['beginTime']}>
              <DateTimeField
                id="round-begin"
                value={begin}
                onChange={setBegin}
                error={errors['beginTime'] !== undefined}
              />
            </Field>
            <Field label="结束时间" htmlFor="round-end" required error={errors['endTime']}>
              <DateTimeField id="round-end" value={end} onChange={setEnd} error={errors['endTime'] !== undefined} />
            </Field>
            <Field label="原因" htmlFor="round-reason" required error={errors['reason']}>
              <TextInput
                id="round-reason"
                value={reason}
                maxLength={200}
                placeholder="如：下学期公选课申报"
                error={errors['reason'] !== undefined}
                onChange={(event) => {
                  setReason(event.currentTarget.value);
                }}
              />
            </Field>
          </div>
        )}
      </QueryFaces>
    </Dialog>
  );
}
