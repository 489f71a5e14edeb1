import { Button, TextInput } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import {
  exportBatchUpdates,
  queryBatchUpdates,
  undoBatchUpdate,
  type BatchRun,
  batchUpdateSorts,
} from '@jwxt/contracts/student-status/file/student-batch-update.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ImportProgress } from '../../../resource/import.dialog.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { BatchUpdateDialog } from './batch-update.dialog.tsx';
import classes from './student-file.module.css';

const schema = z.object({
  operatorName: z.string().catch('').default(''),
  ...pagingFields(),
  ...sortField(batchUpdateSorts),
});
const WATCH_MS = 1_000;

/** 批量修改 (STUDENT-STATUS-09): what was changed in bulk, why, by whom, and the way back. */
export function StudentBatchUpdatePage() {
  const [state, setState] = usePageState(schema);
  const [opened, setOpened] = useState<BatchRun | null>(null);
  const [beginning, setBeginning] = useState(false);
  const mayUpdate = useMay('studentBatchUpdate:update');
  const query = useOperation(queryBatchUpdates, state, {
    staleTime: 0,
    refetchInterval: (answer) => (answer?.rows.some(({ open }) => open) ? WATCH_MS : false),
  });
  const columns: Column<BatchRun>[] = [
    { key: 'time', sort: 'operateTime', title: '操作时间', width: 160, render: (run) => run.operateTime },
    { key: 'name', sort: 'operatorName', title: '操作人', width: 84, render: (run) => run.operatorName },
    { key: 'fields', title: '修改字段', width: 180, align: 'left', ellipsis: true, render: (run) => run.fields },
    { key: 'reason', title: '修改原因', width: 'auto', align: 'left', ellipsis: true, render: (run) => run.reason },
    { key: 'file', title: '来源', width: 130, ellipsis: true, render: (run) => run.fileName },
    { key: 'total', sort: 'totalNum', title: '总数', width: 64, render: (run) => run.totalNum },
    { key: 'ok', title: '成功', width: 64, render: (run) => run.okNum },
    { key: 'failed', title: '失败', width: 64, render: (run) => run.failNum },
    { key: 'undone', title: '已撤销', width: 76, render: (run) => run.undoneNum },
    {
      key: 'status',
      title: '状态',
      width: 120,
      render: (run) => (
        <StatusTag tone={run.open ? 'blue' : run.undoneNum > 0 ? 'grey' : run.failNum > 0 ? 'red' : 'green'}>
          {run.statusName}
        </StatusTag>
      ),
    },
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
    <Page title="批量修改">
      <Card>
        <div className={classes['search']}>
          <label htmlFor="batch-operator">操作人</label>
          <TextInput
            id="batch-operator"
            placeholder="请输入姓名"
            value={state.operatorName}
            onChange={(event) => {
              setState({ operatorName: event.currentTarget.value, pageNo: 1 });
            }}
          />
          <span className={classes['actions']}>
            <ExportButton operation={exportBatchUpdates} input={{ operatorName: state.operatorName }} />
            {mayUpdate && (
              <Button
                leftSection={<IconEdit size={16} />}
                onClick={() => {
                  setBeginning(true);
                }}
              >
                批量修改
              </Button>
            )}
          </span>
        </div>
      </Card>
      <Card flush grow>
        <DataTable<BatchRun>
          label="批量修改记录"
          columns={columns}
          rows={query.data?.rows}
          query={{ ...query, isFetching: query.isLoading }}
          rowKey={({ batchId }) => batchId}
          minWidth={1120}
          empty={{ reason: '还没有批量修改过学生信息。' }}
          sorting={sortingOf(state, setState)}
          paging={pagingOf(state, query.data?.total, setState)}
        />
      </Card>
      {beginning && (
        <BatchUpdateDialog
          onClose={() => {
            setBeginning(false);
          }}
        />
      )}
      {opened && (
        <Dialog
          opened
          width={1080}
          title={`批量修改：${opened.fields}`}
          onClose={() => {
            setOpened(null);
          }}
        >
          <ImportProgress
            runId={opened.batchId}
            name="studentBatchUpdate"
            operations={{ undo: undoBatchUpdate }}
            noun="修改"
          />
        </Dialog>
      )}
    </Page>
  );
}
