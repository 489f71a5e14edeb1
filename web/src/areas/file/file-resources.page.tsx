import { Button, Divider, Select, TextInput } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import {
  batchDelete,
  batchDownload,
  exportFiles,
  FILES_LOOKED_AT,
  queryFiles,
  type fileResource,
  fileSorts,
} from '@jwxt/contracts/file/file.operations.ts';
import { businessTableNames } from '@jwxt/contracts/file/file-owner.vocabulary.ts';
import { fileExtensions, MAX_BATCH_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useDownload } from '../../lib/download.ts';
import { bytesText } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { usePageState, pagingFields, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { downloadAttachment, useBusyFile } from '../../pickers/attachment-actions.ts';
import { confirm } from '../../ui/confirm.ts';
import { DateTimeField } from '../../ui/date-field.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';

type Resource = z.output<typeof fileResource>;

const PAGE_SIZE = 20;
const text = z.string().catch('').default('');
const pageState = z.object({
  name: text,
  fileType: text,
  businessTable: text,
  beginTime: text,
  endTime: text,
  ...pagingFields(PAGE_SIZE),
  ...sortField(fileSorts),
});
const nothing = { name: '', fileType: '', businessTable: '', beginTime: '', endTime: '' };

/** Every attachment of the school (FILES-23): found, saved one by one or together, exported as a list, deleted. */
export function FileResourcesPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(filter);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [mayDownload, mayBatch, mayDelete] = [
    useMay('fileUploadResource:download'),
    useMay('fileUploadResource:batchDownload'),
    useMay('fileUploadResource:delete'),
  ];
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const query = useOperation(queryFiles, { pageNo, pageSize, sort, ...wanted });
  const archive = useDownload(batchDownload);
  const remove = useOperationMutation(batchDelete, {
    invalidates: ['file.'],
    success: true,
    onSuccess: () => {
      setKeys(new Set());
    },
  });
  const { busy, run } = useBusyFile();
  const chosen = [...keys];
  const askRemove = async () => {
    if (
      await confirm({
        message: `将删除所选的 ${String(chosen.length)} 个文件，所属业务中不再有这些附件。`,
        confirmText: '删除',
        danger: true,
      })
    )
      remove.mutate({ relationalIds: chosen.join(',') });
  };
  const latest = query.data?.latestOnly
    ? `只在最新的 ${String(FILES_LOOKED_AT)} 个文件中查找，更早的请选择上传时间`
    : '';
  const search = (next: typeof draft) => {
    setDraft(next);
    setKeys(new Set());
    setState({ ...next, pageNo: 1 });
  };
  const columns: Column<Resource>[] = [
    {
      key: 'name',
      sort: 'name',
      title: '文件名称',
      width: 'auto',
      align: 'left',
      render: (row) => row.name,
      ellipsis: true,
    },
    { key: 'type', sort: 'fileType', title: '类型', width: 72, render: (row) => row.fileType },
    {
      key: 'size',
      sort: 'fileSize',
      title: '大小',
      width: 96,
      align: 'right',
      render: (row) => bytesText(row.fileSize),
    },
    {
      key: 'business',
      sort: 'businessTableName',
      title: '所属业务',
      width: 110,
      render: (row) => row.businessTableName,
    },
    {
      key: 'businessId',
      title: '业务主键',
      width: 200,
      align: 'left',
      render: (row) => row.businessId,
      ellipsis: true,
    },
    { key: 'uploader', sort: 'uploader', title: '上传人', width: 100, render: (row) => row.uploader, ellipsis: true },
    { key: 'time', sort: 'time', title: '上传时间', width: 168, render: (row) => row.time },
    ...(mayDownload
      ? [
          {
            key: 'action',
            title: '操作',
            width: 72,
            pinRight: true,
            render: (row: Resource) => (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={busy === row.relationalId}
                aria-label={`下载 ${row.name}`}
                onClick={() => {
                  run(row.relationalId, () => downloadAttachment(row));
                }}
              >
                下载
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Page title="文件资源">
      <Card flush>
        <SearchForm
          onSearch={() => {
            search({ ...draft, name: draft.name.trim() });
            void query.refetch();
          }}
          onReset={() => {
            search(nothing);
          }}
          searching={query.isFetching}
        >
          <Field label="文件名称" htmlFor="file-name">
            <TextInput
              id="file-name"
              placeholder="请输入"
              maxLength={100}
              value={draft.name}
              onChange={(event) => {
                setDraft({ ...draft, name: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="类型" htmlFor="file-type">
            <Select
              id="file-type"
              placeholder="全部"
              clearable
              data={[...fileExtensions]}
              value={draft.fileType || null}
              onChange={(fileType) => {
                setDraft({ ...draft, fileType: fileType ?? '' });
              }}
            />
          </Field>
          <Field label="所属业务" htmlFor="file-business">
            <Select
              id="file-business"
              placeholder="全部"
              clearable
              data={Object.entries(businessTableNames).map(([value, label]) => ({ value, label }))}
              value={draft.businessTable || null}
              onChange={(businessTable) => {
                setDraft({ ...draft, businessTable: businessTable ?? '' });
              }}
            />
          </Field>
          <Field label="上传时间从">
            <DateTimeField
              label="上传时间从"
              value={draft.beginTime || null}
              onChange={(beginTime) => {
                setDraft({ ...draft, beginTime: beginTime ?? '' });
              }}
            />
          </Field>
          <Field label="上传时间至">
            <DateTimeField
              label="上传时间至"
              endOfDay
              value={draft.endTime || null}
              onChange={(endTime) => {
                setDraft({ ...draft, endTime: endTime ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          {mayBatch && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              disabled={chosen.length === 0}
              loading={archive.isPending}
              onClick={() => {
                if (chosen.length > MAX_BATCH_FILES) notify.warning(`一次最多下载 ${String(MAX_BATCH_FILES)} 个文件`);
                else archive.start({ relationalIds: chosen.join(',') });
              }}
            >
              批量下载
            </Button>
          )}
          <ExportButton operation={exportFiles} input={wanted} />
          {mayDelete && <Divider orientation="vertical" my={14} />}
          {mayDelete && (
            <Button
              variant="outline"
              color="red"
              leftSection={<IconTrash size={16} />}
              disabled={chosen.length === 0}
              loading={remove.isPending}
              onClick={() => {
                void askRemove();
              }}
            >
              删除
            </Button>
          )}
        </Toolbar>
        <DataTable
          label="文件资源"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.relationalId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={1040}
          {...(mayBatch || mayDelete ? { selection: { keys, onChange: setKeys } } : {})}
          footer={chosen.length > 0 ? `已选择 ${String(chosen.length)} 项` : latest}
          empty={
            Object.keys(wanted).length > 0
              ? { reason: '没有符合条件的文件，可以换一个条件' }
              : { title: '还没有附件', reason: '通知公告、操作指南和各类申请中上传的附件会列在这里' }
          }
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}
