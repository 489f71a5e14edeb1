import { Button, Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  noticePath,
  publishStatusNames,
  type PublishStatus,
  publishStatus,
} from '@jwxt/contracts/notice/notice.vocabulary.ts';
import {
  noticeInfoClose,
  noticeInfoDelete,
  noticeInfoPublish,
  noticeInfoQuery,
  noticeInfoRecall,
  noticeTypeList,
  type noticeInfoItem,
  noticeInfoSorts,
} from '@jwxt/contracts/notice/publishing.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useUnsavedWork } from '../../lib/page-address.ts';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { NoticeFormDialog } from './notice-form.dialog.tsx';
import { PublishState } from './publish-state.tsx';
import { ReadersDialog } from './readers.dialog.tsx';
import { RowActs, type RowAct } from './row-acts.tsx';
import classes from './notice.module.css';

type Item = z.output<typeof noticeInfoItem>;

const noFilter = { noticeName: '', noticeTypeId: '', publishStatus: '' as const };
const pageState = z.object({
  noticeName: z.string().catch('').default(''),
  noticeTypeId: z.string().catch('').default(''),
  publishStatus: z
    .enum(['', ...Object.values(publishStatus)])
    .catch('')
    .default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).catch(10).default(10),
  ...sortField(noticeInfoSorts),
});

