import { z } from 'zod';
import { pagingFields, sortField, usePageState } from '../../lib/page-state.ts';
import {
  integrityCertificate,
  integrityDeposit,
  integrityOutcomeNames,
  integrityPublicKey,
  queryIntegrity,
  queryIntegrityRuns,
  startIntegrityCheck,
  checkpointSorts,
} from '@jwxt/contracts/integrity/integrity.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, Progress } from '@mantine/core';
import { IconShieldSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useDownload } from '../../lib/download.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES } from '../../ui/paging.tsx';
import { ShortTime } from '../../ui/short-time.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';

type Checkpoint = OutputOf<typeof queryIntegrity>['list'][number];
type SigningKey = OutputOf<typeof queryIntegrity>['keys'][number];
type Run = OutputOf<typeof queryIntegrityRuns>['list'][number];

const watchMs = 2_000;
/** So long after the start a check may still wait for another one. */
const startMs = 60_000;
const tones = { intact: 'green', altered: 'red', unproven: 'orange', failed: 'grey' } as const;

/** 历史校验: the sealed history, its check, and what proves it elsewhere (decision 092). */
export function IntegrityPage() {
  return (
    <Page title="历史校验">
      <Runs />
      <Checkpoints />
    </Page>
  );
}

function Runs() {
  const [startedAt, setStartedAt] = useState(0);
  const may = useMay('integrity:verify');
  const query = useOperation(
    queryIntegrityRuns,
    {},
    {
      staleTime: 0,
      refetchInterval: (data) =>
        Date.now() - startedAt < startMs || data?.list.some(({ outcome }) => outcome === null) === true
          ? watchMs
          : false,
    },
  );
  const check = useProcess(startIntegrityCheck, {
    confirm: () => ({
      message: '将从头读取全部历史并逐一校验，数据多时需要几分钟，期间系统照常使用。',
      confirmText: '开始校验',
    }),
    invalidates: [queryIntegrityRuns.id],
    success: '校验已开始',
    onSuccess: () => {
      setStartedAt(Date.now());
    },
  });
  const columns: Column<Run>[] = [
    {
      key: 'startedAt',
      title: '开始时间',
      width: 120,
      align: 'center',
      render: (run) => <ShortTime time={run.startedAt} />,
    },
    { key: 'name', title: '校验人', width: 100, align: 'left', ellipsis: true, render: (run) => run.name },
    { key: 'outcome', title: '结果', width: 200, align: 'center', render: (run) => <Outcome run={run} /> },
    {
      key: 'lines',
      title: '说明',
      width: 'auto',
      align: 'left',
      render: ({ lines }) => lines.map((line) => <div key={line}>{line}</div>),
    },
  ];
  return (
    <Card
      flush
      title="校验"
      note="由独立的校验程序重新计算每个事件，与检查点的签名核对"
      actions={
        may && (
          <Button
            size="xs"
            leftSection={<IconShieldSearch size={14} />}
            loading={check.isPending}
            onClick={() => {
              check.start({});
            }}
          >
            校验全部历史
          </Button>
        )
      }
    >
      <DataTable
        label="校验记录"
        columns={columns}
        rows={query.data?.list}
        query={query}
        rowKey={({ runId }) => runId}
        rowTone={({ outcome }) => (outcome === 'altered' ? 'red' : undefined)}
        empty={{ title: '还没有校验过', compact: true }}
      />
    </Card>
  );
}

function Outcome({ run: { outcome, events, total } }: { run: Run }) {
  if (outcome !== null) return <StatusTag tone={tones[outcome]}>{integrityOutcomeNames[outcome]}</StatusTag>;
  return (
    <div>
      <Progress value={total === 0 ? 100 : Math.min(100, (events / total) * 100)} animated aria-label="校验进度" />
      已校验 {events} 个事件
    </div>
  );
}

const pageState = z.object({ ...pagingFields(20), ...sortField(checkpointSorts) });

function Checkpoints() {
  const [{ pageNo, pageSize, sort }, setPage] = usePageState(pageState);
  const query = useOperation(queryIntegrity, { pageNo, pageSize, sort }, { staleTime: 0 });
  const [deposit, certificate, publicKey] = [
    useDownload(integrityDeposit),
    useDownload(integrityCertificate),
    useDownload(integrityPublicKey),
  ];
  const columns: Column<Checkpoint>[] = [
    { key: 'number', sort: 'number', title: '编号', width: 80, align: 'right', render: (row) => row.number },
    { key: 'time', title: '封存时间', width: 120, align: 'center', render: (row) => <ShortTime time={row.time} /> },
    {
      key: 'events',
      title: '封存的事件',
      width: 190,
      align: 'center',
      render: (row) => `第 ${String(row.from)} 至 ${String(row.upTo)} 个`,
    },
    {
      key: 'root',
      title: '根值',
      width: 'auto',
      align: 'left',
      ellipsis: true,
      render: (row) => <code>{row.root}</code>,
    },
    {
      key: 'keyId',
      title: '密钥',
      width: 186,
      align: 'center',
      render: (row) => <code>{row.keyId.slice(0, 16)}</code>,
    },
    {
      key: 'action',
      title: '操作',
      width: 170,
      align: 'center',
      pinRight: true,
      render: ({ number }) => (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`打印校验证明 ${String(number)}`}
            onClick={() => {
              certificate.start({ number });
            }}
          >
            校验证明
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`下载存证 ${String(number)}`}
            onClick={() => {
              deposit.start({ number });
            }}
          >
            存证
          </Button>
        </>
      ),
    },
  ];
  const keyColumns: Column<SigningKey>[] = [
    {
      key: 'keyId',
      title: '指纹',
      width: 'auto',
      align: 'left',
      ellipsis: true,
      render: (key) => <code>{key.keyId}</code>,
    },
    { key: 'time', title: '启用时间', width: 120, align: 'center', render: (key) => <ShortTime time={key.time} /> },
    {
      key: 'vouched',
      title: '来历',
      width: 170,
      align: 'center',
      render: ({ vouched }) =>
        vouched === null ? (
          '第一个密钥'
        ) : vouched ? (
          '由前一密钥签名'
        ) : (
          <StatusTag tone="orange">没有前一密钥的签名</StatusTag>
        ),
    },
    {
      key: 'action',
      title: '操作',
      width: 110,
      align: 'center',
      pinRight: true,
      render: ({ keyId }) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`下载公钥 ${keyId.slice(0, 16)}`}
          onClick={() => {
            publicKey.start({ keyId });
          }}
        >
          下载公钥
        </Button>
      ),
    },
  ];
  return (
    <>
      <Card flush title="签名密钥" note="请把公钥交给审计人员，由其自行保管">
        <DataTable
          label="签名密钥"
          columns={keyColumns}
          rows={query.data?.keys}
          query={query}
          rowKey={({ keyId }) => keyId}
          empty={{ title: '还没有签名密钥', compact: true }}
        />
      </Card>
      <Card flush grow title="检查点" note="有新的历史时，约每十分钟或每一万个事件封存一次">
        <DataTable
          label="检查点"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={({ number }) => String(number)}
          empty={{ title: '还没有检查点' }}
          sorting={sortingOf({ sort }, setPage)}
          paging={{
            pageNo,
            pageSize,
            total: query.data?.total ?? 0,
            sizes: ADMIN_PAGE_SIZES,
            onPage: (page) => {
              setPage({ pageNo: page });
            },
            onPageSize: (size) => {
              setPage({ pageNo: 1, pageSize: size });
            },
          }}
        />
      </Card>
    </>
  );
}
