import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { clearCaches, queryCaches, warmCaches, type CacheView } from '@jwxt/contracts/system/cache.operations.ts';
import { readModelQuery } from '@jwxt/contracts/system/system.operations.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { IconFlame, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { countText } from '../../lib/format.ts';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { ShortTime } from '../../ui/short-time.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { inOrderOfNeed, lagText, statusText, toneOf, type ReadModel } from './read-model.model.ts';

const filterSchema = z.object({ cacheName: z.string().catch('').default('') });

/** 缓存管理 (SYSADMIN-27): what services keep in memory, and how far read models are; both can be made anew. */
export function CachesPage() {
  const [{ cacheName }, setFilter] = usePageState(filterSchema);
  const [mayClear, mayWarm] = [useMay('cacheManagement:clear'), useMay('cacheManagement:warm')];
  const query = useOperation(queryCaches, { cacheName }, { staleTime: 0 });
  const list = query.data?.list;
  const named = (name: string | undefined): string =>
    name === undefined ? '全部缓存' : `“${list?.find((row) => row.cacheName === name)?.title ?? ''}”缓存`;
  const clear = useProcess(clearCaches, {
    confirm: (input) => ({
      message:
        `确定清空${named(input.cacheName)}吗？` + '所有网关和命令服务随即重新读取，最初的几次操作会稍慢，不影响使用。',
      confirmText: '清空',
    }),
    invalidates: [queryCaches.id],
    success: '已清空',
  });
  const warm = useProcess(warmCaches, {
    confirm: (input) => ({
      message: `确定预热${input.cacheName === undefined ? '所有可预热的缓存' : named(input.cacheName)}吗？`,
      confirmText: '预热',
    }),
    invalidates: [queryCaches.id],
    success: '已预热',
  });
  const columns: Column<CacheView>[] = [
    { key: 'title', title: '缓存', width: 110, align: 'left', render: (row) => row.title },
    { key: 'cacheName', title: '名称', width: 110, align: 'left', render: (row) => row.cacheName },
    { key: 'holds', title: '内容', width: 'auto', align: 'left', ellipsis: true, render: (row) => row.holds },
    { key: 'serviceName', title: '所在', width: 80, align: 'center', render: (row) => row.serviceName },
    {
      key: 'size',
      title: '条数',
      width: 70,
      align: 'right',
      render: (row) => (row.size === null ? '无应答' : countText(row.size)),
    },
    {
      key: 'hitRate',
      title: '命中率',
      width: 190,
      align: 'right',
      render: (row) =>
        row.hitRate === null
          ? NOTHING
          : `${row.hitRate.toFixed(1)}%（${countText(row.hits)}/${countText(row.hits + row.misses)}）`,
    },
    {
      key: 'updateTime',
      title: '更新时间',
      width: 110,
      align: 'center',
      render: (row) => (row.updateTime === null ? NOTHING : <ShortTime time={row.updateTime} />),
    },
    ...(mayClear || mayWarm
      ? [
          {
            key: 'action',
            title: '操作',
            width: 130,
            align: 'center' as const,
            pinRight: true,
            render: (row: CacheView) => (
              <Group gap={4} justify="center" wrap="nowrap">
                {mayClear && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`清空 ${row.title}`}
                    onClick={() => {
                      clear.start({ cacheName: row.cacheName });
                    }}
                  >
                    清空
                  </Button>
                )}
                {mayWarm && row.warmable === yesNo.yes && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`预热 ${row.title}`}
                    onClick={() => {
                      warm.start({ cacheName: row.cacheName });
                    }}
                  >
                    预热
                  </Button>
                )}
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <Page title="缓存管理" fill={false}>
      <Filter
        key={cacheName}
        cacheName={cacheName}
        searching={query.isFetching}
        onSearch={(next) => {
          setFilter({ cacheName: next });
          void query.refetch();
        }}
      />
      <Card
        flush
        title="缓存"
        note={
          `${query.data ? `数字来自网关 ${query.data.gateway} 及其命令服务，自各自启动以来；` : ''}` +
          '清空和预热对所有网关和命令服务生效。数据字典、菜单和系统参数不在内存中保留，修改后立即有效'
        }
      >
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
          {mayClear && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={14} />}
              onClick={() => {
                clear.start({});
              }}
            >
              全部清空
            </Button>
          )}
          {mayWarm && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFlame size={14} />}
              onClick={() => {
                warm.start({});
              }}
            >
              全部预热
            </Button>
          )}
        </Toolbar>
        <DataTable
          label="缓存"
          columns={columns}
          rows={list}
          query={query}
          rowKey={(row) => row.cacheName}
          minWidth={1080}
          empty={{ reason: '没有符合条件的缓存，可以换一个条件' }}
        />
      </Card>
      {useMay('readModel:query') && <ReadModelLag />}
    </Page>
  );
}

const lagColumns: Column<ReadModel>[] = [
  { key: 'title', title: '读模型', width: 'auto', align: 'left', render: (model) => model.title },
  {
    key: 'status',
    title: '状态',
    width: 150,
    align: 'center',
    render: (model) => <StatusTag tone={toneOf(model)}>{statusText(model)}</StatusTag>,
  },
  { key: 'lagEvents', title: '落后事件', width: 120, align: 'right', render: (model) => countText(model.lagEvents) },
  { key: 'lagSeconds', title: '落后时间', width: 120, align: 'right', render: (model) => lagText(model.lagSeconds) },
];

/** How far what lists are read from is behind what has happened, and the way to where it is rebuilt. */
function ReadModelLag() {
  const query = useOperation(readModelQuery, {}, { refetchInterval: 5_000 });
  return (
    <Card
      flush
      title="读模型"
      note="列表和统计由读模型提供，落后的会自己赶上；内容不对时可以重建"
      actions={<Link to={modulePath('systemManage', 'readModels')}>读模型管理（重建）</Link>}
    >
      <DataTable
        label="读模型"
        columns={lagColumns}
        rows={query.data && inOrderOfNeed(query.data.list)}
        query={query}
        rowKey={(model) => model.name}
        rowTone={(model) => (toneOf(model) === 'red' ? 'red' : undefined)}
      />
    </Card>
  );
}

/** Typed here, and written into the address by 查询. */
function Filter({
  cacheName,
  searching,
  onSearch,
}: {
  cacheName: string;
  searching: boolean;
  onSearch: (cacheName: string) => void;
}) {
  const [draft, setDraft] = useState(cacheName);
  return (
    <Card flush>
      <SearchForm
        searching={searching}
        onSearch={() => {
          onSearch(draft);
        }}
        onReset={() => {
          onSearch('');
        }}
      >
        <Field label="缓存名称" htmlFor="cache-name">
          <TextInput
            id="cache-name"
            maxLength={40}
            placeholder="请输入缓存名称"
            value={draft}
            onChange={(event) => {
              setDraft(event.currentTarget.value);
            }}
          />
        </Field>
      </SearchForm>
    </Card>
  );
}