/** 消息中心 / 通知公告管理: writing, publishing and following notices, each in the own scope (SYSADMIN-05). */
export function NoticeInfosPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState<typeof filter>(filter);
  const [editing, setEditing] = useState<{ noticeId: string | null } | null>(null);
  useUnsavedWork(editing !== null);
  const [readers, setReaders] = useState<Item | null>(null);
  const may = useMayCheck();
  const query = useOperation(noticeInfoQuery, { pageNo, pageSize, sort, ...filter });
  const types = useOperation(noticeTypeList, {}, { staleTime: 300_000 });
  const after = { invalidates: ['noticeInfo.', 'notice.', 'systemMessage.'], success: true } as const;
  const publish = useOperationMutation(noticeInfoPublish, after);
  const recall = useOperationMutation(noticeInfoRecall, after);
  const end = useOperationMutation(noticeInfoClose, after);
  const remove = useOperationMutation(noticeInfoDelete, after);
  const ask = async (message: string, act: () => void, danger = false) => {
    if (await confirm({ message, danger })) act();
  };
  const actsOf = ({ noticeId, noticeName, publishStatus: status, totalNum }: Item): RowAct[] => [
    {
      label: '修改',
      shown: status === publishStatus.draft && may('noticeInfo:update'),
      run: () => {
        setEditing({ noticeId });
      },
    },
    {
      label: '发布',
      shown: status === publishStatus.draft && may('noticeInfo:publish'),
      run: () =>
        ask(`将“${noticeName}”发布给${String(totalNum)}人，发布后内容不能再修改。确定发布吗？`, () => {
          publish.mutate({ noticeId });
        }),
    },
    {
      label: '撤回',
      shown: status === publishStatus.published && may('noticeInfo:recall'),
      run: () =>
        ask(`撤回“${noticeName}”后回到草稿，相关提醒一并取消。确定撤回吗？`, () => {
          recall.mutate({ noticeId });
        }),
    },
    {
      label: '结束',
      shown: status === publishStatus.published && may('noticeInfo:recall'),
      run: () =>
        ask(
          `结束“${noticeName}”后不再对任何人可见，且不能恢复。确定结束吗？`,
          () => {
            end.mutate({ noticeId });
          },
          true,
        ),
    },
    {
      label: '删除',
      danger: true,
      shown: status === publishStatus.draft && may('noticeInfo:delete'),
      run: () =>
        ask(
          `确定删除草稿“${noticeName}”吗？`,
          () => {
            remove.mutate({ noticeId });
          },
          true,
        ),
    },
  ];
  const columns: Column<Item>[] = [
    {
      key: 'name',
      sort: 'noticeName',
      title: '标题',
      width: 'auto',
      least: 260,
      align: 'left',
      render: (row) => (
        <a
          href={noticePath(row.noticeId)}
          target="_blank"
          rel="noopener"
          className="jw-two-lines"
          title={row.noticeName}
        >
          {row.topFlag === yesNo.yes ? '【置顶】' : ''}
          {row.noticeName}
        </a>
      ),
    },
    { key: 'type', title: '类型', width: 88, align: 'center', render: (row) => row.noticeTypeName },
    {
      key: 'who',
      sort: 'createName',
      title: '发布人',
      width: 136,
      importance: 3,
      align: 'left',
      render: (row) => (
        <>
          <div className="jw-ellipsis">{row.createName}</div>
          <div className={`${classes['second'] ?? ''} jw-ellipsis`}>{row.departmentName}</div>
        </>
      ),
    },
    {
      key: 'times',
      sort: 'beginTime',
      title: '有效时间',
      width: 144,
      align: 'center',
      render: (row) => (
        <>
          <div>{row.beginTime === '' ? '发布后立即' : row.beginTime.slice(0, 16)}</div>
          <div className={classes['second']}>{row.endTime === '' ? '长期' : `至 ${row.endTime.slice(0, 16)}`}</div>
        </>
      ),
    },
    {
      key: 'edit',
      sort: 'editTime',
      title: '更新时间',
      width: 136,
      align: 'center',
      render: (row) => row.editTime.slice(0, 16),
    },
    {
      key: 'status',
      sort: 'publishStatus',
      title: '状态',
      width: 104,
      align: 'center',
      render: (row) => <PublishState status={row.publishStatus} waiting={row.waiting} />,
    },
    {
      key: 'read',
      title: '已读',
      width: 88,
      align: 'right',
      render: (row) =>
        row.publishStatus !== publishStatus.draft && may('noticeInfo:readList') ? (
          <UnstyledButton
            c="var(--jw-ink)"
            aria-label={`${String(row.readNum)} / ${String(row.totalNum)} 阅读情况：${row.noticeName}`}
            onClick={() => {
              setReaders(row);
            }}
          >
            {row.readNum} / {row.totalNum}
          </UnstyledButton>
        ) : (
          <span className={classes['second']}>{row.totalNum} 人</span>
        ),
    },
    {
      key: 'action',
      title: '操作',
      width: 138,
      align: 'center',
      pinRight: true,
      render: (row) => <RowActs acts={actsOf(row)} subject={row.noticeName} />,
    },
  ];
  const search = (next: typeof filter) => {
    setState({ ...next, pageNo: 1 });
    void query.refetch();
  };
  return (
    <Page title="通知公告管理">
      <Card flush>
        <SearchForm
          onSearch={() => {
            search({ ...draft, noticeName: draft.noticeName.trim() });
          }}
          onReset={() => {
            setDraft(noFilter);
            search(noFilter);
          }}
          searching={query.isFetching}
        >
          <Field label="标题" htmlFor="infos-name">
            <TextInput
              id="infos-name"
              placeholder="请输入标题"
              maxLength={60}
              value={draft.noticeName}
              onChange={(event) => {
                setDraft({ ...draft, noticeName: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="通知类型" htmlFor="infos-type">
            <Select
              id="infos-type"
              placeholder="全部"
              clearable
              value={draft.noticeTypeId === '' ? null : draft.noticeTypeId}
              data={(types.data?.list ?? []).map(({ noticeTypeId, noticeTypeName }) => ({
                value: noticeTypeId,
                label: noticeTypeName,
              }))}
              onChange={(value) => {
                setDraft({ ...draft, noticeTypeId: value ?? '' });
              }}
            />
          </Field>
          <Field label="状态" htmlFor="infos-status">
            <Select
              id="infos-status"
              placeholder="全部"
              clearable
              value={draft.publishStatus === '' ? null : draft.publishStatus}
              data={Object.entries(publishStatusNames).map(([value, label]) => ({
                value: value as PublishStatus,
                label,
              }))}
              onChange={(value) => {
                setDraft({ ...draft, publishStatus: value ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          {may('noticeInfo:create') && (
            <Button
              variant="light"
              leftSection={<IconPlus size={16} />}
              onClick={() => {
                setEditing({ noticeId: null });
              }}
            >
              新增
            </Button>
          )}
        </Toolbar>
        <DataTable
          label="通知公告"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.noticeId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1120}
          empty={{ reason: '没有符合条件的通知公告，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={{
            pageNo,
            pageSize,
            total: query.data?.total ?? 0,
            onPage: (page) => {
              setState({ pageNo: page });
            },
            onPageSize: (size) => {
              setState({ pageSize: size, pageNo: 1 });
            },
          }}
        />
      </Card>
      {editing && (
        <NoticeFormDialog
          noticeId={editing.noticeId}
          onClose={() => {
            setEditing(null);
          }}
        />
      )}
      {readers && (
        <ReadersDialog
          noticeId={readers.noticeId}
          noticeName={readers.noticeName}
          onClose={() => {
            setReaders(null);
          }}
        />
      )}
    </Page>
  );
}
