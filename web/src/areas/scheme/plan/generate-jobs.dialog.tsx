import { Alert, Button, Radio, Stack } from '@mantine/core';
import { generatePlanJobsOperation, type GeneratedJobs } from '@jwxt/contracts/open-course/plan-job.operations.ts';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** Makes teaching jobs of rows of the course plan, and says for which none were made, with why (SCHEME-27). */
export function GenerateJobsDialog({
  semesterId,
  executionPlanIds,
  onClose,
}: {
  semesterId: string;
  executionPlanIds: readonly string[];
  onClose: () => void;
}) {
  const [by, setBy] = useState<'class' | 'gradeMajor'>('class');
  const [result, setResult] = useState<GeneratedJobs | null>(null);
  const generate = useOperationMutation(generatePlanJobsOperation, {
    invalidates: ['coursePlan.', 'teachingJob.'],
    onSuccess: (made) => {
      if (made.kept.length > 0) {
        setResult(made);
        return;
      }
      notify.success(`已生成 ${String(made.made)} 个教学任务，请到开课任务中安排教师后提交`);
      onClose();
    },
    onError: (error) => {
      notify.failure(error, '生成失败');
    },
  });
  if (result)
    return (
      <Dialog opened width={560} title="生成任务" onClose={onClose} footer={<Button onClick={onClose}>知道了</Button>}>
        <Stack gap={12}>
          <Alert variant="light" color={result.made === 0 ? 'orange' : 'green'}>
            {result.made === 0 ? '没有生成教学任务' : `已生成 ${String(result.made)} 个教学任务`}，以下计划没有生成：
          </Alert>
          <ul aria-label="没有生成的计划" style={{ margin: 0, paddingLeft: 20, maxHeight: 320, overflowY: 'auto' }}>
            {result.kept.map(({ key, name, message }) => (
              <li key={key}>
                {name}：{message}
              </li>
            ))}
          </ul>
        </Stack>
      </Dialog>
    );
  return (
    <Dialog
      opened
      width={560}
      title="生成任务"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            loading={generate.isPending}
            onClick={() => {
              generate.mutate({ semesterId, executionPlanIds: [...executionPlanIds], by });
            }}
          >
            生成
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <p style={{ margin: 0 }}>
          为选中的 {executionPlanIds.length}{' '}
          条计划生成教学任务，已有任务的班级不再生成；在班级计划设置中合班的班级合在一个任务里。
        </p>
        <Radio.Group
          label="其余的班级"
          value={by}
          onChange={(value) => {
            setBy(value);
          }}
        >
          <Stack gap={8} mt={8}>
            <Radio value="class" label="每个行政班一个任务" />
            <Radio value="gradeMajor" label="同一年级专业的班级合为一个任务" />
          </Stack>
        </Radio.Group>
      </Stack>
    </Dialog>
  );
}
