import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  printErasureProof,
  queryPersonErasures,
  type PersonErasure,
  erasureSorts,
} from '@jwxt/contracts/system/person-erasure.operations.ts';
import { Alert, Button } from '@mantine/core';
import { IconFileExport, IconInfoCircle, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useDownload } from '../../lib/download.ts';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES } from '../../ui/paging.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { ErasePersonDialog } from './erase-person.dialog.tsx';
import { ExportPersonDialog } from './export-person.dialog.tsx';

const pageSchema = z.object({
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(10).max(200).catch(50).default(50),
  ...sortField(erasureSorts),
});

/** An erasure is complete within seconds: the page says so by itself. */
const watchMs = 3_000;

/** 个人信息保护: who was erased, on what ground, with the proof; erasures of who has left, and copies for who asks. */
export function PersonErasuresPage() {
  const [{ pageNo, pageSize, sort }, setPage] = usePageState(pageSchema);
  const [open, setOpen] = useState<'erase' | 'export' | null>(null);
  const close = () => {
    setOpen(null);
  };
  const mayErase = useMay('person:erase');
  const mayExport = useMay('person:export');
  const query = useOperation(
    queryPersonErasures,
    { pageNum: pageNo, pageSize, sort },
    {
      staleTime: 0,
      refetchInterval: (answer) => (answer?.list.some(({ complete }) => complete === yesNo.no) ? watchMs : false),
    },
  );
  const proof = useDownload(printErasureProof);
  const text = (
    key: keyof PersonErasure,
    title: string,
    width: number | 'auto',
    more: Partial<Column<PersonErasure>> = {},
  ): Column<PersonErasure> => ({
    key,
    ...(erasureSorts.some((one) => one === key) ? { sort: key } : {}),
    title,
    width,
    align: 'left',
    ellipsis: true,
    render: (row) => row[key] || NOTHING,
    ...more,
  });
  const columns: Column<PersonErasure>[] = [
    text('kindName', '类别', 76),
    text('code', '代码', 120),
    text('erasedTime', '删除时间', 160),
    text('basisName', '依据', 130, { importance: 2 }),
    text('reason', '理由', 'auto', { least: 200 }),
    text('erasedByName', '经办人', 110),
    text('confirmedByName', '确认人', 84, { importance: 2 }),
    { key: 'rows', title: '数据', width: 60, align: 'right', importance: 3, render: (row) => row.rows },
    {
      key: 'complete',
      title: '状态',
      width: 90,
      align: 'center',
      render: (row) =>
        row.complete === yesNo.yes ? (
          <StatusTag tone="green">已完成</StatusTag>
        ) : (
          <StatusTag tone="blue">重建中</StatusTag>
        ),
    },
    {
      key: 'action',
      title: '操作',
      width: 100,
      align: 'center',
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`删除证明 ${row.code}`}
          onClick={() => {
            proof.start({ erasureId: row.erasureId });
          }}
        >
          删除证明
        </Button>
      ),
    },
  ];
  return (
    <Page title="个人信息保护">
      <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
        姓名、学号和关于个人的文字按人加密。删除即销毁其密钥并清除其数据，不能恢复；成绩、人数、合计不变。
        启用加密之前写入历史记录的内容不受影响。
      </Alert>
      <Card flush grow>
        <Toolbar>
          {mayErase && (
            <Button
              color="red"
              size="xs"
              leftSection={<IconTrash size={14} />}
              onClick={() => {
                setOpen('erase');
              }}
            >
              删除个人信息
            </Button>
          )}
          {mayExport && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFileExport size={14} />}
              onClick={() => {
                setOpen('export');
              }}
            >
              导出个人信息
            </Button>
          )}
        </Toolbar>
        <DataTable
          label="个人信息删除记录"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={(row) => row.erasureId}
          minWidth={1080}
          numberFrom={(pageNo - 1) * pageSize + 1}
          empty={{ reason: '还没有删除过个人信息' }}
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
              setPage({ pageSize: size, pageNo: 1 });
            },
          }}
        />
      </Card>
      <ErasePersonDialog opened={open === 'erase'} onClose={close} />
      <ExportPersonDialog opened={open === 'export'} onClose={close} />
    </Page>
  );
}
