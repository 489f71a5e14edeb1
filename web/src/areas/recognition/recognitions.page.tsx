import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { CREDIT_OVERRIDE, recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { useDownload } from '../../lib/download.ts';
import { notify } from '../../lib/notify.ts';
import { usePageParams } from '../../lib/page-address.ts';
import { pagingFields, usePageState } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { useDecisions } from '../../pickers/decisions.tsx';
import { confirmDelete, someSelected } from '../../ui/batch.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { kindIn, recognitionFormPath, recognitionPath } from './recognition-address.ts';
import { recognitionColumns, withApplicant, type RecognitionItem } from './recognition-columns.tsx';
import { RecognitionSearch } from './recognition-search.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({ view: z.enum(['', 'apply', 'audit']).catch('').default(''), keyword: text, status: text, beginDate: text, endDate: text, departmentId: text, ...pagingFields(SCORE_PAGE_SIZE) });
type RecognitionPageState = z.output<typeof pageState>;

/** Recognitions of the kind in the address: own applications (申请), and those sent for audit in the person's scope (审核) (RECOGNITION-01…03, 19). */
export function RecognitionsPage() {
  const kind = kindIn(usePageParams<'kind'>().kind);
  return <Recognitions key={kind} kind={kind} />;
}

function Recognitions({ kind }: { kind: RecognitionKind }) {
  const { name, codes } = recognitionKinds[kind];
  const operations = recognitionOperationsOf[kind];
  const [state, setState] = usePageState(pageState);
  const [mayApply, mayRead, mayExport, mayRemove, mayDecide, mayOverride] = [useMay(codes.apply), useMay(codes.detail), useMay(codes.exportExcel), useMay(codes.remove), useMay('system:approve'), useMay(CREDIT_OVERRIDE)];
  // Who only hands in for students begins with the own ones, the office with everybody's.
  const view = state.view === '' ? (mayApply && !mayOverride ? 'apply' : 'audit') : state.view;
  const { pageNo, pageSize } = state;
  const filter = {
    view, ...(state.keyword ? { keyword: state.keyword } : {}), ...(state.status in businessStatusNames ? { approvalBusinessStatus: state.status } : {}),
    ...(isDay(state.beginDate) ? { beginDate: state.beginDate } : {}), ...(isDay(state.endDate) ? { endDate: state.endDate } : {}), ...(state.departmentId ? { departmentId: state.departmentId } : {}),
  } as const;
  const query = useOperation(operations.query, { ...filter, pageNo, pageSize });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const open = (applyId: string) => { void navigate({ to: recognitionPath(kind, encodeURIComponent(applyId)) }); };
  const decisions = useDecisions(operations.audit, { onOpen: open, onDecided: () => { setChosen(new Set()); } });
  const download = useDownload(operations.exportAuditExcel);
  const remove = useOperationMutation(operations.batchDelete, {
    invalidates: ['recognition.'],
    onSuccess({ results }) {
      setChosen(new Set());
      const refused = Object.values(results).filter(({ code }) => code !== SUCCESS_CODE);
      const done = Object.keys(results).length - refused.length;
      if (refused.length > 0) notify.warning(`已删除 ${String(done)} 条，${String(refused.length)} 条未删除：${refused[0]?.message ?? ''}`);
      else notify.success('删除成功');
    },
  });
  const askRemove = async () => { if (someSelected(chosen) && await confirmDelete(chosen.size)) remove.mutate({ keyList: [...chosen] }); };
  const change = (next: Partial<RecognitionPageState>) => { setChosen(new Set()); setState({ pageNo: 1, ...next }); };
  const rows = query.data?.rows;
  const choosable = (key: string) => rows?.some((row) => row.scoreCognizanceApplyId === key && (view === 'apply' ? withApplicant(row) : row.mayDecide)) ?? false;
  const selects = view === 'apply' ? mayRemove : mayDecide;
  const start = mayApply ? <Button component={Link} to={recognitionFormPath(kind)} variant="light" leftSection={<IconPlus size={16} />}>新增认定申请</Button> : undefined;
  return (
    <Page title={name}>
      <Card flush><RecognitionSearch key={view} state={state} searching={query.isFetching} onSearch={(next) => { change(next); void query.refetch(); }} /></Card>
      <Card flush grow>
        <Toolbar>
          {mayApply && <SegmentedControl aria-label="申请或审核" value={view} onChange={(next) => { change({ view: next, status: '' }); }} data={[{ value: 'apply', label: '申请' }, { value: 'audit', label: '审核' }]} />}
          {view === 'apply' && start}
          {view === 'audit' && mayDecide && <Button variant="light" disabled={chosen.size === 0} loading={decisions.isPending} onClick={() => { void decisions.start([...chosen]); }}>批量审批</Button>}
          {view === 'audit' && mayExport && <Button variant="default" leftSection={<IconDownload size={16} />} loading={download.isPending} onClick={() => { download.start(filter); }}>导出</Button>}
          {view === 'apply' && mayRemove && <Button variant="default" c="var(--jw-red-text)" leftSection={<IconTrash size={16} />} loading={remove.isPending} onClick={() => { void askRemove(); }}>删除</Button>}
        </Toolbar>
        <DataTable<RecognitionItem> label={`${name}申请`} rows={rows} query={query} rowKey={(row) => row.scoreCognizanceApplyId} numberFrom={(pageNo - 1) * pageSize + 1} twoLine minWidth={1000}
          columns={recognitionColumns({ kind, mayRead, ...(view === 'audit' && mayDecide ? { onDecide: (applyId: string) => { void decisions.start([applyId]); } } : {}) })}
          {...(mayRead ? { onRow: (row) => { if (row.approvalBusinessStatus === '0') void navigate({ to: recognitionFormPath(kind, row.scoreCognizanceApplyId) }); else open(row.scoreCognizanceApplyId); } } : {})}
          {...(selects ? { selection: { keys: chosen, onChange: setChosen, disabled: (key: string) => !choosable(key) } } : {})}
          footer={selects ? <span style={{ color: 'var(--jw-text-2)' }}>已选择 {chosen.size} 项</span> : undefined}
          empty={{ reason: '没有符合条件的认定申请', ...(view === 'apply' && start ? { action: start } : {}) }} paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)} />
      </Card>
      {decisions.dialogs}
    </Page>
  );
}

const isDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day);
