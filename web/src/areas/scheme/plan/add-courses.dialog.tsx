import { Button, Select, Stack } from '@mantine/core';
import type { CourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import {
  createFromCourseOperation,
  queryPlanCourseSystem,
  type PlanDetail,
} from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { semesterOfTerm, TERMS_AT_MOST, termText } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { CoursePicker } from '../../../pickers/course-picker.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** Adds courses of the library to a term of a plan (SCHEME-13). */
export function AddCoursesDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const { gradeMajorId, grade, terms, currentTerm } = plan;
  const [courses, setCourses] = useState<readonly CourseRow[]>([]);
  const [term, setTerm] = useState(String(Math.min(TERMS_AT_MOST, Math.max(1, currentTerm))));
  const [courseSystemId, setCourseSystemId] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const system = useOperation(queryPlanCourseSystem, { gradeMajorId });
  const add = useOperationMutation(createFromCourseOperation, {
    invalidates: ['trainingExecutionPlan.'],
    onSuccess: ({ created, already }) => {
      notify.success(`加入 ${String(created)} 门${already > 0 ? `，${String(already)} 门计划中已有` : ''}`);
      onClose();
    },
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
      if (error.fieldErrors.length === 0) notify.failure(error, '添加失败');
    },
  });
  return (
    <Dialog
      opened
      width={560}
      title={`添加课程：${plan.gradeMajorName}`}
      onClose={onClose}
      input={{ courses, term, courseSystemId }}
      footer={
        <>
          <CancelButton />
          <Button
            loading={add.isPending}
            onClick={() => {
              setErrors({});
              add.mutate({
                gradeMajorId,
                term,
                courseIds: courses.map(({ courseId }) => courseId),
                ...(courseSystemId === null ? {} : { courseSystemId }),
              });
            }}
          >
            添加
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <Field label="课程" htmlFor="add-courses" required error={errors['courseIds']}>
          <CoursePicker id="add-courses" multiple value={courses} onChange={setCourses} />
        </Field>
        <Field label="学期" htmlFor="add-term" required error={errors['term']}>
          <Select
            id="add-term"
            allowDeselect={false}
            comboboxProps={{ zIndex: 320 }}
            data={Array.from({ length: Math.min(TERMS_AT_MOST, terms + 2) }, (_, index) => ({
              value: String(index + 1),
              label: `第${String(index + 1)}学期 ${termText(index + 1)}（${semesterOfTerm(grade, index + 1)}）`,
            }))}
            value={term}
            onChange={(value) => {
              if (value !== null) setTerm(value);
            }}
          />
        </Field>
        <Field
          label="课程分类"
          htmlFor="add-system"
          error={errors['courseSystemId']}
          hint={system.data?.list.length === 0 ? '该年级专业还没有方案版本' : undefined}
        >
          <Select
            id="add-system"
            searchable
            clearable
            placeholder="可以不选"
            comboboxProps={{ zIndex: 320 }}
            data={(system.data?.list ?? []).map((one) => ({ value: one.courseSystemId, label: one.courseSystemName }))}
            value={courseSystemId}
            onChange={setCourseSystemId}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
