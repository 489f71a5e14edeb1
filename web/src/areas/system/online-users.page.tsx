import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  kickOutUsers,
  queryOnlineUsers,
  type OnlineUser,
  onlineSorts,
} from '@jwxt/contracts/session/open-session.operations.ts';
import { loginWays, loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { IconKey, IconLogout, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { sortingOf } from '../../ui/list-sorting.ts';
import { ShortTime } from '../../ui/short-time.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { TempLoginDialog } from './temp-login.dialog.tsx';

const ways = Object.entries(loginWays).map(([value, label]) => ({ value, label }));
const filterSchema = z.object({
  userName: z.string().catch('').default(''),
  name: z.string().catch('').default(''),
  clientAddress: z.string().catch('').default(''),
  loginWay: z
    .enum(['', ...Object.values(loginWay)])
    .catch('')
    .default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(10).max(200).catch(100).default(100),
  ...sortField(onlineSorts),
});
type Filter = z.output<typeof filterSchema>;

/** 在线用户 (SYSADMIN-28): who is signed in, from where and how; sends people out, and issues temporary links. */
export function OnlineUsersPage() {
  const [filter, setFilter] = usePageState(filterSchema);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [issuing, setIssuing] = useState(false);
  const [mayKick, mayIssue] = [useMay('loginUserRedis:kickOut'), useMay('systemUser:tempLogin')];
  const { pageNo, pageSize, sort, loginWay, ...texts } = filter;
  const query = useOperation(
    queryOnlineUsers,
    { ...texts, ...(loginWay === '' ? {} : { loginWay }), pageNum: pageNo, pageSize, sort },
    { staleTime: 0 },
  );
  const list = query.data?.list;
  const kick = useProcess(kickOutUsers, {
    confirm: ({ sessionIds }) => ({
      message:
        `确定强制下线所选的 ${String(sessionIds.length)} 处登录吗？对方尚未保存的内容会保留在其页面上，` +
        '重新登录后可继续。',
      confirmText: '强制下线',
      danger: true,
    }),
    invalidates: [queryOnlineUsers.id],
    success: '已强制下线',
    onSuccess: () => {
      setChosen(new Set());
    },
  });
  const columns: Column<OnlineUser>[] = [
    {
      key: 'userName',
      sort: 'userName',
      title: '账号',
      width: 110,
      align: 'left',
      ellipsis: true,
      render: (row) => row.userName,
    },
    { key: 'name', sort: 'name', title: '姓名', width: 100, align: 'left', ellipsis: true, render: (row) => row.name },
    {
      key: 'roleNames',
      title: '角色',
      width: 'auto',
      align: 'left',
      ellipsis: true,
      render: (row) => row.roleNames.join('、') || NOTHING,
    },
    {
      key: 'clientAddress',
      sort: 'clientAddress',
      title: '登录地址',
      width: 120,
      align: 'center',
      render: (row) => row.clientAddress || NOTHING,
    },
    { key: 'browser', title: '设备', width: 170, align: 'left', ellipsis: true, render: (row) => row.browser },
    {
      key: 'loginWay',
      title: '登录方式',
      width: 90,
      align: 'center',
      importance: 3,
      render: (row) => row.loginWayName,
    },
    {
      key: 'loginTime',
      sort: 'loginTime',
      title: '登录时间',
      width: 110,
      align: 'center',
      render: (row) => <ShortTime time={row.loginTime} />,
    },
    {
      key: 'lastActiveTime',
      sort: 'lastActiveTime',
      title: '最近使用',
      width: 110,
      align: 'center',
      render: (row) => <ShortTime time={row.lastActiveTime} />,
    },
    ...(mayKick
      ? [
          {
            key: 'action',
            title: '操作',
            width: 108,
            align: 'center' as const,
            pinRight: true,
            render: (row: OnlineUser) =>
              row.current ? (
                '当前登录'
              ) : (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  aria-label={`强制下线 ${row.name}`}
                  onClick={() => {
                    kick.start({ sessionIds: [row.sessionId] });
                  }}
                >
                  强制下线
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <Page title="在线用户">
      <Filters
        key={JSON.stringify(texts) + loginWay}
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
        >
          {mayIssue && (
            <Button
              variant="light"
              size="xs"
              leftSection={<IconKey size={14} />}
              onClick={() => {
                setIssuing(true);
              }}
            >
              临时登录
            </Button>
          )}
          {mayKick && (
            <Button
              variant="default"
              color="red"
              size="xs"
              leftSection={<IconLogout size={14} />}
              disabled={chosen.size === 0}
              onClick={() => {
                kick.start({ sessionIds: [...chosen] });
              }}
            >
              批量下线
            </Button>
          )}
        </Toolbar>
        <DataTable
          label="在线用户"
          columns={columns}
          rows={list}
          query={query}
          rowKey={(row) => row.sessionId}
          minWidth={1080}
          numberFrom={(pageNo - 1) * pageSize + 1}
          {...(mayKick
            ? {
                selection: {
                  keys: chosen,
                  onChange: setChosen,
                  disabled: (key: string) => list?.find(({ sessionId }) => sessionId === key)?.current ?? false,
                },
              }
            : {})}
          empty={{ reason: '没有符合条件的登录，可以换一个条件' }}
          footer={
            <span>
              {query.data ? `${String(query.data.users)} 人在线` : ''}
              {chosen.size > 0 && `，已选择 ${String(chosen.size)} 项`}
            </span>
          }
          sorting={sortingOf({ sort }, setFilter)}
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
        />
      </Card>
      <TempLoginDialog
        opened={issuing}
        onClose={() => {
          setIssuing(false);
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
    userName: filter.userName,
    name: filter.name,
    clientAddress: filter.clientAddress,
    loginWay: filter.loginWay,
  });
  const text = (name: 'userName' | 'name' | 'clientAddress', label: string) => (
    <Field label={label} htmlFor={`online-${name}`}>
      <TextInput
        id={`online-${name}`}
        maxLength={60}
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
          onSearch({ userName: '', name: '', clientAddress: '', loginWay: '' });
        }}
      >
        {text('userName', '账号')}
        {text('name', '姓名')}
        {text('clientAddress', '登录地址')}
        <Field label="登录方式" htmlFor="online-way">
          <Select
            id="online-way"
            clearable
            placeholder="全部"
            data={ways}
            value={draft.loginWay || null}
            onChange={(value) => {
              setDraft({ ...draft, loginWay: (value ?? '') as Filter['loginWay'] });
            }}
          />
        </Field>
      </SearchForm>
    </Card>
  );
}
