import {
  approvalCounts,
  queryApprovals,
  sortsTab,
  type ApprovalItem,
} from '@jwxt/contracts/approval/approval.operations.ts';
import {
  APPROVAL_PAGE_SIZE,
  ALL_TIME,
  approvalTab,
  type ApprovalTab,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { usePageState } from '../../lib/page-state.ts';
import { invalidateOperations, useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { approvalColumns } from './approval-columns.tsx';
import { ApprovalDetailDialog } from './approval-detail.dialog.tsx';
import { ApprovalFilters } from './approval-filters.tsx';
import { DecisionFormDialog, type DecisionResults } from '../../pickers/decision-form.dialog.tsx';
import { decidedTold, mayStart, startWarning, type Decidable } from '../../pickers/decision-form.model.ts';
import { ApprovalHeadline } from './approval-headline.tsx';
import { approvalPageState, tabParameters, type ApprovalPageState } from './approval-state.ts';
import classes from './approval.module.css';
import { DecisionResultsDialog, type Decided } from '../../pickers/decision-results.dialog.tsx';
import { WaitingByProcess } from '../../pickers/waiting-by-process.tsx';
import { useSteadyRows, type SteadyRow } from './steady-rows.ts';
import { useFollowing } from './use-following.ts';
import { useRecall, useUrge } from './use-application-actions.ts';
import { useChosen } from './use-chosen.ts';
import { useFates } from './use-fates.ts';

/** The approval centre: what waits, eight rows a page, decisions on one or several, live (APPROVAL-01…14, 74…76). */
export function ApprovalPage() {
  const approver = useMay('system:approve');
  const queries = useQueryClient();
  const [state, setState] = usePageState(approvalPageState);
  const tab: ApprovalTab = state.tab === '' ? (approver ? approvalTab.waiting : approvalTab.all) : state.tab;
  const sort = sortsTab(tab, state.sort) ? state.sort : undefined;
  const counts = useOperation(approvalCounts, {});
  const list = useOperation(queryApprovals, {
    ...tabParameters(tab),
    pageNum: state.pageNum,
    pageSize: APPROVAL_PAGE_SIZE,
    timeScopeValue: state.scope,
    ...(state.categoryId === '' ? {} : { categoryId: state.categoryId }),
    ...(state.processNo === '' ? {} : { processNo: state.processNo }),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    sort,
  });
  const [deciding, setDeciding] = useState<readonly Decidable[]>([]);
  const [decided, setDecided] = useState<Decided | null>(null);
  const [follows] = useFollowing();
  const recall = useRecall();
  const urge = useUrge();
  const asked = [tab, state.pageNum, state.scope, state.categoryId, state.processNo, state.keyword, sort].join('|');
  // While another page is fetched, the rows of the last one show, and belong to it.
  const live = tab === approvalTab.waiting && !list.isPlaceholderData;
  const steady = useSteadyRows(live, asked, list.data, (item) => item.applyId, APPROVAL_PAGE_SIZE);
  const { rows, arrived } = useFates(steady.shown, live);
  const waiting = useMemo(() => rows?.filter(({ gone }) => gone === null).map(({ row }) => row), [rows]);
  const chosen = useChosen(waiting);

  // The last row of the last page was decided: step back to the page that now is the last.
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / APPROVAL_PAGE_SIZE));
  useEffect(() => {
    if (list.data && !list.isPlaceholderData && state.pageNum > pages) setState({ pageNum: pages });
  }, [list.data, list.isPlaceholderData, pages, setState, state.pageNum]);

  const change = (next: Partial<ApprovalPageState>) => {
    chosen.clear();
    setState({ ...next, pageNum: 1 });
  };
  const open = (applyId: string) => {
    setState({ applyId }, { push: true });
  };
  const close = () => {
    setState({ applyId: '' });
  };
  function start(items: readonly Decidable[]) {
    const warning = startWarning(items);
    if (warning === null) setDeciding(items);
    else notify.warning(warning);
  }
  function nextWaiting(decided: string | undefined): ApprovalItem | undefined {
    const list = tab === approvalTab.waiting ? (waiting ?? []).filter(mayStart) : [];
    const place = list.findIndex(({ applyId }) => applyId === decided);
    return list[place + 1] ?? list.slice(0, Math.max(place, 0)).at(-1);
  }
  function onDecided(results: DecisionResults, items: readonly Decidable[]) {
    const refused = items.some((item) => results[item.applyId]?.code !== SUCCESS_CODE);
    setDeciding([]);
    chosen.clear();
    // Decided in its details, the next one that waits follows.
    const next = state.applyId === '' || refused || !follows ? undefined : nextWaiting(items[0]?.applyId);
    setState({ applyId: next?.applyId ?? '' });
    steady.relay();
    if (refused) setDecided({ results, items });
    else notify.success(decidedTold(results, items));
  }

  const refresh = () => {
    void invalidateOperations(queries, ['approval.']).then(steady.relay);
  };
  const filtered = state.categoryId !== '' || state.processNo !== '' || state.keyword !== '';
  // Conditions are taken away, the time range is another thing.
  const wider = filtered
    ? { words: '清空条件', to: { keyword: '', categoryId: '', processNo: '' } }
    : state.scope === ALL_TIME
      ? null
      : { words: '查看全部时间', to: { scope: ALL_TIME } };
  const emptyAction =
    wider === null
      ? {}
      : {
          action: (
            <Button
              variant="default"
              onClick={() => {
                change(wider.to);
              }}
            >
              {wider.words}
            </Button>
          ),
        };
  const hidden =
    tab === approvalTab.waiting && !filtered && state.scope !== ALL_TIME && list.data && counts.data
      ? counts.data.todo - list.data.total
      : 0;
  return (
    <Page title="审批中心">
      <ApprovalHeadline
        counts={counts.data}
        approver={approver}
        refreshing={list.isFetching}
        onOpen={open}
        onRefresh={refresh}
      />
      <Card flush grow>
        <ApprovalFilters
          tab={tab}
          state={state}
          counts={counts.data}
          loading={list.isLoading || list.isPlaceholderData}
          onChange={change}
        />
        {tab === approvalTab.waiting && (
          <WaitingByProcess byProcess={counts.data?.byProcess} chosen={state.processNo} />
        )}
        <DataTable<SteadyRow<ApprovalItem>>
          label="审批列表"
          twoLine
          rows={rows}
          query={list}
          rowKey={({ row }) => row.applyId}
          rowTone={({ gone }) => (gone === null ? undefined : 'gone')}
          numberFrom={(state.pageNum - 1) * APPROVAL_PAGE_SIZE + 1}
          columns={approvalColumns({
            approver,
            tab,
            onOpen: open,
            onApprove: (item) => {
              start([item]);
            },
            onRecall: (item) => {
              void recall.start(item);
            },
            onUrge: (item) => {
              void urge.start(item);
            },
          })}
          {...(approver && tab !== approvalTab.decided
            ? {
                selection: {
                  keys: chosen.keys,
                  onChange: chosen.choose,
                  disabled: (key: string) => !waiting?.some((item) => item.applyId === key && mayStart(item)),
                },
              }
            : {})}
          onRow={({ row }) => {
            open(row.applyId);
          }}
          empty={
            tab === approvalTab.waiting && !filtered
              ? hidden > 0
                ? { title: '所选时间范围内没有待办', reason: `此外还有 ${String(hidden)} 件更早的待办`, ...emptyAction }
                : { title: '真棒！今日工作已全部完成啦～' }
              : {
                  reason:
                    tab === approvalTab.waiting
                      ? '没有符合条件的待办，可以换一个条件'
                      : '没有符合条件的申请，可以换一个条件',
                  ...emptyAction,
                }
          }
          sorting={{
            sort,
            onSort: (next) => {
              change({ sort: next as ApprovalPageState['sort'] });
            },
          }}
          paging={{
            pageNo: state.pageNum,
            pageSize: APPROVAL_PAGE_SIZE,
            total: list.data?.total ?? 0,
            onPage: (pageNum) => {
              setState({ pageNum });
            },
          }}
          footer={
            approver && tab !== approvalTab.decided ? (
              <ChosenLine
                chosen={chosen}
                hidden={hidden}
                onShowAll={() => {
                  change({ scope: ALL_TIME });
                }}
                onApprove={() => {
                  start(chosen.items);
                }}
              />
            ) : undefined
          }
        />
        {/* Below the list: what somebody is about to press does not move. */}
        {arrived > 0 && (
          <div className={classes['arrived']}>
            新到 {arrived} 件待办
            <UnstyledButton className={classes['link']} onClick={refresh}>
              刷新列表
            </UnstyledButton>
          </div>
        )}
      </Card>
      <ApprovalDetailDialog
        applyId={state.applyId === '' ? null : state.applyId}
        onClose={close}
        onDecided={onDecided}
      />
      <DecisionFormDialog
        items={deciding}
        onClose={() => {
          setDeciding([]);
        }}
        onDecided={onDecided}
      />
      <DecisionResultsDialog
        decided={decided}
        onClose={() => {
          setDecided(null);
        }}
        onOpen={(applyId) => {
          setDecided(null);
          open(applyId);
        }}
      />
    </Page>
  );
}

