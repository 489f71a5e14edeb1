import { Button, TextInput } from '@mantine/core';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { convertTemporaryStudent } from '@jwxt/contracts/student-status/file/temporary-student.operations.ts';
import { temporaryStudent } from '@jwxt/contracts/student-status/file/temporary-student.resource.ts';
import { useState } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { FieldInput } from '../../../resource/resource-field-input.tsx';
import resourceClasses from '../../../resource/resource.module.css';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** 临时学生 (STUDENT-STATUS-10), and 转正 of those who stay. */
export function TemporaryStudentsPage() {
  const [guest, setGuest] = useState<WireRow | null>(null);
  const may = useMay('temporaryStudent:convert');
  const isOpen = (row: WireRow) => textOf(row['toStudentNumber']) === '';
  return (
    <>
      <ResourcePage
        resource={temporaryStudent}
        actionsWidth={190}
        editable={isOpen}
        actions={(row, act) =>
          may &&
          isOpen(row) &&
          act('转正', () => {
            setGuest(row);
          })
        }
      />
      {guest && (
        <ConvertDialog
          guest={guest}
          onClose={() => {
            setGuest(null);
          }}
        />
      )}
    </>
  );
}

const { bjdm, studentType } = student.fields;

function ConvertDialog({ guest, onClose }: { guest: WireRow; onClose: () => void }) {
  const [values, setValues] = useState<WireRow>({ studentNumber: '', studentType: '', bjdm: guest['bjdm'] });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = useOperationMutation(convertTemporaryStudent, {
    invalidates: ['temporaryStudent.', 'studentInfo.'],
    success: true,
    onSuccess: onClose,
    onError: (error: ApiError) => {
      setErrors(fieldErrorsOf(error));
      if (error.fieldErrors.length === 0) notify.failure(error, '转正失败');
    },
  });
  const submit = (): void => {
    const missing = Object.entries(values).filter(([, value]) => textOf(value).trim() === '');
    setErrors(Object.fromEntries(missing.map(([name]) => [name, '必填'])));
    if (missing.length > 0) return;
    send.mutate({
      key: textOf(guest['temporaryStudentId']),
      studentNumber: textOf(values['studentNumber']).trim(),
      studentType: textOf(values['studentType']),
      bjdm: textOf(values['bjdm']),
    });
  };
  const set = (name: string) => (value: unknown) => {
    setValues((before) => ({ ...before, [name]: value }));
  };
  return (
    <Dialog
      opened
      width={560}
      title={`临时学生转正：${textOf(guest['studentName'])}`}
      onClose={onClose}
      input={values}
      footer={
        <>
          <CancelButton />
          <Button loading={send.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <form
        className={resourceClasses['form']}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="学号" htmlFor="convert-number" width={104} required error={errors['studentNumber'] ?? ''}>
          <TextInput
            id="convert-number"
            maxLength={20}
            value={textOf(values['studentNumber'])}
            error={Boolean(errors['studentNumber'])}
            onChange={(event) => {
              set('studentNumber')(event.currentTarget.value);
            }}
          />
        </Field>
        <Field label="学生类别" htmlFor="convert-kind" width={104} required error={errors['studentType'] ?? ''}>
          <FieldInput
            id="convert-kind"
            name="studentType"
            field={studentType}
            row={null}
            value={values['studentType']}
            error={Boolean(errors['studentType'])}
            onChange={set('studentType')}
          />
        </Field>
        <Field label="行政班" htmlFor="convert-class" width={104} required error={errors['bjdm'] ?? ''}>
          <FieldInput
            id="convert-class"
            name="bjdm"
            field={bjdm}
            row={guest}
            value={values['bjdm']}
            error={Boolean(errors['bjdm'])}
            onChange={set('bjdm')}
          />
        </Field>
        <p className={resourceClasses['note']}>转正后学籍状态为在读，已有的名单和成绩保留，不能撤销。</p>
      </form>
    </Dialog>
  );
}
