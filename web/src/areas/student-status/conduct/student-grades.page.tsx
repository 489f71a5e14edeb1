import { textFormats } from '@jwxt/contracts/kernel/text-format.ts';
import { computeStudyScoresOperation } from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { studentGrade } from '@jwxt/contracts/student-status/conduct/student-grade.resource.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { useMay, useUser } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** 学生等次: yearly grades; the study part follows from the grade point average of the year (STUDENT-STATUS-29). */
export function StudentGradesPage() {
  const mayCompute = useMay('studentGrade:computeStudy');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ResourcePage
        resource={studentGrade}
        tools={
          mayCompute && (
            <Button
              variant="light"
              leftSection={<IconCalculator size={16} />}
              onClick={() => {
                setOpened(true);
              }}
            >
              按绩点计算学业成绩
            </Button>
          )
        }
      />
      {opened && (
        <ComputeDialog
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}

function ComputeDialog({ onClose }: { onClose: () => void }) {
  const [year, setYear] = useState(useUser().semester.slice(0, 9));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const compute = useOperationMutation(computeStudyScoresOperation, {
    invalidates: ['studentGrade.'],
    onSuccess({ computed, without }) {
      if (computed > 0) notify.success(`已计算 ${String(computed)} 名学生的学业成绩和排名`);
      if (without > 0) notify.warning(`${String(without)} 名学生该学年没有平均学分绩点，未计算`);
      if (computed + without === 0) notify.warning('该学年没有学业成绩为空的等次');
      onClose();
    },
    onError: (error) => {
      setProblem(fieldErrorsOf(error)['xnzj'] ?? error.message);
    },
  });
  return (
    <Dialog
      opened
      width={480}
      title="按绩点计算学业成绩"
      onClose={onClose}
      footerNote="已填写的学业成绩不变"
      footer={
        <>
          <CancelButton />
          <Button
            loading={compute.isPending}
            onClick={() => {
              const wrong = textFormats.schoolYear(year.trim());
              setProblem(wrong ?? undefined);
              if (wrong === null) compute.mutate({ xnzj: year.trim() });
            }}
          >
            计算
          </Button>
        </>
      }
    >
      <Field label="学年" htmlFor="study-year" required error={problem} hint="学业成绩为该学年平均学分绩点 × 20">
        <TextInput
          id="study-year"
          value={year}
          maxLength={9}
          onChange={(event) => {
            setYear(event.currentTarget.value);
          }}
        />
      </Field>
    </Dialog>
  );
}
