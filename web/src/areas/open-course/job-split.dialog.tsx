import { splitJobOperation } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** Parts a job into several, by number or by its classes. */
export function JobSplitDialog({ row, onClose }: { row: WireRow; onClose: () => void }) {
  const classNum = Array.isArray(row['administrativeClasses']) ? row['administrativeClasses'].length : 0;
  const [by, setBy] = useState<'number' | 'class'>(classNum > 1 ? 'class' : 'number');
  const [parts, setParts] = useState('2');
  const split = useOperationMutation(splitJobOperation, {
    invalidates: ['teachingJob.', 'teachingProcessLink.'],
    onSuccess: ({ made }) => {
      notify.success(`已拆分，新增 ${String(made)} 个教学任务，请为它们安排教师`);
      onClose();
    },
    onError: (error) => {
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  return (
    <Dialog
      opened
      width={480}
      title={`拆分 · ${textOf(row['teachingClassName'])}`}
      onClose={onClose}
      input={{ by, parts }}
      footerNote="原任务保留教师安排，教学环节复制到各任务"
      footer={
        <>
          <CancelButton />
          <Button
            loading={split.isPending}
            onClick={() => {
              split.mutate({
                teachingClassId: textOf(row['teachingClassId']),
                by,
                ...(by === 'number' ? { parts: Number(parts) } : {}),
              });
            }}
          >
            拆分
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Radio.Group
          aria-label="拆分方式"
          value={by}
          onChange={(value) => {
            setBy(value === 'class' ? 'class' : 'number');
          }}
        >
          <Stack gap={8}>
            <Radio value="number" label="按个数，容量和计划人数平均分配" />
            <Radio
              value="class"
              disabled={classNum < 2}
              label={classNum < 2 ? '按行政班（至少两个上课班级）' : `按行政班，${String(classNum)} 个班各成一个任务`}
            />
          </Stack>
        </Radio.Group>
        {by === 'number' && (
          <Field
            label="拆分为"
            htmlFor="job-split-parts"
            required
            error={split.error === null ? undefined : fieldErrorsOf(split.error)['parts']}
          >
            <NumberInput id="job-split-parts" places={0} min={2} max={20} value={parts} onChange={setParts} />
          </Field>
        )}
      </Stack>
    </Dialog>
  );
}
