import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  queryApiTokens,
  revokeApiToken,
  type ApiToken,
  tokenSorts,
} from '@jwxt/contracts/session/api-token.operations.ts';
import { tokenState, tokenStates, type TokenState } from '@jwxt/contracts/session/program.vocabulary.ts';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { ShortTime } from '../../ui/short-time.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { ApiCallsDialog } from './api-calls.dialog.tsx';
import { ApiTokenDialog } from './api-token.dialog.tsx';

const states = Object.entries(tokenStates).map(([value, label]) => ({ value, label }));
const tones = { [tokenState.valid]: 'green', [tokenState.expired]: 'grey', [tokenState.revoked]: 'red' } as const;
const filterSchema = z.object({
  name: z.string().catch('').default(''),
  status: z
    .enum(['', ...Object.values(tokenState)])
    .catch('')
    .default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(10).max(200).catch(100).default(100),
  ...sortField(tokenSorts),
});
type Filter = z.output<typeof filterSchema>;

/** 接口令牌: programs of the school that may call without a person, what each may do, and what it has called. */
export function ApiTokensPage() {
  const [filter, setFilter] = usePageState(filterSchema);
  const [creating, setCreating] = useState(false);
  const [looking, setLooking] = useState<ApiToken | null>(null);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const [mayCreate, mayRevoke] = [useMay('apiToken:create'), useMay('apiToken:revoke')];
  const { pageNo, pageSize, sort, status, name } = filter;
  const query = useOperation(
    queryApiTokens,
    { name, ...(status === '' ? {} : { status }), pageNum: pageNo, pageSize, sort },
    { staleTime: 0 },
  );
  const columns: Column<ApiToken>[] = [
    { key: 'name', sort: 'name', title: '程序', width: 150, align: 'left', ellipsis: true, render: (row) => row.name },
    {
      key: 'userName',
      sort: 'userName',
      title: '日志中的账号',
      width: 140,
      align: 'left',
      importance: 2,
      render: (row) => row.userName,
    },
    {
      key: 'owner',
      sort: 'owner',
      title: '责任人',
      width: 120,
      align: 'left',
      ellipsis: true,
      render: (row) => `${row.ownerName}（${row.owner}）`,
    },
    {
      key: 'permissions',
      title: '权限',
      width: 'auto',
      align: 'left',
      ellipsis: true,
      render: (row) => row.permissions.map((permission) => permission.name).join('、'),
    },
    {
      key: 'units',
      title: '数据范围',
      width: 130,
      align: 'left',
      ellipsis: true,
      importance: 2,
      render: (row) => row.units.map((unit) => unit.name).join('、') || '同签发人',
    },
    {
      key: 'addresses',
      title: '允许的地址',
      width: 120,
      align: 'left',
      ellipsis: true,
      importance: 3,
      render: (row) => row.addresses.join('、') || '不限',
    },
    {
      key: 'createdName',
      sort: 'createdName',
      title: '签发人',
      width: 90,
      align: 'left',
      ellipsis: true,
      importance: 3,
      render: (row) => row.createdName,
    },
    {
      key: 'expiresTime',
      sort: 'expiresTime',
      title: '有效期至',
      width: 110,
      align: 'center',
      render: (row) => <ShortTime time={row.expiresTime} />,
    },
    {
      key: 'lastUsedTime',
      sort: 'lastUsedTime',
      title: '最近使用',
      width: 110,
      align: 'center',
      render: (row) => (row.lastUsedTime === null ? NOTHING : <ShortTime time={row.lastUsedTime} />),
    },
    {
      key: 'changes',
      title: '变更同步',
      width: 120,
      align: 'center',
      importance: 3,
      render: (row) => <ChangesRead changes={row.changes} />,
    },
    {
      key: 'status',
      title: '状态',
      width: 90,
      align: 'center',
      render: (row) => <StatusTag tone={tones[row.status]}>{row.statusName}</StatusTag>,
    },
    {
      key: 'action',
      title: '操作',
      width: 150,
      align: 'center',
      pinRight: true,
      render: (row) => (
        <Group gap={4} justify="center" wrap="nowrap">
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`调用记录 ${row.name}`}
            onClick={() => {
              setLooking(row);
            }}
          >
            调用记录
          </Button>
          {mayRevoke && row.status === tokenState.valid && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={`撤销 ${row.name}`}
              onClick={() => {
                setRevoking(row);
              }}
            >
              撤销
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <Page title="接口令牌">
      <Filters
        key={name + status}
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
          {mayCreate && (
            <Button
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => {
                setCreating(true);
              }}
            >
              签发令牌
            </Button>
          )}
        </Toolbar>
        <DataTable
          label="接口令牌"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={(row) => row.tokenId}
          minWidth={1540}
          numberFrom={(pageNo - 1) * pageSize + 1}
          empty={{ reason: '还没有给程序签发过令牌' }}
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
      <ApiTokenDialog
        opened={creating}
        onClose={() => {
          setCreating(false);
        }}
      />
      <ApiCallsDialog
        token={looking}
        onClose={() => {
          setLooking(null);
        }}
      />
      <ReasonDialog
        opened={revoking !== null}
        title={`撤销“${revoking?.name ?? ''}”的令牌`}
        warning="撤销后程序立即不能再调用，也不能恢复；需要时请重新签发。"
        label="撤销原因"
        confirmText="撤销"
        operation={revokeApiToken}
        input={(reason) => ({ tokenId: revoking?.tokenId ?? '', reason })}
        invalidates={[queryApiTokens.id]}
        success="已撤销"
        onClose={() => {
          setRevoking(null);
        }}
      />
    </Page>
  );
}

/** How far a program has read what it is told of changes. */
function ChangesRead({ changes }: Pick<ApiToken, 'changes'>) {
  if (changes === null) return NOTHING;
  const { readTime, copying, behindSince } = changes;
  const [tone, label] = copying
    ? (['blue', '首次同步中'] as const)
    : behindSince === null
      ? (['green', '已同步'] as const)
      : (['blue', '有待读取'] as const);
  const waiting = behindSince === null ? '' : `，${behindSince} 起的变更尚未读取`;
  return (
    <StatusTag tone={tone} title={`最近读取 ${readTime}${waiting}`}>
      {label}
    </StatusTag>
  );
}

function Filters({
  filter,
  searching,
  onSearch,
}: {
  filter: Filter;
  searching: boolean;
  onSearch: (filter: Partial<Filter>) => void;
}) {
  const [draft, setDraft] = useState({ name: filter.name, status: filter.status });
  return (
    <Card flush>
      <SearchForm
        searching={searching}
        onSearch={() => {
          onSearch(draft);
        }}
        onReset={() => {
          onSearch({ name: '', status: '' });
        }}
      >
        <Field label="程序" htmlFor="token-name">
          <TextInput
            id="token-name"
            maxLength={60}
            placeholder="请输入程序名称"
            value={draft.name}
            onChange={(event) => {
              setDraft({ ...draft, name: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="状态" htmlFor="token-status">
          <Select
            id="token-status"
            clearable
            placeholder="全部"
            data={states}
            value={draft.status || null}
            onChange={(value) => {
              setDraft({ ...draft, status: (value ?? '') as TokenState | '' });
            }}
          />
        </Field>
      </SearchForm>
    </Card>
  );
}
