import {
  cancelExportJob,
  downloadExport,
  queryExportJobs,
  type ExportJobView,
} from '@jwxt/contracts/file/export-job.operations.ts';
import { EXPORT_KEPT_DAYS } from '@jwxt/contracts/file/export-job.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { Button, Progress } from '@mantine/core';
import { useDownload } from '../../lib/download.ts';
import { bytesText } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone } from '../../ui/tokens.ts';
import { useProcess } from '../../ui/use-process.ts';

const tones: Record<ExportJobView['status'], Tone> = {
  [longJobStatus.queued]: 'grey',
  [longJobStatus.running]: 'blue',
  [longJobStatus.done]: 'green',
  [longJobStatus.failed]: 'red',
  [longJobStatus.cancelled]: 'grey',
};
/** How often the list is asked for while something in it runs. */
const watchMs = 1_000;
const isOpen = ({ status }: ExportJobView): boolean =>
  status === longJobStatus.queued || status === longJobStatus.running;

const columns: Column<ExportJobView>[] = [
  { key: 'title', title: '导出内容', width: 'auto', align: 'left', ellipsis: true, render: (job) => job.title },
  {
    key: 'status',
    title: '状态',
    width: 112,
    align: 'center',
    render: (job) => <StatusTag tone={tones[job.status]}>{job.statusName}</StatusTag>,
  },
  { key: 'progress', title: '进度', width: 210, align: 'left', render: (job) => <JobProgress job={job} /> },
  { key: 'created', title: '发起时间', width: 186, align: 'center', render: (job) => job.createdTime },
  { key: 'file', title: '文件', width: 330, align: 'left', ellipsis: true, render: fileText },
  {
    key: 'action',
    title: '操作',
    width: 96,
    align: 'center',
    pinRight: true,
    render: (job) => <JobAction job={job} />,
  },
];

/** 我的导出: the own exports that take long, how far they are, and the files of those that are finished. */
export function ExportJobsPage() {
  usePageTitle('我的导出');
  const query = useOperation(
    queryExportJobs,
    {},
    { staleTime: 0, refetchInterval: (answer) => (answer?.list.some(isOpen) ? watchMs : false) },
  );
  return (
    <Page title="我的导出">
      <Card flush grow>
        <DataTable
          label="我的导出"
          columns={columns}
          rows={query.data?.list}
          query={{ ...query, isFetching: query.isLoading }}
          rowKey={(job) => job.jobId}
          minWidth={1100}
          empty={{
            title: '还没有导出任务',
            reason: `数据较多的导出会在后台生成，文件保留 ${String(EXPORT_KEPT_DAYS)} 天，在这里下载。`,
          }}
        />
      </Card>
    </Page>
  );
}

function JobProgress({ job: { title, status, total, done } }: { job: ExportJobView }) {
  return (
    <div>
      <div style={{ fontVariantNumeric: 'tabular-nums' }}>
        {done} / {total} 行
      </div>
      <Progress
        size={4}
        value={total === 0 ? 0 : (done / total) * 100}
        color={status === longJobStatus.failed ? 'red' : status === longJobStatus.done ? 'green' : 'blue'}
        animated={status === longJobStatus.running}
        aria-label={`${title}：已写入 ${String(done)} 行，共 ${String(total)} 行`}
      />
    </div>
  );
}

function fileText({ bytes, expiresTime, failure, status }: ExportJobView): string {
  if (failure !== null) return failure;
  if (bytes !== null) return `${bytesText(bytes)}，${expiresTime ?? ''} 前可下载`;
  return status === longJobStatus.done ? '文件已过期，请重新导出' : NOTHING;
}

function JobAction({ job: { jobId, bytes, cancellable } }: { job: ExportJobView }) {
  const download = useDownload(downloadExport);
  const cancel = useProcess(cancelExportJob, {
    invalidates: ['exportJob.'],
    success: '已取消导出',
    confirm: () => ({
      message: '取消后文件不再生成。确定取消这项导出吗？',
      confirmText: '取消导出',
      cancelText: '继续导出',
      danger: true,
    }),
  });
  if (bytes !== null)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        loading={download.isPending}
        onClick={() => {
          download.start({ jobId });
        }}
      >
        下载
      </Button>
    );
  if (cancellable === yesNo.yes)
    return (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => {
          cancel.start({ jobId });
        }}
      >
        取消
      </Button>
    );
  return <>{NOTHING}</>;
}
