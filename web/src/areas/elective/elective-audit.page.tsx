import { Button, SegmentedControl } from '@mantine/core';
import { IconChecks, IconClock } from '@tabler/icons-react';
import { approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { queryElectives } from '@jwxt/contracts/elective/elective.operations.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { notify } from '../../lib/notify.ts';
import { pagingFields, usePageState } from '../../lib/page-state.ts';
import { invalidateOperations, useOperation } from '../../lib/queries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../lib/session.ts';
import { useDecisions } from '../../pickers/decisions.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { courseColumns, statusColumn, type ElectiveItem } from './elective-columns.tsx';
import { asked, ElectiveFilters } from './elective-filters.tsx';
import { electivePath } from './elective-path.ts';
import classes from './elective.module.css';
import { ElectiveRoundDialog } from './elective-round.dialog.tsx';

const text = z.string().catch('').default('');
const views = [{ value: 'open', label: '待审' }, { value: 'passed', label: '已通过' }, { value: 'refused', label: '已退回或撤回' }, { value: 'all', label: '全部' }];
const pageState = z.object({ keyword: text, semester: text, publicCourseCategory: text, view: z.enum(['open', 'passed', 'refused', 'all']).catch('open').default('open'), ...pagingFields(20) });
const open = new Set(['1', '2', '7']);

/** Applications for public electives in the person's scope, to be reviewed (ELECTIVE-01). */
export function ElectiveAuditPage() {
  const [{ pageNo, pageSize, view, ...filter }, setState] = usePageState(pageState);
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayApprove = useMay('system:approve');
  const maySetRound = useMay('publicCourseManage:setRound');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [round, setRound] = useState(false);
  const query = useOperation(queryElectives, { view: 'audit', pageNo, pageSize, ...(view === 'all' ? {} : { status: view }), ...asked(filter) });
  const show = (planId: string) => { void navigate({ to: electivePath(planId) }); };
  const decisions = useDecisions(approve, { onOpen: show, onDecided: () => { setChosen(new Set()); void invalidateOperations(client, ['elective.', 'approval.']); } });
  const waiting = new Set(query.data?.rows.filter((row) => open.has(row.approvalBusinessStatus) && !row.own).map(({ planId }) => planId));
  const columns: Column<ElectiveItem>[] = [
    ...courseColumns,
    { key: 'applicant', title: '申请人与时间', width: 168, align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.applicantDepartmentName ?? ''}>{row.applicantName}</div><div className={classes['second']}>{row.applyTime}</div></> },
    statusColumn,
    { key: 'action', title: '操作', width: 64, align: 'center', pinRight: true, render: (row) => <Link to={electivePath(row.planId)}>详情</Link> },
  ];
  const decide = () => {
    if (chosen.size === 0) notify.warning('请至少选择一条数据');
    else void decisions.start([...chosen]);
  };
  return (
    <Page title="公选课审核">
      <Card flush><ElectiveFilters value={filter} searching={query.isFetching} onSearch={(next) => { setChosen(new Set()); setState({ ...next, pageNo: 1 }); void query.refetch(); }} /></Card>
      <Card flush grow>
        <Toolbar right={maySetRound && <Button variant="default" size="xs" leftSection={<IconClock size={15} />} onClick={() => { setRound(true); }}>申报时间</Button>}>
          <SegmentedControl data={views} value={view} aria-label="审核状态" onChange={(next) => { setChosen(new Set()); setState({ view: next as typeof view, pageNo: 1 }); }} />
          {mayApprove && <Button leftSection={<IconChecks size={16} />} loading={decisions.isPending} disabled={view !== 'open' && view !== 'all'} onClick={decide}>审批</Button>}
        </Toolbar>
        <DataTable label="公选课申请" columns={columns} rows={query.data?.rows} query={query} rowKey={(row) => row.planId} numberFrom={(pageNo - 1) * pageSize + 1} twoLine minWidth={1120} onRow={(row) => { show(row.planId); }}
          {...(mayApprove ? { selection: { keys: chosen, onChange: setChosen, disabled: (key: string) => !waiting.has(key) }, footer: chosen.size > 0 ? <span>已选择 {chosen.size} 项</span> : null } : {})}
          empty={{ reason: view === 'open' ? '没有待审的公选课申请' : '没有符合条件的公选课申请' }} paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)} />
      </Card>
      {decisions.dialogs}
      {round && <ElectiveRoundDialog onClose={() => { setRound(false); }} />}
    </Page>
  );
}
