import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  electiveDelete,
  electiveOptions,
  queryElectives,
  electiveSorts,
} from '@jwxt/contracts/elective/elective.operations.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { statusColumn } from '../../pickers/application-status.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { courseColumns, stateOf, type ElectiveItem } from './elective-columns.tsx';
import { asked, ElectiveFilters } from './elective-filters.tsx';
import { electiveFormPath, electivePath, electivePaths } from './elective-path.ts';
import classes from './elective.module.css';

const text = z.string().catch('').default('');
const pageState = z.object({
  keyword: text,
  semester: text,
  publicCourseCategory: text,
  ...pagingFields(20),
  ...sortField(electiveSorts),
});

/** The own applications for public electives, kept and sent. */
export function ElectivesPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const navigate = useNavigate();
  const mayApply = useMay('publicCourseManage:apply');
  const query = useOperation(queryElectives, { view: 'own', pageNo, pageSize, sort, ...asked(filter) });
  const options = useOperation(electiveOptions, {}, { staleTime: 60_000 });
  const open = options.data?.semesters.filter((semester) => semester.open) ?? [];
  const start = mayApply ? (
    <Button component={Link} to={electivePaths.form} variant="light" leftSection={<IconPlus size={16} />}>
      新增公选课申请
    </Button>
  ) : undefined;
  const columns: Column<ElectiveItem>[] = [
    ...courseColumns,
    {
      key: 'time',
      sort: 'applyTime',
      title: '申请时间',
      width: 166,
      align: 'center',
      render: (row) =>
        row.applyTime === null ? <TwoLines first="未送审" second={`${row.writtenTime} 保存`} /> : row.applyTime,
    },
    { ...statusColumn(stateOf), sort: 'status' },
    {
      key: 'action',
      title: '操作',
      width: 150,
      align: 'center',
      pinRight: true,
      render: (row) => <RowActs row={row} mayApply={mayApply} />,
    },
  ];
  return (
    <Page title="公选课申请">
      <Card flush>
        <ElectiveFilters
          value={filter}
          searching={query.isFetching}
          onSearch={(next) => {
            setState({ ...next, pageNo: 1 });
            void query.refetch();
          }}
        />
      </Card>
      <Card flush grow>
        <Toolbar
          right={
            <span className={classes['round']}>
              {options.data === undefined
                ? ''
                : open.length === 0
                  ? '现在没有开放申报的学期'
                  : `${open.map(({ name, end }) => `${name}申报截止 ${end ?? ''}`).join('；')}`}
            </span>
          }
        >
          {start}
        </Toolbar>
        <DataTable
          label="我的公选课申请"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.planId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1120}
          onRow={(row) => {
            void navigate({
              to:
                mayApply && row.approvalBusinessStatus === businessStatus.saved
                  ? electiveFormPath(row.planId)
                  : electivePath(row.planId),
            });
          }}
          empty={{ reason: '没有符合条件的公选课申请，可以换一个条件', ...(start ? { action: start } : {}) }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}

/** What may be done with one of the own applications: go on, take back, throw away. */
function RowActs({ row, mayApply }: { row: ElectiveItem; mayApply: boolean }) {
  const remove = useProcess(electiveDelete, {
    invalidates: ['elective.'],
    success: true,
    confirm: () => ({
      message: `将删除公选课申请“${row.courseName || '（未填写课程名称）'}”，删除后不能恢复。`,
      confirmText: '删除',
      danger: true,
    }),
  });
  const recall = useProcess(recallApproval, {
    invalidates: ['elective.', 'approval.'],
    success: true,
    confirm: () => ({ message: '撤回后申请不再审批，可修改后重新送审。', confirmText: '撤回' }),
  });
  const editable = mayApply && isWithApplicant(row.approvalBusinessStatus);
  return (
    <span style={{ display: 'inline-flex', gap: 10, alignItems: 'center', whiteSpace: 'nowrap' }}>
      {row.approvalBusinessStatus !== businessStatus.saved && <Link to={electivePath(row.planId)}>详情</Link>}
      {editable && <Link to={electiveFormPath(row.planId)}>修改</Link>}
      {editable && (
        <Button
          variant="transparent"
          color="red"
          size="compact-sm"
          p={0}
          h={22}
          fw={400}
          loading={remove.isPending}
          onClick={() => {
            remove.start({ planId: row.planId });
          }}
        >
          删除
        </Button>
      )}
      {mayApply && row.approvalBusinessStatus === businessStatus.awaiting && (
        <Button
          variant="transparent"
          size="compact-sm"
          p={0}
          h={22}
          fw={400}
          loading={recall.isPending}
          onClick={() => {
            recall.start({ applyId: row.planId });
          }}
        >
          撤回
        </Button>
      )}
    </span>
  );
}
