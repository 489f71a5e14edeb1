import {
  businessStatusNames,
  processNames,
  type BusinessStatus as Status,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  exportProcessInstances,
  INSTANCES_LOOKED_AT,
  queryProcessInstances,
  terminateInstance,
  type ProcessInstance,
  instanceSorts,
} from '@jwxt/contracts/approval/process-instance.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useContext, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { usePageState, pagingFields, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { StaleAfterApprovalsContext } from '../../lib/stale-after-approvals.ts';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { ApprovalLogDialog } from './approval-log.dialog.tsx';
import { BusinessStatus } from './approval-status.tsx';
import { byOffice, TransferDialog } from './transfer.dialog.tsx';
import { useUrge } from './use-application-actions.ts';

const PAGE_SIZE = 20;
const text = z.string().catch('').default('');
const pageState = z.object({
  processNo: text,
  applicantName: text,
  currentNodeName: text,
  approvalBusinessStatus: text,
  waitDays: text,
  beginTime: text,
  endTime: text,
  ...pagingFields(PAGE_SIZE),
  ...sortField(instanceSorts),
});
type Filter = Omit<z.output<typeof pageState>, 'pageNo' | 'pageSize' | 'sort'>;
const nothing: Filter = {
  processNo: '',
  applicantName: '',
  currentNodeName: '',
  approvalBusinessStatus: '',
  waitDays: '',
  beginTime: '',
  endTime: '',
};
const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const waits = choices({ 1: '1天以上', 3: '3天以上', 7: '7天以上', 15: '15天以上', 30: '30天以上' });

/** What is being asked about a row, in a dialog. */
type Asked = { about: 'log' | 'transfer' | 'terminate'; row: ProcessInstance };

/** 流程实例查询 (SYSADMIN-25): approvals of all processes, where they wait, since when and for whom. */
export function ProcessInstancesPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState<Filter>(filter);
  const [asked, setAsked] = useState<Asked | null>(null);
  const stale = useContext(StaleAfterApprovalsContext);
  const wanted = wantedOf(filter);
  const query = useOperation(queryProcessInstances, { pageNo, pageSize, sort, ...wanted }, { staleTime: 0 });
  const urge = useUrge();
  const close = () => {
    setAsked(null);
  };
  const of = (about: Asked['about']) => (asked?.about === about ? asked.row : null);
  const search = (next: Filter) => {
    setDraft(next);
    setState({ ...next, pageNo: 1 });
  };
  return (
    <Page title="流程实例查询">
      <Card flush>
        <SearchForm
          onSearch={() => {
            search({
              ...draft,
              applicantName: draft.applicantName.trim(),
              currentNodeName: draft.currentNodeName.trim(),
            });
            void query.refetch();
          }}
          onReset={() => {
            search(nothing);
          }}
          searching={query.isFetching}
        >
          {filters(draft, setDraft)}
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          <ExportButton operation={exportProcessInstances} input={wanted} />
        </Toolbar>
        <DataTable
          label="流程实例"
          columns={columnsOf(setAsked, (row) => void urge.start(row))}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.applyId}
          minWidth={1160}
          twoLine
          footer={
            query.data?.latestOnly
              ? `只在最新的 ${String(INSTANCES_LOOKED_AT)} 条中查找，更早的请选择流程、状态或申请时间`
              : ''
          }
          empty={{ reason: '没有符合条件的流程实例，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      <ApprovalLogDialog subject={of('log')} onClose={close} />
      <TransferDialog item={of('transfer')} handing={byOffice} onClose={close} onDone={close} />
      <ReasonDialog
        opened={of('terminate') !== null}
        title="终止流程"
        warning={`“${of('terminate')?.title ?? ''}”将按不通过结束，不能恢复；申请人会收到通知和原因。`}
        label="终止原因"
        confirmText="终止"
        operation={terminateInstance}
        input={(reason) => {
          const row = of('terminate');
          return { applyId: row?.applyId ?? '', revision: row?.revision ?? 0, reason };
        }}
        invalidates={['processInstanceQuery.', ...stale]}
        success="已终止"
        onClose={close}
      />
    </Page>
  );
}

