import { Button, Loader, Progress } from '@mantine/core';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  cancelLongJobOperation,
  exportLongJob,
  longJobDetail,
  longJobItems,
  type jobItemSorts,
} from '@jwxt/contracts/system/long-job.operations.ts';
import {
  isOpenJob,
  type LongJobResult,
  type LongJobStatus,
  longJobResult,
  longJobStatus,
} from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { IconFileExport, IconSquare } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useDownload } from '../lib/download.ts';
import { elapsedText } from '../lib/format.ts';
import { useOperation } from '../lib/queries.ts';
import { useWatched } from '../lib/watched-operation.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { ErrorState } from '../ui/faces.tsx';
import { sortingOf, type ListInDialog } from '../ui/list-sorting.ts';
import { Toolbar } from '../ui/page.tsx';
import { pagingOf } from '../ui/paging.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import type { Tone } from '../ui/tokens.ts';
import { useProcess } from '../ui/use-process.ts';
import classes from './long-job-panel.module.css';

type Job = OutputOf<typeof longJobDetail>;
type Item = OutputOf<typeof longJobItems>['list'][number];

/** How often the results of a running job are asked for. */
const RESULTS_MS = 2_000;

export const longJobTones: Record<LongJobStatus, Tone> = {
  [longJobStatus.queued]: 'grey',
  [longJobStatus.running]: 'blue',
  [longJobStatus.done]: 'green',
  [longJobStatus.partlyFailed]: 'red',
  [longJobStatus.failed]: 'red',
  [longJobStatus.cancelled]: 'grey',
};
const resultTones: Record<LongJobResult, Tone> = {
  [longJobResult.waiting]: 'grey',
  [longJobResult.succeeded]: 'green',
  [longJobResult.unchanged]: 'grey',
  [longJobResult.failed]: 'red',
  [longJobResult.notHandled]: 'grey',
};
const filters = [
  ['', '全部'],
  [longJobResult.failed, '失败'],
  [longJobResult.succeeded, '成功'],
  [longJobResult.unchanged, '未变化'],
] as const;

/**
 * One long job as it goes on: bar, what is done and left, what became of each thing, and the buttons that stop it or
 * take its results away. It asks the server, so it may be closed, opened again, or watched from elsewhere. Operations
 * that the job changes (`invalidates`) are asked for anew when it has ended, whether it is still shown then or not.
 */
export function LongJobPanel({ jobId, invalidates }: { jobId: string; invalidates: readonly string[] }) {
  const query = useWatched({
    operation: longJobDetail,
    input: { jobId },
    isOpen: ({ status }) => isOpenJob(status),
    invalidates,
  });
  const job = query.data;
  if (job === undefined)
    return query.error ? (
      <ErrorState
        error={query.error}
        onRetry={() => {
          void query.refetch();
        }}
      />
    ) : (
      <Loader size="sm" aria-label="加载中" />
    );
  return (
    <div className={classes['panel']}>
      <JobProgress job={job} />
      <JobResults job={job} />
    </div>
  );
}

