import { Button, Select, TextInput } from '@mantine/core';
import {
  exportMonitorResults,
  queryMonitorPoints,
  queryMonitorResults,
  monitorResultSorts,
} from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { handleStatuses, handleStatus } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { IconBan, IconBrush } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { ShortTime } from '../../ui/short-time.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { CleanResultsDialog } from './clean-results.dialog.tsx';
import { IgnoreResultsDialog } from './ignore-results.dialog.tsx';
import type { MonitorResult } from './result-changes.tsx';
import { ResultDetailDialog } from './result-detail.dialog.tsx';
import { SeverityTag } from './severity-tag.tsx';
import { TwoLines, TwoLineText } from '../../ui/two-lines.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  pointCode: text,
  monitorGroup: text,
  departmentId: text,
  keyword: text,
  handleStatus: z.enum(handleStatus).catch(handleStatus.open).default(handleStatus.open),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).catch(20).default(20),
  ...sortField(monitorResultSorts),
});
const statusTones = {
  [handleStatus.open]: 'orange',
  [handleStatus.cleaned]: 'green',
  [handleStatus.ignored]: 'grey',
  [handleStatus.corrected]: 'green',
} as const;
const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

type Open =
  | { what: 'detail'; result: MonitorResult }
  | { what: 'clean'; results: readonly MonitorResult[] }
  | { what: 'ignore'; ids: readonly number[] }
  | null;

/**
 * What the points found, in the own units: look at it, clean it, leave it alone, take it away as a sheet (MONITOR-33).
 */
