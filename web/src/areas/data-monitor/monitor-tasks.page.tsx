import { Button } from '@mantine/core';
import {
  queryCleanings,
  undoMonitorCleaning,
  cleaningSorts,
} from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { UNDO_DAYS } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { z } from 'zod';
import { notify } from '../../lib/notify.ts';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page } from '../../ui/page.tsx';
import { StatusText } from '../../ui/status-tag.tsx';

type Cleaning = OutputOf<typeof queryCleanings>['list'][number];
const pageState = z.object({
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).catch(20).default(20),
  ...sortField(cleaningSorts),
});

/** What was cleaned, by whom, and taking it back for seven days. */
export function MonitorTasksPage() {
  const [state, setState] = usePageState(pageState);
  const query = useOperation(queryCleanings, state);
  const mayUndo = useMay('dataMonitor:clean');
  const undo = useOperationMutation(undoMonitorCleaning, {
    invalidates: ['dataMonitor.'],
    onSuccess: ({ restored, left }) => {
      notify.success(
        left === 0
          ? `已恢复 ${String(restored)} 条`
          : `已恢复 ${String(restored)} 条，${String(left)} 条已被修改或删除，未恢复`,
      );
    },
  });
  const ask = async (task: Cleaning): Promise<void> => {
    if (
      await confirm({
        message:
          `确定撤销 ${task.time} 的清洗吗？` + `${String(task.cleaned)} 条数据恢复为清洗前的内容；此后被修改过的不变。`,
        danger: true,
        confirmText: '撤销清洗',
      })
    )
      undo.mutate({ taskId: task.taskId });
  };
  const columns: Column<Cleaning>[] = [
    { key: 'time', sort: 'time', title: '清洗时间', width: 180, align: 'center', render: ({ time }) => time },
    {
      key: 'quick',
      title: '方式',
      width: 120,
      align: 'center',
      render: ({ quick }) => (quick === yesNo.yes ? '一键清洗' : '逐条确认'),
    },
    { key: 'name', sort: 'name', title: '操作人', render: ({ name }) => name },
    { key: 'points', sort: 'points', title: '监测点', width: 100, align: 'right', render: ({ points }) => points },
    { key: 'cleaned', sort: 'cleaned', title: '已清洗', width: 100, align: 'right', render: ({ cleaned }) => cleaned },
    { key: 'left', sort: 'left', title: '未能清洗', width: 100, align: 'right', render: ({ left }) => left },
    {
      key: 'status',
      title: '状态',
      width: 260,
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
    ...(mayUndo
      ? [
          {
            key: 'actions',
            title: '操作',
            width: 100,
            align: 'center' as const,
            pinRight: true,
            render: (task: Cleaning) =>
              task.undoable === yesNo.yes ? (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  disabled={undo.isPending}
                  onClick={() => {
                    void ask(task);
                  }}
                >
                  撤销
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <Page title="清洗记录">
      <Card flush grow>
        <DataTable
          label="清洗记录"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={({ taskId }) => taskId}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1}
          empty={{ title: '还没有清洗过', reason: `清洗之后在这里查看，${String(UNDO_DAYS)} 天内可以撤销。` }}
          sorting={sortingOf(state, setState)}
          paging={{
            ...state,
            total: query.data?.total ?? 0,
            onPage: (pageNo) => {
              setState({ pageNo }, { push: true });
            },
            onPageSize: (pageSize) => {
              setState({ pageSize, pageNo: 1 }, { push: true });
            },
          }}
        />
      </Card>
    </Page>
  );
}