/** Bar and figures of one job. */
function JobProgress({ job }: { job: Job }) {
  const open = isOpenJob(job.status);
  const percent = job.total === 0 ? (open ? 0 : 100) : (job.done / job.total) * 100;
  const stop = useProcess(cancelLongJobOperation, {
    invalidates: ['longJob.'],
    success: '已请求取消，正在处理的几项完成后停止',
    confirm: () => ({
      message:
        `取消后，已处理的 ${String(job.done)} 项保留，其余 ${String(job.total - job.done)} 项不再处理。` +
        '确定取消吗？',
      confirmText: '取消任务',
      cancelText: '继续执行',
      danger: true,
    }),
  });
  return (
    <>
      <div className={classes['head']}>
        <StatusTag tone={longJobTones[job.status]}>
          {job.cancelledBy !== null && open ? '正在取消' : job.statusName}
        </StatusTag>
        <span>{job.title}</span>
        <small>
          {job.name} 于 {job.createdTime} 发起
        </small>
        <span className={classes['percent']}>{Math.floor(percent)}%</span>
      </div>
      <Progress
        value={percent}
        size={8}
        color={job.failed > 0 ? 'red' : open ? 'blue' : 'green'}
        animated={job.status === longJobStatus.running}
        aria-label={`${job.title}：已处理 ${String(job.done)} 项，共 ${String(job.total)} 项`}
      />
      <div className={classes['foot']} aria-live="polite">
        <span>
          已处理{' '}
          <b>
            {job.done} / {job.total}
          </b>
        </span>
        <span>
          成功 <b>{job.done - job.failed - job.skipped}</b>
        </span>
        <span>
          未变化 <b>{job.skipped}</b>
        </span>
        <span data-tone={job.failed > 0 ? 'red' : undefined}>
          失败 <b>{job.failed}</b>
        </span>
        {job.status === longJobStatus.running && (
          <span>
            剩余 <b>{job.secondsLeft === null ? '计算中' : `约 ${elapsedText(job.secondsLeft * 1000)}`}</b>
          </span>
        )}
        {job.endedTime !== null && (
          <span>
            结束于 <b>{job.endedTime}</b>
          </span>
        )}
        {job.status === longJobStatus.queued && <span>即将开始；同类任务依次执行，有任务在前时会等它完成</span>}
        <span>
          {job.cancellable === yesNo.yes && (
            <Button
              variant="outline"
              color="red"
              size="xs"
              leftSection={<IconSquare size={13} />}
              loading={stop.isPending}
              onClick={() => {
                stop.start({ jobId: job.jobId });
              }}
            >
              取消任务
            </Button>
          )}
        </span>
      </div>
      {job.failure !== null && <p className={classes['waiting']}>{job.failure}</p>}
      {job.cancelledBy !== null && <p className={classes['waiting']}>{job.cancelledBy} 取消了任务</p>}
    </>
  );
}

function JobResults({ job }: { job: Job }) {
  const [result, setResult] = useState<LongJobResult | ''>('');
  const [page, setPage] = useState<ListInDialog<(typeof jobItemSorts)[number]>>({ pageNo: 1, pageSize: 20 });
  const change = (part: Partial<typeof page>) => {
    setPage({ ...page, ...part });
  };
  const { pageNo, pageSize } = page;
  const query = useOperation(
    longJobItems,
    { jobId: job.jobId, ...page, ...(result === '' ? {} : { result }) },
    { staleTime: 0, refetchInterval: isOpenJob(job.status) ? RESULTS_MS : false },
  );
  const download = useDownload(exportLongJob);
  const { refetch } = query;
  // What came in after the last look, once the job has ended.
  useEffect(() => {
    void refetch();
  }, [job.status, refetch]);
  const columns: Column<Item>[] = [
    {
      key: 'name',
      title: '对象',
      sort: 'itemName',
      width: '34%',
      align: 'left',
      ellipsis: true,
      render: (item) => item.itemName,
    },
    {
      key: 'result',
      title: '结果',
      sort: 'result',
      width: 96,
      align: 'center',
      render: (item) => <StatusTag tone={resultTones[item.result]}>{item.resultName}</StatusTag>,
    },
    { key: 'message', title: '说明', width: 'auto', align: 'left', ellipsis: true, render: (item) => item.message },
    {
      key: 'time',
      title: '时间',
      sort: 'time',
      width: 84,
      align: 'center',
      render: (item) => item.time?.slice(11) ?? '',
    },
  ];
  return (
    <div className={classes['results']}>
      <Toolbar
        right={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileExport size={14} />}
            loading={download.isPending}
            onClick={() => {
              download.start({ jobId: job.jobId, ...(result === '' ? {} : { result }) });
            }}
          >
            导出结果
          </Button>
        }
      >
        <SegmentedControl
          size="xs"
          aria-label="按结果筛选"
          value={result}
          data={filters.map(([value, label]) => ({
            value,
            label: value === longJobResult.failed && job.failed > 0 ? `${label} ${String(job.failed)}` : label,
          }))}
          onChange={(value) => {
            setResult(value);
            change({ pageNo: 1 });
          }}
        />
      </Toolbar>
      <DataTable
        label="任务结果"
        columns={columns}
        rows={query.data?.list}
        query={query}
        rowKey={(item) => String(item.itemNo)}
        numberFrom={(pageNo - 1) * pageSize + 1}
        dense
        empty={{ reason: result === longJobResult.failed ? '没有失败的项' : '没有符合条件的项' }}
        paging={pagingOf(page, query.data?.total, change)}
        sorting={sortingOf(page, change)}
      />
    </div>
  );
}