export function MonitorResultsPage() {
  const [state, setState] = usePageState(pageState);
  const { pageNo, pageSize, sort, ...filter } = state;
  const [draft, setDraft] = useState(filter);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open>(null);
  const query = useOperation(queryMonitorResults, state);
  const points = useOperation(queryMonitorPoints, {});
  const mayClean = useMay('dataMonitor:clean');
  const rows = query.data?.list;
  const groups = [
    ...new Map(
      (points.data?.list ?? []).map(({ monitorGroup, monitorGroupName }) => [
        monitorGroup,
        { value: monitorGroup, label: monitorGroupName },
      ]),
    ).values(),
  ];
  const picked = (rows ?? []).filter(({ resultId }) => chosen.has(String(resultId)));
  const cleanable = picked.filter((result) => result.cleanable === yesNo.yes);

  const show = (change: Partial<typeof state>): void => {
    setChosen(new Set());
    setState({ pageNo: 1, ...change }, { push: true });
  };
  const reset = (): void => {
    const empty = pageState.parse({});
    setDraft(empty);
    show(empty);
  };
  const closeDone = (): void => {
    setOpen(null);
    setChosen(new Set());
  };
  const unit =
    state.departmentId === ''
      ? null
      : (rows?.find(({ departmentId }) => departmentId === state.departmentId)?.departmentName ?? state.departmentId);

  const columns: Column<MonitorResult>[] = [
    {
      key: 'severity',
      sort: 'severity',
      title: '严重程度',
      width: 84,
      align: 'center',
      render: ({ severity, severityName }) => <SeverityTag severity={severity}>{severityName}</SeverityTag>,
    },
    {
      key: 'point',
      sort: 'pointName',
      title: '监测点',
      width: 236,
      align: 'left',
      render: ({ pointName, monitorGroupName }) => <TwoLines first={pointName} second={monitorGroupName} />,
    },
    {
      key: 'data',
      sort: 'businessName',
      title: '数据',
      width: '22%',
      least: 236,
      align: 'left',
      render: ({ businessName, departmentName }) => (
        <TwoLines first={businessName} second={departmentName ?? '不属于单位'} />
      ),
    },
    {
      key: 'problem',
      title: '问题描述',
      width: 'auto',
      least: 260,
      align: 'left',
      render: ({ problemText }) => <TwoLineText text={problemText} />,
    },
    {
      key: 'found',
      sort: 'foundTime',
      title: '发现时间',
      width: 116,
      importance: 3,
      align: 'center',
      render: ({ foundTime }) => <ShortTime time={foundTime} />,
    },
    {
      key: 'status',
      title: '处理状态',
      width: 100,
      align: 'center',
      render: (row) => <StatusTag tone={statusTones[row.handleStatus]}>{row.handleStatusName}</StatusTag>,
    },
    {
      key: 'actions',
      title: '操作',
      width: 112,
      align: 'center',
      pinRight: true,
      render: (result) => (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setOpen({ what: 'detail', result });
            }}
          >
            查看
          </Button>
          {mayClean && result.cleanable === yesNo.yes && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setOpen({ what: 'clean', results: [result] });
              }}
            >
              清洗
            </Button>
          )}
        </>
      ),
    },
  ];

  return (
    <Page title="监测结果">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            show(draft);
          }}
          onReset={reset}
          visible={4}
        >
          <Field label="监测分组" htmlFor="result-group">
            <Select
              id="result-group"
              clearable
              placeholder="全部"
              data={groups}
              value={draft.monitorGroup || null}
              onChange={(value) => {
                setDraft({ ...draft, monitorGroup: value ?? '', pointCode: '' });
              }}
            />
          </Field>
          <Field label="监测点" htmlFor="result-point">
            <Select
              id="result-point"
              clearable
              searchable
              placeholder="全部"
              nothingFoundMessage="没有匹配的监测点"
              value={draft.pointCode || null}
              onChange={(value) => {
                setDraft({ ...draft, pointCode: value ?? '' });
              }}
              data={(points.data?.list ?? [])
                .filter(({ monitorGroup }) => draft.monitorGroup === '' || monitorGroup === draft.monitorGroup)
                .map(({ pointCode, pointName }) => ({ value: pointCode, label: pointName }))}
            />
          </Field>
          <Field label="处理状态" htmlFor="result-status">
            <Select
              id="result-status"
              allowDeselect={false}
              data={options(handleStatuses)}
              value={draft.handleStatus}
              onChange={(value) => {
                setDraft({ ...draft, handleStatus: (value ?? handleStatus.open) as typeof draft.handleStatus });
              }}
            />
          </Field>
          <Field label="关键字" htmlFor="result-keyword">
            <TextInput
              id="result-keyword"
              placeholder="名称、代码或问题描述"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar
          right={
            unit !== null && (
              <>
                单位：{unit}
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => {
                    setDraft({ ...draft, departmentId: '' });
                    show({ departmentId: '' });
                  }}
                >
                  查看全部单位
                </Button>
              </>
            )
          }
        >
          {mayClean && (
            <Button
              variant="light"
              leftSection={<IconBrush size={16} />}
              disabled={cleanable.length === 0}
              onClick={() => {
                setOpen({ what: 'clean', results: cleanable });
              }}
            >
              清洗
            </Button>
          )}
          {mayClean && (
            <Button
              variant="default"
              leftSection={<IconBan size={16} />}
              disabled={picked.length === 0}
              onClick={() => {
                setOpen({ what: 'ignore', ids: picked.map(({ resultId }) => resultId) });
              }}
            >
              忽略
            </Button>
          )}
          <ExportButton operation={exportMonitorResults} input={filter} />
        </Toolbar>
        <DataTable
          label="监测结果"
          columns={columns}
          rows={rows}
          query={query}
          rowKey={({ resultId }) => String(resultId)}
          twoLine
          minWidth={1080}
          numberFrom={(pageNo - 1) * pageSize + 1}
          {...(mayClean && state.handleStatus === handleStatus.open
            ? { selection: { keys: chosen, onChange: setChosen } }
            : {})}
          empty={{
            title: state.handleStatus === handleStatus.open ? '没有未处理的问题' : '没有符合条件的记录',
            reason: '每天 03:00 自动监测，也可在监控大屏重新监测。',
          }}
          footer={
            picked.length > 0 ? (
              <span>
                已选择 {picked.length} 项
                {cleanable.length < picked.length ? `，其中 ${String(cleanable.length)} 项可清洗` : ''}{' '}
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => {
                    setChosen(new Set());
                  }}
                >
                  取消选择
                </Button>
              </span>
            ) : undefined
          }
          sorting={sortingOf({ sort }, setState)}
          paging={{
            pageNo,
            pageSize,
            total: query.data?.total ?? 0,
            onPage: (page) => {
              setChosen(new Set());
              setState({ pageNo: page }, { push: true });
            },
            onPageSize: (size) => {
              show({ pageSize: size });
            },
          }}
        />
      </Card>
      {open?.what === 'detail' && (
        <ResultDetailDialog
          result={open.result}
          onClose={() => {
            setOpen(null);
          }}
        />
      )}
      {open?.what === 'clean' && (
        <CleanResultsDialog
          results={open.results}
          onClose={() => {
            setOpen(null);
          }}
          onDone={closeDone}
        />
      )}
      {open?.what === 'ignore' && (
        <IgnoreResultsDialog
          resultIds={open.ids}
          onClose={() => {
            setOpen(null);
          }}
          onDone={closeDone}
        />
      )}
    </Page>
  );
}
