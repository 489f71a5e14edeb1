import { Button, Select, Tabs, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import { rebuildExport, retakeCalls, retakeExports, retakeKinds, retakeTabs, type RetakeItem, type RetakeKind, type RetakeTab } from '@jwxt/contracts/makeup/retake-approval.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { useDownload } from '../../lib/download.ts';
import { pagingFields, usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { useDecisions } from '../../pickers/decisions.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import classes from './makeup.module.css';

const pageState = z.object({
  tab: z.enum(['todo', 'passed', 'all']).optional().catch(undefined), semesterId: z.string().catch('').default(''), keyword: z.string().catch('').default(''), ...pagingFields(SCORE_PAGE_SIZE),
});

/** 补缓考成绩审批 (MAKEUP-01, 21, 22). */
export function RetakeApprovalsPage() {
  return <ApprovalsPage kind="retakeApproval" />;
}

/** 重修成绩审批 (MAKEUP-02, 21, 22). */
export function RebuildApprovalsPage() {
  return <ApprovalsPage kind="rebuildScoreApproval" />;
}

function ApprovalsPage({ kind }: { kind: RetakeKind }) {
  const [state, setState] = usePageState(pageState);
  const mayApprove = useMay(`${kind}:approval`);
  const may = { todo: mayApprove, passed: useMay(`${kind}:scorePassApproval:query`), all: useMay(`${kind}:scoreApprovalAll:query`) };
  const tabs = (Object.keys(retakeTabs) as RetakeTab[]).filter((tab) => may[tab]);
  const tab = state.tab !== undefined && may[state.tab] ? state.tab : tabs[0] ?? 'all';
  const asked = { ...(state.semesterId ? { semesterId: state.semesterId } : {}), ...(state.keyword ? { keyword: state.keyword } : {}) };
  const query = useOperation(retakeCalls[kind].lists[tab], { ...asked, pageNo: state.pageNo, pageSize: state.pageSize });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const open = (row: Pick<RetakeItem, 'teachingClassId'>) => { void navigate({ to: modulePath('scoreManage', `${kind}/${encodeURIComponent(row.teachingClassId)}`) }); };
  const decisions = useDecisions(retakeCalls[kind].approve, {
    onDecided: () => { setChosen(new Set()); },
    onOpen: (applyId) => { const row = query.data?.rows.find((one) => one.applyId === applyId); if (row) open(row); },
  });
  const change = (next: Partial<z.output<typeof pageState>>) => { setChosen(new Set()); setState({ ...next, pageNo: 1 }); };
  const { name } = retakeKinds[kind];
  return (
    <Page title={name}>
      <Card flush><ApprovalSearch key={`${state.semesterId}|${state.keyword}`} values={state} searching={query.isFetching} onSearch={(next) => { change(next); void query.refetch(); }} /></Card>
      <Card flush grow>
        <Toolbar right={<ExportButton kind={kind} tab={tab} filter={asked} />}>
          <Tabs value={tab} onChange={(value) => { change({ tab: value as RetakeTab }); }} variant="pills">
            <Tabs.List aria-label="审批列表">{tabs.map((key) => <Tabs.Tab key={key} value={key}>{retakeTabs[key]}</Tabs.Tab>)}</Tabs.List>
          </Tabs>
        </Toolbar>
        <DataTable<RetakeItem> label={`${retakeTabs[tab]}${name}`} columns={columnsOf(kind, { mayApprove, onApprove: (row) => { void decisions.start([row.applyId]); } })} rows={query.data?.rows} query={query} rowKey={(row) => row.applyId}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1} twoLine minWidth={1120} onRow={open} empty={{ reason: tab === 'todo' ? '没有等待您审批的成绩' : '没有符合条件的成绩' }} paging={pagingOf(state, query.data?.total, setState)}
          {...(mayApprove && tab === 'todo' ? { selection: { keys: chosen, onChange: setChosen, disabled: (key: string) => !query.data?.rows.some((row) => row.applyId === key && row.mayApprove) } } : {})}
          footer={mayApprove && tab === 'todo' ? (
            <>
              <span>已选择 <strong>{chosen.size}</strong> 项</span>
              <Button disabled={chosen.size === 0} loading={decisions.isPending} onClick={() => { void decisions.start([...chosen]); }}>批量审批</Button>
            </>
          ) : undefined} />
      </Card>
      {decisions.dialogs}
    </Page>
  );
}

function ApprovalSearch({ values, searching, onSearch }: { values: { semesterId: string; keyword: string }; searching: boolean; onSearch: (values: { semesterId: string; keyword: string }) => void }) {
  const [keyword, setKeyword] = useState(values.keyword);
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  return (
    <SearchForm searching={searching} onSearch={() => { onSearch({ semesterId: values.semesterId, keyword: keyword.trim() }); }} onReset={() => { setKeyword(''); onSearch({ semesterId: '', keyword: '' }); }}>
      <Field label="学年学期" htmlFor="retake-semester"><Select id="retake-semester" clearable searchable placeholder="全部学期" data={list.data?.list.map((one) => ({ value: one.xnxq, label: one.xnxqmc })) ?? []} value={values.semesterId || null} onChange={(value) => { onSearch({ semesterId: value ?? '', keyword: keyword.trim() }); }} /></Field>
      <Field label="关键字" htmlFor="retake-keyword"><TextInput id="retake-keyword" placeholder="课程、班级或提交人" value={keyword} maxLength={60} onChange={(event) => { setKeyword(event.currentTarget.value); }} /></Field>
    </SearchForm>
  );
}

function columnsOf(kind: RetakeKind, { mayApprove, onApprove }: { mayApprove: boolean; onApprove: (row: RetakeItem) => void }): Column<RetakeItem>[] {
  const makeup = kind === 'retakeApproval';
  return [
    { key: 'semester', title: makeup ? '补考学期' : '学期', width: 142, align: 'left', render: (row) => <><div title={row.makeupSemester}>{row.semesterId}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`} title={row.openDepartmentName}>{row.openDepartmentName}</div></> },
    { key: 'course', title: '课程与班级', width: 'auto', align: 'left', render: (row) => <><div className="jw-ellipsis" title={`${row.courseName}（${row.courseNum}，${row.courseCredit} 学分）`}>{row.courseName}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`} title={row.teachingClassName}>{row.teachingClassName} · {row.teacherName}</div></> },
    ...(makeup ? [{ key: 'option', title: '方式', width: 84, render: (row: RetakeItem) => row.makeupOptionName }] : []),
    { key: 'count', title: '人数', width: 76, align: 'right', render: (row) => <><div>{row.coursePersonCount}</div><div className={classes['second']}>及格 {row.passedNum}</div></> },
    { key: 'window', title: '录入时间', width: 160, align: 'center', render: (row) => <><div>{row.scoreTermInputBeginTime}</div><div className={classes['second']}>至 {row.scoreTermInputEndTime}</div></> },
    { key: 'applicant', title: '提交人', width: 160, align: 'center', render: (row) => <><div>{row.applicantName}</div><div className={classes['second']}>{row.applyTime}</div></> },
    { key: 'status', title: '状态', width: 124, align: 'center', render: (row) => <><ApplicationStatus status={row.approvalBusinessStatus} name={row.approvalBusinessStatusName} />{row.currentNodeName !== null && <div className={classes['second']}>{row.currentNodeName}</div>}</> },
    {
      key: 'action', title: '操作', width: 100, align: 'center', pinRight: true, render: (row) => (
        <span className={classes['acts']} role="presentation" onClick={(event) => { event.stopPropagation(); }}>
          <Link to={modulePath('scoreManage', `${kind}/${encodeURIComponent(row.teachingClassId)}`)}>详情</Link>
          {mayApprove && row.mayApprove && <button type="button" className={classes['act']} onClick={() => { onApprove(row); }}>审批</button>}
        </span>
      ),
    },
  ];
}

/** The export of the list that is shown; each has a permission of its own. */
function ExportButton({ kind, tab, filter }: { kind: RetakeKind; tab: RetakeTab; filter: { semesterId?: string; keyword?: string } }) {
  return kind === 'retakeApproval' ? <Export key={tab} operation={retakeExports[tab]} input={filter} /> : <Export operation={rebuildExport} input={{ ...filter, tab }} />;
}

function Export({ operation, input }: { operation: Operation; input: object }) {
  const permission = 'permission' in operation.access ? operation.access.permission : '';
  const download = useDownload(operation);
  return useMay(permission) ? <Button variant="default" size="xs" leftSection={<IconDownload size={15} />} loading={download.isPending} onClick={() => { download.start(input); }}>导出</Button> : null;
}
