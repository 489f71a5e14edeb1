import {
  queryImportRuns,
  type importRunView,
  importRunSorts,
} from '@jwxt/contracts/base-info/import-record.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { isOpenJob, longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { importOperations } from '@jwxt/contracts/kernel/resource-import.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { ImportProgress } from '../../resource/import.dialog.tsx';
import { ImportRows } from '../../resource/import-rows.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';

type Run = z.output<typeof importRunView>;
const WATCH_MS = 1_000;

function Status({ run: { run, undo } }: { run: Run }) {
  const job = undo ?? run;
  if (!job) return <>{NOTHING}</>;
  const tone = isOpenJob(job.status) ? 'blue' : job.status === longJobStatus.done ? (undo ? 'grey' : 'green') : 'red';
  return (
    <StatusTag tone={tone}>
      {undo ? '撤销' : ''}
      {job.statusName}
    </StatusTag>
  );
}

const schema = z.object({ ...pagingFields(), ...sortField(importRunSorts) });

/** 导入记录: what came in from files, by whom, what became of it, and the way back (BASE-DATA-25). */
export function ImportRecordsPage() {
  const [state, setState] = usePageState(schema);
  const [opened, setOpened] = useState<Run | null>(null);
  const query = useOperation(
    queryImportRuns,
    { pageNo: state.pageNo, pageSize: state.pageSize, sort: state.sort },
    {
      staleTime: 0,
      refetchInterval: (answer) =>
        answer?.list.some(({ run, undo }) => [run, undo].some((job) => job && isOpenJob(job.status)))
          ? WATCH_MS
          : false,
    },
  );
  const columns: Column<Run>[] = [
    { key: 'resource', sort: 'resourceName', title: '导入类型', width: 120, render: (run) => run.resourceName },
    {
      key: 'file',
      sort: 'fileName',
      title: '文件名',
      width: 'auto',
      least: 200,
      align: 'left',
      ellipsis: true,
      render: (run) => run.fileName,
    },
    { key: 'digest', title: '文件摘要', width: 120, ellipsis: true, importance: 3, render: (run) => run.digest },
    { key: 'total', sort: 'total', title: '总行数', width: 84, align: 'right', render: (run) => run.counts.total },
    { key: 'stored', title: '成功', width: 84, align: 'right', render: (run) => run.stored },
    { key: 'failed', title: '失败', width: 84, align: 'right', render: (run) => run.counts.wrong + run.refused },
    { key: 'undone', title: '已撤销', width: 84, align: 'right', importance: 2, render: (run) => run.undone },
    { key: 'status', title: '状态', width: 130, render: (run) => <Status run={run} /> },
    { key: 'name', sort: 'name', title: '导入人', width: 110, render: (run) => run.name },
    { key: 'time', sort: 'createdTime', title: '时间', width: 168, render: (run) => run.createdTime },
    {
      key: 'action',
      title: '操作',
      width: 90,
      pinRight: true,
      render: (run) => (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setOpened(run);
          }}
        >
          查看
        </Button>
      ),
    },
  ];
  return (
    <Page title="导入记录">
      <Card flush grow>
        <DataTable<Run>
          label="导入记录"
          columns={columns}
          rows={query.data?.list}
          query={{ ...query, isFetching: query.isLoading }}
          rowKey={({ runId }) => runId}
          minWidth={1300}
          empty={{ reason: '还没有导入过数据。在各项数据的页面上点“导入”。' }}
          sorting={sortingOf(state, setState)}
          paging={pagingOf(state, query.data?.total, setState)}
        />
      </Card>
      {opened && (
        <RunDialog
          run={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Page>
  );
}

/** One import. Whoever brought it in may take it back. */
function RunDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const own = useUser().userName === run.userName;
  return (
    <Dialog opened width={1080} title={`导入${run.resourceName}：${run.fileName}`} onClose={onClose}>
      {own ? (
        <ImportProgress
          runId={run.runId}
          name={run.resource}
          operations={importOperations(run.resource, run.service, run.resourceName)}
        />
      ) : (
        <ImportRows runId={run.runId} counts={run.counts} failed={run.refused + run.kept} />
      )}
    </Dialog>
  );
}