/** The selection line in the footer: how many, and whether one decision fits them all. */
function ChosenLine({
  chosen,
  hidden,
  onShowAll,
  onApprove,
}: {
  chosen: ReturnType<typeof useChosen>;
  hidden: number;
  onShowAll: () => void;
  onApprove: () => void;
}) {
  const count = chosen.items.length;
  if (count === 0)
    return hidden > 0 ? (
      <span>
        所选时间范围之外还有 {hidden} 件待办{' '}
        <UnstyledButton c="var(--jw-ink)" onClick={onShowAll}>
          查看全部
        </UnstyledButton>
      </span>
    ) : (
      <span style={{ color: 'var(--jw-text-2)' }}>已选择 0 项</span>
    );
  return (
    <>
      <span>
        已选择 <strong>{count}</strong> 项
      </span>
      <UnstyledButton c="var(--jw-ink)" onClick={chosen.clear}>
        取消选择
      </UnstyledButton>
      <Button disabled={!chosen.mayBatch} onClick={onApprove}>
        批量审批（{count}）
      </Button>
      <span style={{ color: 'var(--jw-text-2)', fontSize: 12 }}>
        {!chosen.mayBatch
          ? '该流程不允许批量审批，请逐份审批'
          : chosen.sameProcess
            ? `均为${chosen.items[0]?.approvalProcessName ?? ''}，可一并审批`
            : '属于不同流程，可一并通过，结果逐项显示'}
      </span>
    </>
  );
}
