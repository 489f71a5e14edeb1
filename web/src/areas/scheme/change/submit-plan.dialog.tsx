import { openSemesters } from '@jwxt/contracts/scheme/change/grade-major-info.operations.ts';
import { submitGradeMajorPlanOperation } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { termText } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import { Button, Select, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { GradeMajorSearch } from '../grade-major-search.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import { planApprovalPath } from './change-path.ts';

/**
 * Sends what is still 编制 in a plan for approval: all of it, or one semester (SCHEME-31). `gradeMajorId`: whose plan
 * is offered first.
 */
export function SubmitPlanDialog({ gradeMajorId = '', onClose }: { gradeMajorId?: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [form, setForm] = useState({ gradeMajorId, semesterId: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const semesters = useOperation(
    openSemesters,
    { gradeMajorId: form.gradeMajorId },
    { enabled: form.gradeMajorId !== '', keepPrevious: false },
  );
  const open = (semesters.data?.list ?? []).filter(({ written }) => written > 0);
  const courses = open
    .filter(({ semesterId }) => form.semesterId === '' || semesterId === form.semesterId)
    .reduce((sum, { written }) => sum + written, 0);
  const submit = useOperationMutation(submitGradeMajorPlanOperation, {
    invalidates: ['gradeMajorApprovalInfo.', 'trainingExecutionPlan.', 'approval.'],
    success: true,
    onSuccess: ({ applyId }) => {
      onClose();
      void navigate({ to: planApprovalPath(applyId) });
    },
    onError: (error) => {
      setErrors({ gradeMajorId: error.message, ...fieldErrorsOf(error) });
    },
  });
  const hint =
    semesters.data === undefined
      ? undefined
      : courses === 0
        ? '没有待送审的课程'
        : `将送审 ${String(courses)} 门课程，审批期间不能修改`;
  return (
    <Dialog
      opened
      width={520}
      title="执行计划送审"
      onClose={onClose}
      input={form}
      footer={
        <>
          <CancelButton />
          <Button
            loading={submit.isPending}
            disabled={courses === 0}
            onClick={() => {
              submit.mutate({
                gradeMajorId: form.gradeMajorId,
                ...(form.semesterId === '' ? {} : { semesterId: form.semesterId }),
              });
            }}
          >
            提交送审
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <Field label="年级专业" htmlFor="submit-plan-major" required error={errors['gradeMajorId']} hint={hint}>
          <GradeMajorSearch
            id="submit-plan-major"
            placeholder="请输入名称或代码查找"
            clearable={false}
            value={form.gradeMajorId || null}
            onChange={(code) => {
              setErrors({});
              setForm({ gradeMajorId: code ?? '', semesterId: '' });
            }}
          />
        </Field>
        <Field label="范围" htmlFor="submit-plan-semester" error={errors['semesterId']}>
          <Select
            id="submit-plan-semester"
            clearable
            placeholder="整个计划"
            comboboxProps={{ zIndex: 320 }}
            data={open.map(({ semesterId, term, written }) => ({
              value: semesterId,
              label: `${semesterId}（第${String(term)}学期 ${termText(term)}，${String(written)}门）`,
            }))}
            value={form.semesterId || null}
            onChange={(semesterId) => {
              setForm({ ...form, semesterId: semesterId ?? '' });
            }}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
