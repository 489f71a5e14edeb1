import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { statusColumn } from '../../pickers/application-status.tsx';
import { confirmDelete, someSelected } from '../../ui/batch.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import type { Sorting } from '../../ui/table-column.ts';
import { recognitionFormPath, recognitionPath } from './recognition-address.ts';
import { recognitionColumns, stateOf, withApplicant, type RecognitionItem } from './recognition-columns.tsx';
import classes from './recognition.module.css';

export type OwnRecognitionsProps = {
  kind: RecognitionKind;
  query: {
    data?: { rows: readonly RecognitionItem[]; total: number } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  page: { pageNo: number; pageSize: number };
  sorting: Sorting;
  onPage: (change: { pageNo: number; pageSize?: number }) => void;
  /** The switch to the lists of those who audit. */
  views: ReactNode;
};

/**
 * The own applications of a kind, with what is only saved: written, changed while they are with their applicant, and
 * deleted (RECOGNITION-23).
 */
export function OwnRecognitions({ kind, query, page, sorting, onPage, views }: OwnRecognitionsProps) {
  const { name, codes } = recognitionKinds[kind];
  const mayRemove = useMay(codes.remove);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const remove = useOperationMutation(recognitionOperationsOf[kind].batchDelete, {
    invalidates: ['recognition.'],
    onSuccess({ results }) {
      setChosen(new Set());
      const refused = Object.values(results).filter(({ code }) => code !== SUCCESS_CODE);
      const done = Object.keys(results).length - refused.length;
      if (refused.length > 0)
        notify.warning(`已删除 ${String(done)} 条，${String(refused.length)} 条未删除：${refused[0]?.message ?? ''}`);
      else notify.success('删除成功');
    },
  });
  const askRemove = async () => {
    if (someSelected(chosen) && (await confirmDelete(chosen.size))) remove.mutate({ keyList: [...chosen] });
  };
  const rows = query.data?.rows;
  const start = (
    <Button component={Link} to={recognitionFormPath(kind)} variant="light" leftSection={<IconPlus size={16} />}>
      新增认定申请
    </Button>
  );
  const columns: Column<RecognitionItem>[] = [
    ...recognitionColumns,
    { ...statusColumn(stateOf), sort: 'status' },
    {
      key: 'action',
      title: '操作',
      width: 104,
      align: 'center',
      pinRight: true,
      render: (row) => (
        <span className={classes['rowActions']}>
          {row.approvalBusinessStatus !== businessStatus.saved && (
            <Link to={recognitionPath(kind, encodeURIComponent(row.scoreCognizanceApplyId))}>详情</Link>
          )}
          {withApplicant(row) && <Link to={recognitionFormPath(kind, row.scoreCognizanceApplyId)}>修改</Link>}
        </span>
      ),
    },
  ];
  return (
    <>
      <Toolbar>
        {views}
        {start}
        {mayRemove && <span className={classes['divider']} aria-hidden />}
        {mayRemove && (
          <Button
            variant="default"
            c="var(--jw-red-text)"
            leftSection={<IconTrash size={16} />}
            loading={remove.isPending}
            onClick={() => {
              void askRemove();
            }}
          >
            删除
          </Button>
        )}
      </Toolbar>
      <DataTable
        label={`${name}申请`}
        rows={rows}
        query={query}
        rowKey={(row) => row.scoreCognizanceApplyId}
        numberFrom={(page.pageNo - 1) * page.pageSize + 1}
        twoLine
        minWidth={1000}
        columns={columns}
        onRow={(row) => {
          void navigate({
            to:
              row.approvalBusinessStatus === businessStatus.saved
                ? recognitionFormPath(kind, row.scoreCognizanceApplyId)
                : recognitionPath(kind, encodeURIComponent(row.scoreCognizanceApplyId)),
          });
        }}
        {...(mayRemove
          ? {
              selection: {
                keys: chosen,
                onChange: setChosen,
                disabled: (key: string) =>
                  !rows?.some((row) => row.scoreCognizanceApplyId === key && withApplicant(row)),
              },
            }
          : {})}
        footer={mayRemove ? <span style={{ color: 'var(--jw-text-2)' }}>已选择 {chosen.size} 项</span> : undefined}
        empty={{ reason: '没有符合条件的认定申请，可以换一个条件', action: start }}
        sorting={sorting}
        paging={pagingOf(page, query.data?.total, onPage)}
      />
    </>
  );
}
