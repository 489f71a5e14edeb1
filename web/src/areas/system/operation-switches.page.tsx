import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  queryOperationSwitches,
  switchSorts,
  updateOperationSwitch,
  type OperationSwitch,
} from '@jwxt/contracts/system/operation-switch.operations.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { sortField, usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';

const openness = [
  { value: yesNo.yes, label: '公开' },
  { value: yesNo.no, label: '须登录' },
];
const states = [
  { value: yesNo.yes, label: '启用' },
  { value: yesNo.no, label: '停用' },
];
const flag = z
  .enum(['', ...Object.values(yesNo)])
  .catch('')
  .default('');
const filterSchema = z.object({
  path: z.string().catch('').default(''),
  permissionCode: z.string().catch('').default(''),
  isPublic: flag,
  sfqy: flag,
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(10).max(200).catch(100).default(100),
  ...sortField(switchSorts),
});
type Filter = z.output<typeof filterSchema>;

/** 接口资源 (SYSADMIN-17): every operation of the API, which is switched off with a notice, and on again. */
export function OperationSwitchesPage() {
  const [filter, setFilter] = usePageState(filterSchema);
  const [switchingOff, setSwitchingOff] = useState<OperationSwitch | null>(null);
  const mayUpdate = useMay('resources:update');
  const { pageNo, pageSize, sort, isPublic, sfqy, ...texts } = filter;
  const query = useOperation(
    queryOperationSwitches,
    {
      ...texts,
      ...(sort === undefined ? {} : { sort }),
      ...(isPublic === '' ? {} : { isPublic }),
      ...(sfqy === '' ? {} : { sfqy }),
      pageNum: pageNo,
      pageSize,
    },
    { staleTime: 0 },
  );
  const switchOn = useProcess(updateOperationSwitch, {
    confirm: ({ resourceId }) => ({
      message: `确定启用“${query.data?.list.find((row) => row.resourceId === resourceId)?.operationName ?? ''}”吗？`,
      confirmText: '启用',
    }),
    invalidates: [queryOperationSwitches.id],
    success: '已启用',
  });
  const columns: Column<OperationSwitch>[] = [
    {
      key: 'operationName',
      title: '接口名称',
      sort: 'operationName',
      width: 170,
      align: 'left',
      ellipsis: true,
      render: (row) => row.operationName,
    },
    { key: 'method', title: '方法', sort: 'method', width: 84, align: 'center', render: (row) => row.method },
    {
      key: 'path',
      title: '路径',
      sort: 'path',
      width: 'auto',
      least: 240,
      align: 'left',
      ellipsis: true,
      render: (row) => row.path,
    },
    {
      key: 'permissionCode',
      title: '权限编码',
      sort: 'permissionCode',
      width: 190,
      align: 'left',
      ellipsis: true,
      importance: 2,
      render: (row) => row.permissionCode ?? NOTHING,
    },
    {
      key: 'isPublic',
      title: '公开',
      sort: 'isPublic',
      width: 84,
      align: 'center',
      importance: 3,
      render: (row) => (row.isPublic === yesNo.yes ? '是' : '否'),
    },
    {
      key: 'sfqy',
      title: '状态',
      sort: 'sfqy',
      width: 84,
      align: 'center',
      render: (row) =>
        row.sfqy === yesNo.yes ? <StatusTag tone="green">启用</StatusTag> : <StatusTag tone="red">停用</StatusTag>,
    },
    {
      key: 'notice',
      title: '说明',
      width: 190,
      align: 'left',
      ellipsis: true,
      render: (row) =>
        row.notice === null
          ? row.alwaysOn !== null && `不能停用：${row.alwaysOn}`
          : `${row.notice}（${row.switchedBy ?? ''}，${row.switchedTime ?? ''}）`,
    },
    ...(mayUpdate
      ? [
          {
            key: 'action',
            title: '操作',
            width: 84,
            align: 'center' as const,
            pinRight: true,
            render: (row: OperationSwitch) => (
              <Button
                variant="subtle"
                size="compact-sm"
                {...(row.sfqy === yesNo.yes ? { color: 'red' } : {})}
                disabled={row.sfqy === yesNo.yes && row.alwaysOn !== null}
                aria-label={`${row.sfqy === yesNo.yes ? '停用' : '启用'} ${row.operationName}`}
                onClick={() => {
                  if (row.sfqy === yesNo.yes) setSwitchingOff(row);
                  else switchOn.start({ resourceId: row.resourceId, sfqy: yesNo.yes });
                }}
              >
                {row.sfqy === yesNo.yes ? '停用' : '启用'}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Page title="接口资源">
      <Filters
        key={JSON.stringify([texts, isPublic, sfqy])}
        filter={filter}
        searching={query.isFetching}
        onSearch={(next) => {
          setFilter({ ...next, pageNo: 1 });
          void query.refetch();
        }}
      />
      <Card flush grow>
        <Toolbar
          right={
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRefresh size={14} />}
              loading={query.isFetching}
              onClick={() => {
                void query.refetch();
              }}
            >
              刷新
            </Button>
          }
        />
        <DataTable
          label="接口资源"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={(row) => row.resourceId}
          minWidth={1160}
          numberFrom={(pageNo - 1) * pageSize + 1}
          empty={{ reason: '没有符合条件的接口，可以换一个条件' }}
          paging={{
            pageNo,
            pageSize,
            total: query.data?.total ?? 0,
            sizes: ADMIN_PAGE_SIZES,
            onPage: (page) => {
              setFilter({ pageNo: page });
            },
            onPageSize: (size) => {
              setFilter({ pageSize: size, pageNo: 1 });
            },
          }}
          sorting={sortingOf(filter, setFilter)}
        />
      </Card>
      <ReasonDialog
        opened={switchingOff !== null}
        title={`停用“${switchingOff?.operationName ?? ''}”`}
        warning="停用立即生效：所有人和程序再调用它都会被拒绝，并看到下面的说明。已经在进行的不受影响，可随时再启用。"
        label="停用说明"
        confirmText="停用"
        operation={updateOperationSwitch}
        input={(notice) => ({ resourceId: switchingOff?.resourceId ?? '', sfqy: yesNo.no, notice })}
        invalidates={[queryOperationSwitches.id]}
        success="已停用"
        onClose={() => {
          setSwitchingOff(null);
        }}
      />
    </Page>
  );
}

/** Typed here, and written into the address by 查询. */
function Filters({
  filter,
  searching,
  onSearch,
}: {
  filter: Filter;
  searching: boolean;
  onSearch: (filter: Partial<Filter>) => void;
}) {
  const [draft, setDraft] = useState({
    path: filter.path,
    permissionCode: filter.permissionCode,
    isPublic: filter.isPublic,
    sfqy: filter.sfqy,
  });
  const text = (name: 'path' | 'permissionCode', label: string) => (
    <Field label={label} htmlFor={`interface-${name}`}>
      <TextInput
        id={`interface-${name}`}
        maxLength={100}
        placeholder={`请输入${label}`}
        value={draft[name]}
        onChange={(event) => {
          setDraft({ ...draft, [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );
  const choice = (name: 'isPublic' | 'sfqy', label: string, data: { value: YesNo; label: string }[]) => (
    <Field label={label} htmlFor={`interface-${name}`}>
      <Select
        id={`interface-${name}`}
        clearable
        placeholder="全部"
        data={data}
        value={draft[name] || null}
        onChange={(value) => {
          setDraft({ ...draft, [name]: value ?? '' });
        }}
      />
    </Field>
  );
  return (
    <Card flush>
      <SearchForm
        searching={searching}
        onSearch={() => {
          onSearch(draft);
        }}
        onReset={() => {
          onSearch({ path: '', permissionCode: '', isPublic: '', sfqy: '' });
        }}
      >
        {text('path', '路径或名称')}
        {text('permissionCode', '权限编码')}
        {choice('sfqy', '状态', states)}
        {choice('isPublic', '公开', openness)}
      </SearchForm>
    </Card>
  );
}
