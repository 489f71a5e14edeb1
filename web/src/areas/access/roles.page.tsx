import { personKind, personKinds } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import {
  deleteRole,
  deleteRoles,
  queryRoles,
  type RoleView,
  roleSorts,
} from '@jwxt/contracts/access/role.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { notify } from '../../lib/notify.ts';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES, pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import classes from './access.module.css';
import { RoleFormDialog, type RoleForm } from './role-form.dialog.tsx';
import { RolePermissionsDialog } from './role-permissions.dialog.tsx';
import { RoleUsersDialog } from './role-users.dialog.tsx';

const schema = z.object({
  jsbh: z.string().catch('').default(''),
  jsmc: z.string().catch('').default(''),
  jslx: z
    .enum(['', ...Object.values(personKind)])
    .catch('')
    .default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(10).max(200).catch(100).default(100),
  ...sortField(roleSorts),
});
type Filter = Pick<z.output<typeof schema>, 'jsbh' | 'jsmc' | 'jslx'>;
type Opened = { dialog: 'form'; form: RoleForm } | { dialog: 'permissions' | 'users'; role: RoleView };

/** 角色管理 (SYSADMIN-12, SYSADMIN-13): roles, what each may do, and who holds it. */
export function RolesPage() {
  const [state, setState] = usePageState(schema);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const may = useMayCheck();
  const { pageNo, pageSize, sort, jsbh, jsmc, jslx } = state;
  const query = useOperation(
    queryRoles,
    { jsbh, jsmc, ...(jslx === '' ? {} : { jslx }), pageNo, pageSize, sort },
    { staleTime: 0 },
  );
  const close = () => {
    setOpened(null);
  };
  const remove = useProcess(deleteRole, {
    confirm: () => ({ message: '确定删除所选的角色吗？', confirmText: '删除', danger: true }),
    invalidates: ['role.'],
    success: true,
  });
  const removeAll = useProcess(deleteRoles, {
    confirm: ({ keyList }) => ({
      message: `确定删除所选的 ${String(keyList.length)} 个角色吗？内置的和还有用户的会留下。`,
      confirmText: '删除',
      danger: true,
    }),
    invalidates: ['role.'],
    onSuccess: ({ deleted, kept }) => {
      setChosen(new Set());
      if (kept.length === 0) notify.success(`已删除 ${String(deleted)} 个角色`);
      else notify.warning(`已删除 ${String(deleted)} 个，留下 ${String(kept.length)} 个：${kept[0]?.message ?? ''}`);
    },
  });
  const act = (label: string, role: RoleView, onClick: () => void, danger = false) => (
    <button
      key={label}
      type="button"
      className={classes['act']}
      data-danger={danger || undefined}
      aria-label={`${label} ${role.jsmc}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
  const columns: Column<RoleView>[] = [
    { key: 'jsbh', sort: 'jsbh', title: '角色编号', width: 110, align: 'left', render: (row) => row.jsbh },
    {
      key: 'jsmc',
      sort: 'jsmc',
      title: '角色名称',
      width: 180,
      align: 'left',
      ellipsis: true,
      render: (row) => row.jsmc,
    },
    { key: 'jslx', sort: 'jslx', title: '角色类型', width: 100, render: (row) => row.jslxmc },
    {
      key: 'jsms',
      title: '角色描述',
      width: 'auto',
      align: 'left',
      ellipsis: true,
      render: (row) => row.jsms || NOTHING,
    },
    { key: 'userNum', sort: 'userNum', title: '用户数', width: 84, align: 'right', render: (row) => row.userNum },
    { key: 'isBuiltIn', title: '内置', width: 64, render: (row) => (row.isBuiltIn === yesNo.yes ? '是' : '否') },
    {
      key: 'sfqy',
      sort: 'sfqy',
      title: '状态',
      width: 90,
      render: ({ sfqy }) =>
        sfqy === yesNo.yes ? <StatusTag tone="green">启用</StatusTag> : <StatusTag tone="grey">停用</StatusTag>,
    },
    {
      key: 'action',
      title: '操作',
      width: 240,
      pinRight: true,
      render: (role) => (
        <span className={classes['acts']}>
          {may('role:roleMana:selectRoleByJsbh') &&
            act('权限', role, () => {
              setOpened({ dialog: 'permissions', role });
            })}
          {act('用户', role, () => {
            setOpened({ dialog: 'users', role });
          })}
          {may('role:updateRoleInfo') &&
            act('修改', role, () => {
              setOpened({ dialog: 'form', form: { how: 'change', role } });
            })}
          {may('role:insertRoleInfo') &&
            act('复制', role, () => {
              setOpened({ dialog: 'form', form: { how: 'copy', role } });
            })}
          {may('role:deleteRoleByid') &&
            role.isBuiltIn !== yesNo.yes &&
            act(
              '删除',
              role,
              () => {
                remove.start({ jsbh: role.jsbh });
              },
              true,
            )}
        </span>
      ),
    },
  ];
  const builtIn = new Set(query.data?.rows.filter((role) => role.isBuiltIn === yesNo.yes).map((role) => role.jsbh));
  return (
    <Page title="角色管理">
      <Filters
        key={`${jsbh} ${jsmc} ${jslx}`}
        filter={{ jsbh, jsmc, jslx }}
        searching={query.isFetching}
        onSearch={(filter) => {
          setState({ ...filter, pageNo: 1 });
          void query.refetch();
        }}
      />
      <Card flush grow>
        <Toolbar>
          {may('role:insertRoleInfo') && (
            <Button
              variant="light"
              leftSection={<IconPlus size={16} />}
              onClick={() => {
                setOpened({ dialog: 'form', form: { how: 'new' } });
              }}
            >
              新增
            </Button>
          )}
          {may('role:deleteRoleByid') && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} />}
              disabled={chosen.size === 0 || removeAll.isPending}
              onClick={() => {
                removeAll.start({ keyList: [...chosen] });
              }}
            >
              删除
            </Button>
          )}
        </Toolbar>
        <DataTable<RoleView>
          label="角色"
          columns={columns}
          refreshable
          rows={query.data?.rows}
          query={query}
          rowKey={(role) => role.jsbh}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={1060}
          {...(may('role:deleteRoleByid')
            ? {
                selection: { keys: chosen, onChange: setChosen, disabled: (key: string) => builtIn.has(key) },
                footer: <span>已选择 {chosen.size} 项</span>,
              }
            : {})}
          empty={{ reason: '没有符合条件的角色，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={{ ...pagingOf(state, query.data?.total, setState), sizes: ADMIN_PAGE_SIZES }}
        />
      </Card>
      {opened?.dialog === 'form' && <RoleFormDialog form={opened.form} onClose={close} />}
      {opened?.dialog === 'permissions' && <RolePermissionsDialog role={opened.role} onClose={close} />}
      {opened?.dialog === 'users' && <RoleUsersDialog role={opened.role} onClose={close} />}
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
  onSearch: (filter: Filter) => void;
}) {
  const [draft, setDraft] = useState(filter);
  const text = (name: 'jsbh' | 'jsmc', label: string) => (
    <Field label={label} htmlFor={`role-search-${name}`}>
      <TextInput
        id={`role-search-${name}`}
        maxLength={20}
        placeholder={`请输入${label}`}
        value={draft[name]}
        onChange={(event) => {
          setDraft({ ...draft, [name]: event.currentTarget.value });
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
          onSearch({ jsbh: '', jsmc: '', jslx: '' });
        }}
      >
        {text('jsbh', '角色编号')}
        {text('jsmc', '角色名称')}
        <Field label="角色类型" htmlFor="role-search-kind">
          <Select
            id="role-search-kind"
            clearable
            placeholder="全部"
            data={Object.entries(personKinds).map(([value, label]) => ({ value, label }))}
            value={draft.jslx || null}
            onChange={(value) => {
              setDraft({ ...draft, jslx: (value ?? '') as Filter['jslx'] });
            }}
          />
        </Field>
      </SearchForm>
    </Card>
  );
}
