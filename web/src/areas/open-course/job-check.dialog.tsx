import { batchCommit, checkJobs, type CheckedJob } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { Button } from '@mantine/core';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { tellResults } from './job-results.ts';

type Line = { key: string; job: CheckedJob; level: 'error' | 'warning' | 'fine'; message: string };

const linesOf = (jobs: readonly CheckedJob[]): Line[] =>
  jobs.flatMap((job): Line[] =>
    job.findings.length === 0
      ? [{ key: job.teachingClassId, job, level: 'fine', message: '可以提交' }]
      : job.findings.map(({ level, message }, index) => ({
          key: `${job.teachingClassId}.${String(index)}`,
          job,
          level,
          message,
        })),
  );
const tags = {
  error: <StatusTag tone="red">错误</StatusTag>,
  warning: <StatusTag tone="orange">提醒</StatusTag>,
  fine: <StatusTag tone="green">无误</StatusTag>,
} as const;
const isRight = ({ findings }: CheckedJob): boolean => findings.every(({ level }) => level !== 'error');

/** What is wrong with the chosen jobs, before those without errors are handed in (OPEN-COURSE-04). */
export function JobCheckDialog({ keys, onClose }: { keys: readonly string[]; onClose: (handedIn: boolean) => void }) {
  const mayCommit = useMay('teachingJob:batchCommit');
  const query = useOperation(checkJobs, { keys: [...keys] }, { keepPrevious: false, staleTime: 0 });
  const commit = useOperationMutation(batchCommit, {
    invalidates: ['teachingJob.', 'teacherPlan.', 'publicElectiveTask.', 'physicalProjectTask.'],
    onSuccess: (result) => {
      tellResults('提交', result);
      onClose(true);
    },
  });
  const right = (query.data?.jobs ?? []).filter(isRight);
  return (
    <Dialog
      opened
      width={900}
      title="检查与提交教学任务"
      onClose={() => {
        onClose(false);
      }}
      footerNote="有错误的任务不能提交；提醒的内容请再核对一次"
      footer={
        <>
          <CancelButton />
          {mayCommit && (
            <Button
              loading={commit.isPending}
              disabled={right.length === 0}
              onClick={() => {
                commit.mutate({ keys: right.map(({ teachingClassId }) => teachingClassId) });
              }}
            >
              {right.length === 0 ? '提交' : `提交无误的 ${String(right.length)} 个`}
            </Button>
          )}
        </>
      }
    >
      <QueryFaces query={query} compact>
        {({ jobs }) => (
          <DataTable<Line>
            label="检查结果"
            dense
            scrollHeight={400}
            rows={linesOf(jobs)}
            rowKey={({ key }) => key}
            numberFrom={1}
            columns={[
              {
                key: 'code',
                title: '教学班号',
                width: 210,
                align: 'left',
                ellipsis: true,
                render: ({ job }) => job.teachingClassCode,
              },
              {
                key: 'name',
                title: '教学班名称',
                width: 190,
                align: 'left',
                ellipsis: true,
                render: ({ job }) => job.teachingClassName,
              },
              { key: 'level', title: '结果', width: 80, render: ({ level }) => tags[level] },
              { key: 'message', title: '说明', width: 'auto', align: 'left', render: ({ message }) => message },
            ]}
          />
        )}
      </QueryFaces>
    </Dialog>
  );
}
