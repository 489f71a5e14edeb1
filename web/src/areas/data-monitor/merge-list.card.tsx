import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { Button, TextInput } from '@mantine/core';
import { mergeOperations, queryMerges, type mergeSorts } from '@jwxt/contracts/data-monitor/merge.operations.ts';
import type { MergeHandler } from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { LongJobPanel } from '../../pickers/long-job-panel.tsx';
import { confirm } from '../../ui/confirm.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Toolbar } from '../../ui/page.tsx';
import { StatusText } from '../../ui/status-tag.tsx';

type Merge = OutputOf<typeof queryMerges>['list'][number];
type MergeSort = SortText<(typeof mergeSorts)[number]>;
type State = { handler: MergeHandler; keyword: string; pageNo: number; pageSize: number; sort?: MergeSort | undefined };

/** What was merged into what, by any code or name that somebody remembers; taken back for seven days. */
export function MergeListCard({
  state,
  setState,
}: {
  state: State;
  setState: (change: Partial<State>, options?: { push: boolean }) => void;
}) {
  const [keyword, setKeyword] = useState(state.keyword);
  const [watched, setWatched] = useState<string | null>(null);
  const query = useOperation(queryMerges, state);
  const undo = useOperationMutation(mergeOperations[state.handler].undo, {
    invalidates: ['dataClean.', 'dataMonitor.'],
    onSuccess: ({ jobId }) => {
      setWatched(jobId);
    },
  });
  const ask = async (merge: Merge): Promise<void> => {
    if (
      await confirm({
        message: `确定撤销 ${merge.time} 的合并吗？改到“${merge.stayName}”的数据恢复原样；此后被修改过的不变。`,
        danger: true,
        confirmText: '撤销合并',
      })
    )
      undo.mutate({ taskId: merge.taskId });
  };
  const columns: Column<Merge>[] = [
    { key: 'time', sort: 'time', title: '合并时间', width: 170, align: 'center', render: ({ time }) => time },
    {
      key: 'gone',
      title: '并入',
      align: 'left',
      ellipsis: true,
      render: ({ gone }) => gone.map(({ key, name }) => `${name}（${key}）`).join('、'),
    },
    {
      key: 'stay',
      sort: 'stayName',
      title: '保留',
      width: '22%',
      align: 'left',
      ellipsis: true,
      render: ({ stayKey, stayName }) => `${stayName}（${stayKey}）`,
    },
    { key: 'name', sort: 'name', title: '操作人', width: 90, align: 'center', render: ({ name }) => name },
    { key: 'moved', sort: 'moved', title: '改动', width: 70, align: 'right', render: ({ moved }) => moved },
    { key: 'removed', sort: 'removed', title: '去重', width: 70, align: 'right', render: ({ removed }) => removed },
    {
      key: 'status',
      title: '状态',
      width: 230,
      align: 'center',
      render: ({ undoneTime, undoneBy }) =>
        undoneTime === null ? (
          <StatusText tone="green">有效</StatusText>
        ) : (
          <StatusText tone="grey">
            {undoneBy} 已于 {undoneTime.slice(0, 16)} 撤销
          </StatusText>
        ),
    },
    {
      key: 'actions',
      title: '操作',
      width: 130,
      align: 'center',
      pinRight: true,
      render: (merge) => (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setWatched(merge.undoJobId ?? merge.jobId);
            }}
          >
            进度
          </Button>
          {merge.undoable === yesNo.yes && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              disabled={undo.isPending}
              onClick={() => {
                void ask(merge);
              }}
            >
              撤销
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <Card title="合并记录" flush>
      <Toolbar>
        <TextInput
          aria-label="按代码或名称查找"
          placeholder="合并前或合并后的代码、名称"
          w={300}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') setState({ keyword: keyword.trim(), pageNo: 1 }, { push: true });
          }}
        />
      </Toolbar>
      <DataTable
        label="合并记录"
        columns={columns}
        rows={query.data?.list}
        query={query}
        rowKey={({ taskId }) => taskId}
        numberFrom={(state.pageNo - 1) * state.pageSize + 1}
        empty={{ title: '没有合并记录', reason: '合并之后在这里查看，7 天内可以撤销。' }}
        sorting={sortingOf(state, setState)}
        paging={{
          pageNo: state.pageNo,
          pageSize: state.pageSize,
          total: query.data?.total ?? 0,
          onPage: (pageNo) => {
            setState({ pageNo }, { push: true });
          },
          onPageSize: (pageSize) => {
            setState({ pageSize, pageNo: 1 }, { push: true });
          },
        }}
      />
      {watched !== null && (
        <Dialog
          opened
          width={900}
          title="合并进度"
          onClose={() => {
            setWatched(null);
          }}
        >
          <LongJobPanel jobId={watched} invalidates={['dataClean.', 'dataMonitor.']} />
        </Dialog>
      )}
    </Card>
  );
}
