import { Button, Stack, TextInput } from '@mantine/core';
import { copyCommonPlanOperation } from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** The same common plan for the same majors of another grade. */
export function CopyCommonPlanDialog({
  plan,
  onClose,
}: {
  plan: { readonly key: string; readonly name: string };
  onClose: () => void;
}) {
  const [planName, setPlanName] = useState('');
  const [grade, setGrade] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const grades = useOperation(resourceOptions, { to: 'grade' }, { staleTime: 600_000 });
  const copy = useOperationMutation(copyCommonPlanOperation, {
    invalidates: ['commonCoursePlan.', 'trainingExecutionPlan.', 'coursePlan.'],
    onSuccess: ({ added }) => {
      notify.success(`已复制，适用 ${String(added)} 个年级专业`);
      onClose();
    },
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
      if (error.fieldErrors.length === 0) notify.failure(error, '复制失败');
    },
  });
  return (
    <Dialog
      opened
      width={480}
      title={`复制到年级：${plan.name}`}
      onClose={onClose}
      input={{ planName, grade }}
      footer={
        <>
          <CancelButton />
          <Button
            loading={copy.isPending}
            onClick={() => {
              setErrors({});
              copy.mutate({ key: plan.key, planName, grade: grade ?? '' });
            }}
          >
            复制
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <p style={{ margin: 0 }}>新计划适用该年级中与现有年级专业相同的专业，已有这门课程的除外。</p>
        <Field label="新计划名称" htmlFor="copy-plan-name" required error={errors['planName']}>
          <TextInput
            id="copy-plan-name"
            maxLength={60}
            value={planName}
            error={errors['planName'] !== undefined}
            onChange={(event) => {
              setPlanName(event.currentTarget.value);
            }}
          />
        </Field>
        <Field label="年级" htmlFor="copy-plan-grade" required error={errors['grade']}>
          <SearchableSelect
            id="copy-plan-grade"
            options={grades.data?.list ?? []}
            query={grades}
            value={grade}
            onChange={setGrade}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
