import { auditRegularScores, exportRegularApprovals, queryRegularApprovals, type RegularApprovalItem } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDownload } from '../../lib/download.ts';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { useDecisions } from '../../pickers/decisions.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { askedOf, auditPageState } from './audit-list.model.ts';
import { AuditViewSwitch } from './audit-view-switch.tsx';
import classes from './entry-classes.module.css';
import { anyAudit, ScoreAuditSearch } from './score-audit-search.tsx';

const pathOf = (applyId: string): string => modulePath('scoreManage', `regularApproval/${encodeURIComponent(applyId)}`);

/** 正考成绩审批: submissions of ordinary sheets that wait for the person, that have passed, and all in scope (ZKCJSP). */
export function RegularApprovalsPage() {
  const [{ view, pageNo, pageSize, ...fields }, setState] = usePageState(auditPageState);
  const [mayExport, mayDecide] = [useMay('regularScoreApproval:exportExcel'), useMay('system:approve')];
  const filter = { view, ...askedOf({ ...fields, studentName: '', scoreType: '' }) };
  const query = useOperation(queryRegularApprovals, { ...filter, pageNo, pageSize });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const open = (applyId: string) => { void navigate({ to: pathOf(applyId) }); };
  const decisions = useDecisions(auditRegularScores, { onOpen: open, onDecided: () => { setChosen(new Set()); } });
  const download = useDownload(exportRegularApprovals);
  const change = (next: Partial<typeof fields & { view: typeof view }>) => { setChosen(new Set()); setState({ ...next, pageNo: 1 }); };
  const rows = query.data?.rows;
  const columns: Column<RegularApprovalItem>[] = [
    { key: 'course', title: '课程', width: 'auto', align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.courseName}>{row.courseName}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`}>{row.semesterName} · {row.courseCredit} 学分</div></> },
    { key: 'class', title: '教学班', width: 190, align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.teachingClassName}>{row.teachingClassName}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`}>{row.departmentName} · {row.teacherName}</div></> },
    { key: 'person', title: '人数', width: 64, align: 'right', render: (row) => row.figures?.personNum ?? '—' },
    { key: 'pass', title: '及格率', width: 100, align: 'right', render: (row) => <>{row.figures?.passRate || '—'}<div className={classes['second']}>优秀 {row.figures?.excellentRate || '—'}</div></> },
    { key: 'mean', title: '平均分', width: 80, align: 'right', render: (row) => row.figures?.mean || '—' },
    { key: 'applicant', title: '送审人', width: 160, align: 'left', render: (row) => <><div className="jw-ellipsis">{row.applicantName}</div><div className={classes['second']}>{row.applyTime}</div></> },
    { key: 'status', title: '状态', width: 130, align: 'center', render: (row) => <><ApplicationStatus status={row.approvalBusinessStatus} name={row.approvalBusinessStatusName} />{row.currentNodeName !== null && <div className={classes['second']}>{row.currentNodeName}</div>}</> },
    {
      key: 'action', title: '操作', width: 104, align: 'center', pinRight: true,
      render: (row) => <span className={classes['actions']}><Link to={pathOf(row.applyId)}>详情</Link>{mayDecide && row.awaitsMe && <UnstyledButton c="var(--jw-ink)" onClick={() => { void decisions.start([row.applyId]); }}>审批</UnstyledButton>}</span>,
    },
  ];
  return (
    <Page title="正考成绩审批">
      <Card flush><ScoreAuditSearch state={fields} searching={query.isFetching} onSearch={(next) => { change(next); void query.refetch(); }} /></Card>
      <Card flush grow>
        <Toolbar>
          <AuditViewSwitch view={view} todo={query.data?.todo} onView={(next) => { change({ ...anyAudit, ...fields, view: next }); }} />
          {mayDecide && <Button variant="light" disabled={chosen.size === 0} loading={decisions.isPending} onClick={() => { void decisions.start([...chosen]); }}>批量审批</Button>}
          {mayExport && <Button variant="default" leftSection={<IconDownload size={16} />} loading={download.isPending} onClick={() => { download.start(filter); }}>导出</Button>}
        </Toolbar>
        <DataTable label="正考成绩审批" columns={columns} rows={rows} query={query} rowKey={(row) => row.applyId} numberFrom={(pageNo - 1) * pageSize + 1} twoLine minWidth={1120} onRow={(row) => { open(row.applyId); }}
          {...(mayDecide ? { selection: { keys: chosen, onChange: setChosen, disabled: (key: string) => rows?.find((row) => row.applyId === key)?.awaitsMe !== true } } : {})}
          footer={mayDecide ? <span className={classes['second']}>已选择 {chosen.size} 项</span> : undefined}
          empty={{ reason: view === 'todo' ? '没有等待您审批的正考成绩' : '没有符合条件的送审' }} paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)} />
      </Card>
      {decisions.dialogs}
    </Page>
  );
}
