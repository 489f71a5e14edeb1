import {
  generateElectiveTasksOperation,
  stopShortTasksOperation,
} from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { publicElectiveTask } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Button } from '@mantine/core';
import { IconUsersMinus, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { tellResults } from './job-results.ts';
import { jobTones } from './job-tone.ts';
import { SemesterProcessDialog } from './semester-process.dialog.tsx';

const stale = ['publicElectiveTask.', 'teachingJob.', 'teacherPlan.', 'teachingClass.'];

/** 公选课任务 (OPEN-COURSE-10): made of the plans that have passed, stopped where too few chose them. */
export function ElectiveTasksPage() {
  const mayGenerate = useMay('publicElectiveTask:generateTask');
  const mayStop = useMay('publicElectiveTask:stopShort');
  const [asking, setAsking] = useState<'generate' | 'stop' | null>(null);
  const close = () => {
    setAsking(null);
  };
  const generate = useOperationMutation(generateElectiveTasksOperation, {
    invalidates: stale,
    onSuccess: ({ made, plans }) => {
      if (plans === 0) notify.warning('该学期没有已通过的公选课计划');
      else if (made === 0) notify.warning(`没有需要生成的任务：该学期已通过的 ${String(plans)} 个公选课计划都已生成`);
      else notify.success(`已生成 ${String(made)} 个公选课任务`);
      close();
    },
  });
  const stop = useOperationMutation(stopShortTasksOperation, {
    invalidates: stale,
    onSuccess: (result) => {
      if (result.done === 0 && result.kept.length === 0) notify.warning('没有人数不足的公选课');
      else tellResults('停开', result);
      close();
    },
  });
  return (
    <>
      <ResourcePage
        resource={publicElectiveTask}
        editable={(row) => row['jobStatus'] === jobStatus.editing}
        cells={{
          jobStatus: (row) => (
            <StatusTag tone={jobTones[textOf(row['jobStatus'])] ?? 'grey'}>{textOf(row['jobStatusName'])}</StatusTag>
          ),
        }}
        tools={
          <>
            {mayGenerate && (
              <Button
                variant="default"
                leftSection={<IconWand size={16} />}
                onClick={() => {
                  setAsking('generate');
                }}
              >
                由计划生成
              </Button>
            )}
            {mayStop && (
              <Button
                variant="default"
                leftSection={<IconUsersMinus size={16} />}
                onClick={() => {
                  setAsking('stop');
                }}
              >
                停开人数不足的
              </Button>
            )}
          </>
        }
      />
      {asking === 'generate' && (
        <SemesterProcessDialog
          process={{
            title: '由公选课计划生成任务',
            about: '按已通过的公选课计划的开班数生成教学任务，已生成的不再重复。',
            confirmText: '生成',
          }}
          pending={generate.isPending}
          onConfirm={(semesterId) => {
            generate.mutate({ semesterId });
          }}
          onClose={close}
        />
      )}
      {asking === 'stop' && (
        <SemesterProcessDialog
          process={{
            title: '停开人数不足的公选课',
            about: '已确认而已选人数低于最低开班人数的公选课将停开，并通知教师和已选的学生。停开后不能恢复。',
            confirmText: '停开',
          }}
          pending={stop.isPending}
          onConfirm={(semesterId) => {
            stop.mutate({ semesterId });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