/** What is asked of the server: only what is filled in. */
function wantedOf({ approvalBusinessStatus, waitDays, ...texts }: Filter) {
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(approvalBusinessStatus in businessStatusNames
      ? { approvalBusinessStatus: approvalBusinessStatus as Status }
      : {}),
    ...(/^[1-9][0-9]{0,3}$/.test(waitDays) ? { waitDays: Number(waitDays) } : {}),
  };
}

/** One by one, as a search card counts them. */
function filters(draft: Filter, onChange: (next: Filter) => void): ReactNode[] {
  const typed = (name: 'applicantName' | 'currentNodeName', label: string) => (
    <Field key={name} label={label} htmlFor={`instance-${name}`}>
      <TextInput
        id={`instance-${name}`}
        placeholder="请输入"
        maxLength={60}
        value={draft[name]}
        onChange={(event) => {
          onChange({ ...draft, [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );
  const chosen = (
    name: 'processNo' | 'approvalBusinessStatus' | 'waitDays',
    label: string,
    data: ReturnType<typeof choices>,
  ) => (
    <Field key={name} label={label} htmlFor={`instance-${name}`}>
      <Select
        id={`instance-${name}`}
        placeholder="全部"
        clearable
        searchable
        data={data}
        value={draft[name] || null}
        onChange={(value) => {
          onChange({ ...draft, [name]: value ?? '' });
        }}
      />
    </Field>
  );
  const time = (name: 'beginTime' | 'endTime', label: string) => (
    <Field key={name} label={label}>
      <DateTimeField
        label={label}
        endOfDay={name === 'endTime'}
        value={draft[name] || null}
        onChange={(value) => {
          onChange({ ...draft, [name]: value ?? '' });
        }}
      />
    </Field>
  );
  return [
    chosen('processNo', '流程', choices(processNames)),
    typed('applicantName', '申请人'),
    chosen('approvalBusinessStatus', '状态', choices(businessStatusNames)),
    typed('currentNodeName', '当前节点'),
    chosen('waitDays', '等待', waits),
    time('beginTime', '申请时间从'),
    time('endTime', '申请时间至'),
  ];
}

const columnsOf = (ask: (asked: Asked) => void, urge: (row: ProcessInstance) => void): Column<ProcessInstance>[] => [
  {
    key: 'process',
    sort: 'process',
    title: '流程与内容',
    width: 'auto',
    least: 430,
    align: 'left',
    render: (row) => <TwoLines first={row.approvalProcessName} second={row.title} />,
  },
  {
    key: 'applicant',
    sort: 'applicantName',
    title: '申请人',
    width: 112,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName} second={row.applicantDepartmentName} />,
  },
  { key: 'applyTime', sort: 'applyTime', title: '申请时间', width: 150, importance: 3, render: (row) => row.applyTime },
  {
    key: 'node',
    sort: 'node',
    title: '当前节点',
    width: 124,
    align: 'left',
    render: (row) =>
      row.currentNodeName === null ? (
        NOTHING
      ) : (
        <TwoLines first={row.currentNodeName} second={row.currentApprovers || '无审批人'} />
      ),
  },
  {
    key: 'waitDays',
    sort: 'waitDays',
    title: '等待天数',
    width: 76,
    align: 'right',
    render: (row) => (row.waitDays === null ? NOTHING : String(row.waitDays)),
  },
  {
    key: 'status',
    sort: 'status',
    title: '状态',
    width: 132,
    render: (row) => (
      <TwoLines
        first={<BusinessStatus item={row} />}
        second={row.finishTime && `${row.finishTime.slice(0, 10)} 结束`}
      />
    ),
  },
  {
    key: 'action',
    title: '操作',
    width: 226,
    pinRight: true,
    render: (row) => {
      const action = (name: string, run: () => void, danger = false) => (
        <Button
          variant="subtle"
          size="compact-sm"
          color={danger ? 'red' : undefined}
          aria-label={`${name} ${row.title}`}
          onClick={run}
        >
          {name}
        </Button>
      );
      return (
        <>
          {action('日志', () => {
            ask({ about: 'log', row });
          })}
          {row.mayUrge &&
            action('催办', () => {
              urge(row);
            })}
          {row.mayTransfer &&
            action('转办', () => {
              ask({ about: 'transfer', row });
            })}
          {row.mayTerminate &&
            action(
              '终止',
              () => {
                ask({ about: 'terminate', row });
              },
              true,
            )}
        </>
      );
    },
  },
];
