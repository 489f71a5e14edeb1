import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { resourceNames, resources } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import {
  exportOperationLog,
  LOG_LOOKED_AT,
  queryOperationLog,
  type OperationLogRow,
  operationLogSorts,
} from '@jwxt/contracts/system/operation-log.operations.ts';
import { loggedOperations, loggedThings } from '@jwxt/contracts/system/operation-log.vocabulary.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { usePageState, pagingFields, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { DateTimeField } from '../../ui/date-field.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { OperationLogDialog } from './operation-log.dialog.tsx';

const PAGE_SIZE = 20;
const text = z.string().catch('').default('');
const pageState = z.object({
  userName: text,
  resource: text,
  key: text,
  operation: text,
  beginTime: text,
  endTime: text,
  ...pagingFields(PAGE_SIZE),
  ...sortField(operationLogSorts),
});
const nothing = { userName: '', resource: '', key: '', operation: '', beginTime: '', endTime: '' };
const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const things = options({
  ...loggedThings,
  ...Object.fromEntries(resourceNames.map((name) => [name, resources[name].title])),
});
const operations = options(loggedOperations);

/** 操作日志 (SYSADMIN-15): who did what to which row, when and from where, and what was there before. */
export function OperationLogPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(filter);
  const [opened, setOpened] = useState<string | null>(null);
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const query = useOperation(queryOperationLog, { pageNo, pageSize, sort, ...wanted }, { staleTime: 0 });
  const search = (next: typeof draft) => {
    setDraft(next);
    setState({ ...next, pageNo: 1 });
  };
  const typed = (name: 'userName' | 'key', label: string, maxLength: number) => (
    <Field label={label} htmlFor={`log-${name}`}>
      <TextInput
        id={`log-${name}`}
        placeholder="请输入"
        maxLength={maxLength}
        value={draft[name]}
        onChange={(event) => {
          setDraft({ ...draft, [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );
  const chosen = (name: 'resource' | 'operation', label: string, data: typeof things) => (
    <Field label={label} htmlFor={`log-${name}`}>
      <Select
        id={`log-${name}`}
        placeholder="全部"
        clearable
        searchable
        data={data}
        value={draft[name] || null}
        onChange={(value) => {
          setDraft({ ...draft, [name]: value ?? '' });
        }}
      />
    </Field>
  );
  const time = (name: 'beginTime' | 'endTime', label: string) => (
    <Field label={label}>
      <DateTimeField
        label={label}
        endOfDay={name === 'endTime'}
        value={draft[name] || null}
        onChange={(value) => {
          setDraft({ ...draft, [name]: value ?? '' });
        }}
      />
    </Field>
  );
  return (
    <Page title="操作日志">
      <Card flush>
        <SearchForm
          onSearch={() => {
            search({ ...draft, userName: draft.userName.trim(), key: draft.key.trim() });
            void query.refetch();
          }}
          onReset={() => {
            search(nothing);
          }}
          searching={query.isFetching}
        >
          {typed('userName', '账号', 64)}
          {chosen('resource', '对象', things)}
          {typed('key', '主键', 140)}
          {chosen('operation', '操作', operations)}
          {time('beginTime', '时间从')}
          {time('endTime', '时间至')}
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          <ExportButton operation={exportOperationLog} input={wanted} />
        </Toolbar>
        <DataTable
          label="操作日志"
          columns={columnsOf(setOpened)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.logId}
          minWidth={1150}
          footer={
            query.data?.latestOnly ? `只在最新的 ${String(LOG_LOOKED_AT)} 条中查找，更早的请选择时间、账号或对象` : ''
          }
          empty={{ reason: '没有符合条件的操作，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {opened !== null && (
        <OperationLogDialog
          logId={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Page>
  );
}

const columnsOf = (open: (logId: string) => void): Column<OperationLogRow>[] => [
  { key: 'operateTime', sort: 'operateTime', title: '时间', width: 168, render: (row) => row.operateTime },
  {
    key: 'who',
    sort: 'userName',
    title: '操作人',
    width: 190,
    align: 'left',
    ellipsis: true,
    render: ({ name, userName, actedFor }) =>
      (name === userName ? name : `${name}（${userName}）`) + (actedFor === '' ? '' : ` 代 ${actedFor}`),
  },
  {
    key: 'resourceName',
    sort: 'resource',
    title: '对象',
    width: 120,
    align: 'left',
    ellipsis: true,
    render: (row) => row.resourceName,
  },
  {
    key: 'operationName',
    sort: 'operation',
    title: '操作',
    width: 110,
    align: 'left',
    ellipsis: true,
    render: (row) => row.operationName,
  },
  { key: 'key', title: '主键', width: 'auto', least: 200, align: 'left', ellipsis: true, render: (row) => row.key },
  {
    key: 'permission',
    title: '权限',
    width: 150,
    align: 'left',
    ellipsis: true,
    importance: 2,
    render: (row) => row.permissionName || row.permissionCode || NOTHING,
  },
  {
    key: 'clientAddress',
    title: '地址',
    width: 130,
    align: 'left',
    ellipsis: true,
    importance: 3,
    render: (row) => row.clientAddress || NOTHING,
  },
  {
    key: 'action',
    title: '详情',
    width: 80,
    pinRight: true,
    render: (row) => (
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`查看 ${row.resourceName} ${row.operationName} ${row.operateTime}`}
        onClick={() => {
          open(row.logId);
        }}
      >
        查看
      </Button>
    ),
  },
];
