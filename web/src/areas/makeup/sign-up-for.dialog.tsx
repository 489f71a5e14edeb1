import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { Alert, Button, Select } from '@mantine/core';
import { rebuildMode, rebuildModeNames, type RebuildMode } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import { useState } from 'react';
import { newCommandId } from '../../lib/command-id.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './makeup.module.css';
import type { RebuildRow } from './rebuild-columns.tsx';

/** Signs a student up on his behalf; it goes its way of approval as if he had done it himself. */
export function SignUpForDialog({
  row,
  stale,
  onClose,
}: {
  row: RebuildRow;
  stale: readonly string[];
  onClose: () => void;
}) {
  const [mode, setMode] = useState<RebuildMode>(rebuildMode.own);
  const [applyId] = useState(newCommandId);
  const [refused, setRefused] = useState<string | null>(null);
  const { studentId, courseId } = row;
  const offer = useOperation(rebuildSignUpResult.operations.offer, { studentId }, { keepPrevious: false });
  const choice = offer.data?.choices['courseId']?.find(({ value }) => value === courseId);
  const apply = useOperationMutation(rebuildSignUpResult.operations.apply, {
    invalidates: [...stale, 'approval.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      setRefused(error.message);
    },
  });
  return (
    <Dialog
      opened
      width={560}
      title={`代报名：${studentWithNumber(row)}`}
      onClose={onClose}
      footerNote={offer.data?.window}
      footer={
        <>
          <CancelButton />
          <Button
            loading={apply.isPending}
            onClick={() => {
              apply.mutate({ applyId, studentId, form: { courseId, rebuildMode: mode } });
            }}
          >
            报名
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        {refused !== null && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <FactList
          columns={1}
          items={[
            { label: '课程', value: `${row.courseName}（${row.courseNum}）` },
            { label: '说明', value: choice?.closed ?? choice?.note ?? '' },
          ]}
        />
        <Field label="重修方式" htmlFor="sign-up-mode" required>
          <Select
            id="sign-up-mode"
            data-autofocus
            allowDeselect={false}
            comboboxProps={{ zIndex: 320 }}
            data={Object.values(rebuildMode).map((value) => ({ value, label: rebuildModeNames[value] }))}
            value={mode}
            onChange={(value) => {
              setMode(value ?? rebuildMode.own);
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}
