import {
  deletePermission,
  queryPermissions,
  type PermissionView,
} from '@jwxt/contracts/access/role-permission.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { sortField, usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES, pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { sortedWhole } from '../../ui/sorted-whole.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { cellOfNames, someNames } from '../../ui/some-names.tsx';
import classes from './access.module.css';

const schema = z.object({
  keyword: z.string().catch('').default(''),
  fwbh: z.string().catch('').default(''),
  jsbh: z.string().catch('').default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(10).max(200).catch(100).default(100),
  ...sortField(['fwmc', 'qxbh', 'qxmc', 'userNum']),
});

/** What a line says of a code: what asks for it, or that nothing does. */
const askedBy = ({ known, operations }: PermissionView) =>
  !known || operations.length === 0
    ? null
    : someNames(
        operations.map(({ summary }) => summary),
        1,
      );

/** 权限 (SYSADMIN-14): every code, what asks for it, and which roles hold it. */
export function PermissionsPage() {
  const [state, setState] = usePageState(schema);
  const [draft, setDraft] = useState({ keyword: state.keyword, fwbh: state.fwbh, jsbh: state.jsbh });
  const mayDelete = useMay('permission:delete');
  const query = useOperation(queryPermissions, {}, { staleTime: 0 });
  const remove = useProcess(deletePermission, {
    confirm: ({ qxbh }) => ({
      message: `“${qxbh}”没有任何功能使用，确定从所有角色中删除吗？`,
      confirmText: '删除',
      danger: true,
    }),
    invalidates: [queryPermissions.id, 'roleMana.'],
    success: true,
  });
  const all = query.data ?? [];
  const sought = state.keyword.trim().toLowerCase();
  const found = all.filter(
    ({ qxbh, qxmc, fwmc, roles }) =>
      (sought === '' || qxbh.toLowerCase().includes(sought) || qxmc.includes(sought)) &&
      (state.fwbh === '' || fwmc === state.fwbh) &&
      (state.jsbh === '' || roles.some(({ jsbh }) => jsbh === state.jsbh)),
  );
  const columns: Column<PermissionView>[] = [
    { key: 'fwmc', title: '服务', sort: 'fwmc', width: 110, align: 'left', importance: 2, render: (row) => row.fwmc },
    {
      key: 'qxbh',
      title: '权限编号',
      sort: 'qxbh',
      width: 300,
      align: 'left',
      ellipsis: true,
      render: (row) => row.qxbh,
    },
    {
      key: 'qxmc',
      title: '名称',
      sort: 'qxmc',
      width: 178,
      align: 'left',
      ellipsis: true,
      render: (row) => row.qxmc || NOTHING,
    },
    {
      key: 'operations',
      title: '使用的功能',
      width: 'auto',
      least: 260,
      align: 'left',
      render: (row) =>
        askedBy(row) === null ? (
          <StatusTag tone="grey">未使用</StatusTag>
        ) : (
          <div
            className="jw-two-lines"
            title={row.operations.map(({ summary, method, path }) => `${summary}：${method} ${path}`).join('\n')}
          >
            {askedBy(row)}
          </div>
        ),
    },
    {
      key: 'roles',
      title: '持有的角色',
      width: 220,
      align: 'left',
      render: (row) =>
        row.roles.length === 0
          ? NOTHING
          : cellOfNames(
              row.roles.map(({ jsmc }) => jsmc),
              3,
            ),
    },
    { key: 'userNum', title: '用户数', sort: 'userNum', width: 92, align: 'right', render: (row) => row.userNum },
    ...(mayDelete
      ? [
          {
            key: 'action',
            title: '操作',
            width: 72,
            pinRight: true,
            render: (row: PermissionView) =>
              !row.known && (
                <button
                  type="button"
                  className={classes['act']}
                  data-danger
                  aria-label={`删除 ${row.qxbh}`}
                  onClick={() => {
                    remove.start({ qxbh: row.qxbh });
                  }}
                >
                  删除
                </button>
              ),
          },
        ]
      : []),
  ];
  const sorted = sortedWhole(found, columns, state.sort);
  const modulesThere = [...new Set(all.map(({ fwmc }) => fwmc))];
  const rolesThere = [...new Map(all.flatMap(({ roles }) => roles).map((role) => [role.jsbh, role])).values()];
  return (
    <Page title="权限">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, pageNo: 1 });
          }}
          onReset={() => {
            const none = { keyword: '', fwbh: '', jsbh: '' };
            setDraft(none);
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="权限" htmlFor="permission-keyword">
            <TextInput
              id="permission-keyword"
              maxLength={60}
              placeholder="名称或编号"
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="服务" htmlFor="permission-module">
            <Select
              id="permission-module"
              clearable
              placeholder="全部"
              data={modulesThere}
              value={draft.fwbh || null}
              onChange={(value) => {
                setDraft({ ...draft, fwbh: value ?? '' });
              }}
            />
          </Field>
          <Field label="角色" htmlFor="permission-role">
            <Select
              id="permission-role"
              clearable
              placeholder="全部"
              data={rolesThere.map(({ jsbh, jsmc }) => ({ value: jsbh, label: jsmc }))}
              value={draft.jsbh || null}
              onChange={(value) => {
                setDraft({ ...draft, jsbh: value ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          {query.data && (
            <span className={classes['count']}>
              共 {found.length} 项，其中未使用 {found.filter((row) => askedBy(row) === null).length} 项
            </span>
          )}
        </Toolbar>
        <DataTable<PermissionView>
          label="权限"
          columns={columns}
          refreshable
          rows={query.data && sorted.slice((state.pageNo - 1) * state.pageSize, state.pageNo * state.pageSize)}
          query={query}
          rowKey={(row) => row.qxbh}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1}
          minWidth={1240}
          empty={{ reason: '没有符合条件的权限，可以换一个条件' }}
          paging={{ ...pagingOf(state, found.length, setState), sizes: ADMIN_PAGE_SIZES }}
          sorting={sortingOf(state, setState)}
        />
      </Card>
    </Page>
  );
}
