import { changeJobOperation, findJobTeachers } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { FieldInput } from '../../resource/resource-field-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

const changed = ['totalHour', 'startEndWeek', 'capacity', 'administrativeClasses'] as const;

/** Changes a confirmed job: its teaching class and roster follow, and teachers and students are told. */
export function JobChangeDialog({ row, onClose }: { row: WireRow; onClose: () => void }) {
  const [values, setValues] = useState<WireRow>(() => Object.fromEntries(changed.map((name) => [name, row[name]])));
  const [reason, setReason] = useState('');
  const teachingClassId = textOf(row['teachingClassId']);
  const { data: teaching } = useOperation(findJobTeachers, { teachingClassId }, { staleTime: 0 });
  const types = teaching?.parted ? teaching.types.filter(({ hours }) => hours > 0) : [];
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const partOf = ({ hourType, hours }: (typeof types)[number]) => typed[hourType] ?? String(hours);
  const change = useOperationMutation(changeJobOperation, {
    invalidates: ['teachingJob.', 'teacherPlan.', 'teachingClass.', 'teachingClassTeacher.', 'teachingClassStudent.'],
    onSuccess: () => {
      notify.success('已变更，教学班随之调整，并已通知有关教师和学生');
      onClose();
    },
    onError: (error) => {
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  const errors = change.error === null ? {} : fieldErrorsOf(change.error);
  return (
    <Dialog
      opened
      width={640}
      title={`变更教学任务 · ${textOf(row['teachingClassName'])}`}
      onClose={onClose}
      input={{ values, typed, reason }}
      footerNote="由一位教师任课时，其学时和起止周随之调整"
      footer={
        <>
          <CancelButton />
          <Button
            loading={change.isPending}
            onClick={() => {
              change.mutate({
                teachingClassId,
                totalHour: textOf(values['totalHour']),
                startEndWeek: textOf(values['startEndWeek']),
                capacity: Number(values['capacity']),
                administrativeClasses: values['administrativeClasses'] as string[],
                ...(Object.keys(typed).length > 0
                  ? { parts: types.map((type) => ({ hourType: type.hourType, hours: partOf(type) })) }
                  : {}),
                reason: reason.trim(),
              });
            }}
          >
            变更
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        {changed.map((name) => (
          <Field
            key={name}
            label={teachingJob.fields[name].label}
            htmlFor={`job-change-${name}`}
            required={name !== 'administrativeClasses'}
            error={errors[name]}
          >
            <FieldInput
              id={`job-change-${name}`}
              name={name}
              field={teachingJob.fields[name]}
              row={row}
              value={values[name]}
              onChange={(value) => {
                setValues({ ...values, [name]: value });
              }}
            />
          </Field>
        ))}
        {types.map((type, at) => (
          <Field
            key={type.hourType}
            label={`${type.hourName}学时`}
            htmlFor={`job-change-part-${type.hourType}`}
            required
            error={errors[`parts.${String(at)}.hours`] ?? errors[`parts.${String(at)}.hourType`]}
          >
            <NumberInput
              id={`job-change-part-${type.hourType}`}
              places={1}
              min={0.5}
              max={2000}
              value={partOf(type)}
              onChange={(value) => {
                setTyped({ ...typed, [type.hourType]: value });
              }}
            />
          </Field>
        ))}
        <Field label="变更原因" htmlFor="job-change-reason" required error={errors['reason']}>
          <Textarea
            id="job-change-reason"
            autosize
            minRows={2}
            maxRows={4}
            maxLength={200}
            placeholder="请输入变更原因"
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
