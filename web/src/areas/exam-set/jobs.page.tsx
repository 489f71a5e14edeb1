import { Button, Progress, Select, Switch } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { queryLongJobs, longJobSorts } from '@jwxt/contracts/system/long-job.operations.ts';
import { isOpenJob, longJobStatusNames, longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { LongJobPanel, longJobTones } from '../../pickers/long-job-panel.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import classes from './exam-set.module.css';

type Job = OutputOf<typeof queryLongJobs>['list'][number];

const text = z.string().catch('').default('');
const pageState = z.object({
  kind: text,
  status: text,
  mine: z.enum(yesNo).catch(yesNo.no).default(yesNo.no),
  jobId: text,
  ...pagingFields(20),
  ...sortField(longJobSorts),
});
const statuses = [
  { value: 'open', label: '排队和运行中' },
  ...Object.entries(longJobStatusNames).map(([value, label]) => ({ value, label })),
];
/** How often the list is asked for while something in it runs. */
const watchMs = 2_000;

/** Long jobs of one's own and those in scope: how far they are, and what became of each of their things. */
export function JobsPage() {
  const [state, setState] = usePageState(pageState);
  const { jobId, kind, status, mine, ...page } = state;
  const query = useOperation(
    queryLongJobs,
    { ...page, mine, ...(kind ? { kind } : {}), ...(isStatus(status) ? { status } : {}) },
    { staleTime: 0, refetchInterval: watchMs },
  );
  const columns: Column<Job>[] = [
    {
      key: 'title',
      sort: 'title',
      title: '任务',
      width: 'auto',
      least: 300,
      align: 'left',
      render: (job) => (
        <>
          <div className="jw-ellipsis" title={job.title}>
            {job.title}
          </div>
          <div className={classes['second']}>{job.kindName}</div>
        </>
      ),
    },
    {
      key: 'status',
      sort: 'status',
      title: '状态',
      width: 100,
      render: (job) => (
        <StatusTag tone={longJobTones[job.status]}>
          {job.cancelledBy !== null && isOpenJob(job.status) ? '正在取消' : job.statusName}
        </StatusTag>
      ),
    },
    { key: 'progress', title: '进度', width: 160, align: 'left', render: (job) => <JobBar job={job} /> },
    {
      key: 'failed',
      sort: 'failed',
      title: '失败',
      width: 64,
      align: 'right',
      render: (job) => <span style={job.failed > 0 ? { color: 'var(--jw-red-text)' } : undefined}>{job.failed}</span>,
    },
    { key: 'name', sort: 'name', title: '发起人', width: 88, render: (job) => job.name },
    { key: 'created', sort: 'createdTime', title: '发起时间', width: 154, render: (job) => job.createdTime },
    {
      key: 'ended',
      sort: 'endedTime',
      title: '结束时间',
      width: 154,
      importance: 3,
      render: (job) => job.endedTime ?? NOTHING,
    },
    {
      key: 'action',
      title: '操作',
      width: 76,
      pinRight: true,
      render: (job) => (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setState({ jobId: job.jobId });
          }}
        >
          查看
        </Button>
      ),
    },
  ];
  return (
    <Page title="任务进度">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            void query.refetch();
          }}
          onReset={() => {
            setState({ kind: '', status: '', mine: yesNo.no, pageNo: 1 });
          }}
        >
          <Field label="任务类型" htmlFor="job-kind">
            <Select
              id="job-kind"
              clearable
              placeholder="全部"
              data={(query.data?.kinds ?? []).map((each) => ({ value: each.kind, label: each.kindName }))}
              value={kind || null}
              onChange={(value) => {
                setState({ kind: value ?? '', pageNo: 1 });
              }}
            />
          </Field>
          <Field label="状态" htmlFor="job-status">
            <Select
              id="job-status"
              clearable
              placeholder="全部"
              data={statuses}
              value={status || null}
              onChange={(value) => {
                setState({ status: value ?? '', pageNo: 1 });
              }}
            />
          </Field>
          <Field label="范围" htmlFor="job-mine">
            <Switch
              id="job-mine"
              label="只看我发起的"
              checked={mine === yesNo.yes}
              onChange={(event) => {
                setState({ mine: event.currentTarget.checked ? yesNo.yes : yesNo.no, pageNo: 1 });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <DataTable
          label="任务进度"
          columns={columns}
          rows={query.data?.list}
          query={{ ...query, isFetching: query.isLoading }}
          rowKey={(job) => job.jobId}
          numberFrom={(page.pageNo - 1) * page.pageSize + 1}
          twoLine
          minWidth={1060}
          empty={{ title: '还没有任务', reason: '学期初始化等耗时的操作发起后，在这里查看进度和结果。' }}
          sorting={sortingOf(page, setState)}
          paging={pagingOf(page, query.data?.total, setState)}
        />
      </Card>
      {jobId !== '' && (
        <Dialog
          opened
          width={820}
          title="任务详情"
          onClose={() => {
            setState({ jobId: '' });
          }}
          footer={
            <Button
              variant="default"
              onClick={() => {
                setState({ jobId: '' });
              }}
            >
              关闭
            </Button>
          }
        >
          <LongJobPanel jobId={jobId} invalidates={['longJob.query']} />
        </Dialog>
      )}
    </Page>
  );
}

function isStatus(value: string): value is 'open' | Job['status'] {
  return value === 'open' || value in longJobStatusNames;
}

function JobBar({ job }: { job: Job }) {
  return (
    <div>
      <div className={classes['count']}>
        {job.done} / {job.total}
      </div>
      <Progress
        size={4}
        value={job.total === 0 ? 100 : (job.done / job.total) * 100}
        color={job.failed > 0 ? 'red' : 'blue'}
        animated={job.status === longJobStatus.running}
        aria-label={`${job.title}：已处理 ${String(job.done)} 项，共 ${String(job.total)} 项`}
      />
    </div>
  );
}
