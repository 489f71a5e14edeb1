import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { auditScoreChange, exportScoreChangeAudits, queryScoreChangeAudits } from '@jwxt/contracts/score/score-change-audit.operations.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
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
import { changeAuditTold, changePath } from './score-change-address.ts';
import { anyAudit, ScoreAuditSearch } from './score-audit-search.tsx';

type Row = OutputOf<typeof queryScoreChangeAudits>['rows'][number];

/** 成绩更改审核: changes that wait for the person, that have passed, and all in scope, with export (SCORE-CHANGE-01, 10…12, 14, 15). */
export function ScoreChangeAuditsPage() {
  const [{ view, pageNo, pageSize, ...fields }, setState] = usePageState(auditPageState);
  const [mayExport, mayDecide] = [useMay('scoreChangeAudit:exportExcel'), useMay('system:approve')];
  const filter = { view, ...askedOf(fields) };
  const query = useOperation(queryScoreChangeAudits, { ...filter, pageNo, pageSize });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const open = (applyId: string) => { void navigate({ to: changePath(applyId) }); };
  const decisions = useDecisions(auditScoreChange, { onOpen: open, told: changeAuditTold, onDecided: () => { setChosen(new Set()); } });
  const download = useDownload(exportScoreChangeAudits);
  const change = (next: Partial<typeof fields & { view: typeof view }>) => { setChosen(new Set()); setState({ ...next, pageNo: 1 }); };
  const rows = query.data?.rows;
  const columns: Column<Row>[] = [
    { key: 'course', title: '课程', width: 190, align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.courseName}>{row.courseName}</div><div className={classes['second']}>{row.semesterName}</div></> },
    { key: 'class', title: '教学班', width: 170, align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.teachingClassName}>{row.teachingClassName}</div><div className={classes['second']}>{scoreTypeNames[row.scoreType as ScoreType] ?? ''} · {row.departmentName}</div></> },
    { key: 'summary', title: '更改内容', width: 'auto', align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.summary}>{row.summary}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`} title={row.reason}>原因：{row.reason}</div></> },
    { key: 'applicant', title: '申请人', width: 168, align: 'left', render: (row) => <><div className="jw-ellipsis">{row.applicantName}</div><div className={classes['second']}>{row.applyTime}</div></> },
    { key: 'status', title: '状态', width: 150, align: 'center', render: (row) => <><ApplicationStatus status={row.scoreChangeApplyStatus} name={row.scoreChangeApplyStatusName} />{row.currentNodeName !== null && <div className={classes['second']}>{row.currentNodeName}</div>}</> },
    {
      key: 'action', title: '操作', width: 120, align: 'center', pinRight: true,
      render: (row) => <span className={classes['actions']}><Link to={changePath(row.applyId)}>详情</Link>{mayDecide && row.awaitsMe && <UnstyledButton c="var(--jw-ink)" onClick={() => { void decisions.start([row.applyId]); }}>审批</UnstyledButton>}</span>,
    },
  ];
  return (
    <Page title="成绩更改审核">
      <Card flush><ScoreAuditSearch ofChanges state={fields} searching={query.isFetching} onSearch={(next) => { change(next); void query.refetch(); }} /></Card>
      <Card flush grow>
        <Toolbar>
          <AuditViewSwitch view={view} todo={query.data?.todo} onView={(next) => { change({ ...anyAudit, ...fields, view: next }); }} />
          {mayDecide && <Button variant="light" disabled={chosen.size === 0} loading={decisions.isPending} onClick={() => { void decisions.start([...chosen]); }}>批量审批</Button>}
          {mayExport && <Button variant="default" leftSection={<IconDownload size={16} />} loading={download.isPending} onClick={() => { download.start(filter); }}>导出</Button>}
        </Toolbar>
        <DataTable label="成绩更改审核" columns={columns} rows={rows} query={query} rowKey={(row) => row.applyId} numberFrom={(pageNo - 1) * pageSize + 1} twoLine minWidth={1100} onRow={(row) => { open(row.applyId); }}
          {...(mayDecide ? { selection: { keys: chosen, onChange: setChosen, disabled: (key: string) => rows?.find((row) => row.applyId === key)?.awaitsMe !== true } } : {})}
          footer={mayDecide ? <span className={classes['second']}>已选择 {chosen.size} 项</span> : undefined}
          empty={{ reason: view === 'todo' ? '没有等待您审批的成绩更改' : '没有符合条件的成绩更改' }} paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)} />
      </Card>
      {decisions.dialogs}
    </Page>
  );
}
