import { Button, Select, Stack } from '@mantine/core';
import { confirmHistoricalScores } from '@jwxt/contracts/score/historical/historical-score.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { LongJobPanel } from '../../../pickers/long-job-panel.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** Confirms one old score, or without keys those of a semester, and shows how far it is (SCORE-MORE-34). */
export function ConfirmHistoricalScoresDialog({
  keys,
  told,
  invalidates,
  onClose,
}: {
  keys: readonly string[];
  /** Of whom and what the one is. */
  told: string;
  invalidates: readonly string[];
  onClose: () => void;
}) {
  const [semesterId, setSemesterId] = useState<string | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const term = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const confirm = useOperationMutation(confirmHistoricalScores, {
    invalidates: ['longJob.'],
    onSuccess: (started) => {
      setJobId(started.jobId);
    },
  });
  const [missing, setMissing] = useState<string | undefined>();
  const single = keys.length > 0;
  const submit = () => {
    setMissing(single || semesterId !== null ? undefined : '请选择学期');
    if (single) confirm.mutate({ keys: [...keys] });
    else if (semesterId !== null) confirm.mutate({ semesterId });
  };
  const note =
    jobId === null
      ? '核准人与录入人不能是同一人，您自己录入的不在其中'
      : '可以关闭此窗口，任务在后台继续；随时在“任务进度”中查看';
  return (
    <Dialog
      opened
      width={jobId === null ? 520 : 820}
      title="核准历史成绩"
      onClose={onClose}
      footerNote={note}
      footer={
        jobId === null ? (
          <>
            <CancelButton />
            <Button loading={confirm.isPending} onClick={submit}>
              核准入账
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
        )
      }
    >
      {jobId === null ? (
        <Stack gap={14}>
          <p style={{ margin: 0 }}>
            {single ? `${told}成绩` : '所选学期待核准的成绩'}将计入学分、绩点和成绩单，并按成绩查询控制向学生开放。
          </p>
          {!single && (
            <Field
              label="学年学期"
              htmlFor="confirm-semester"
              required
              error={missing ?? fieldErrorsOf(confirm.error)['semesterId']}
            >
              <Select
                id="confirm-semester"
                data={(term.data?.list ?? []).map(({ xnxq, xnxqmc }) => ({ value: xnxq, label: xnxqmc }))}
                searchable
                placeholder="请选择"
                comboboxProps={{ zIndex: 320 }}
                value={semesterId}
                onChange={setSemesterId}
              />
            </Field>
          )}
        </Stack>
      ) : (
        <LongJobPanel jobId={jobId} invalidates={invalidates} />
      )}
    </Dialog>
  );
}
