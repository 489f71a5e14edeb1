import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  guidePath,
  publishStatusNames,
  type PublishStatus,
  publishStatus,
} from '@jwxt/contracts/notice/notice.vocabulary.ts';
import {
  guideDelete,
  guideManageQuery,
  guidePublish,
  guideRecall,
  type guideInfoItem,
  guideInfoSorts,
} from '@jwxt/contracts/notice/publishing.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useUnsavedWork } from '../../lib/page-address.ts';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { useDomains } from '../../pickers/service-domains.ts';
import { confirm } from '../../ui/confirm.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { GuideFormDialog, type StoredGuide } from './guide-form.dialog.tsx';
import { PublishState } from './publish-state.tsx';
import { RowActs, type RowAct } from './row-acts.tsx';

type Item = z.output<typeof guideInfoItem>;

const noFilter = { noticeName: '', domainService: '', publishStatus: '' as const };
const pageState = z.object({
  noticeName: z.string().catch('').default(''),
  domainService: z.string().catch('').default(''),
  publishStatus: z
    .enum(['', ...Object.values(publishStatus)])
    .catch('')
    .default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).catch(10).default(10),
  ...sortField(guideInfoSorts),
});

/** 操作指南 / 操作指南管理: writing and publishing guides, each in the own scope (SYSADMIN-01). */
export function GuideInfosPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState<typeof filter>(filter);
  const [editing, setEditing] = useState<{ guide: StoredGuide | null } | null>(null);
  useUnsavedWork(editing !== null);
  const may = useMayCheck();
  const query = useOperation(guideManageQuery, { pageNo, pageSize, sort, ...filter });
  const domains = useDomains();
  const domainChoices = (domains.data ?? []).map(({ bh, mc }) => ({ value: bh, label: mc }));
  const after = { invalidates: ['guide.'], success: true } as const;
  const publish = useOperationMutation(guidePublish, after);
  const recall = useOperationMutation(guideRecall, after);
  const remove = useOperationMutation(guideDelete, after);
  const ask = async (message: string, act: () => void, danger = false) => {
    if (await confirm({ message, danger })) act();
  };
  const actsOf = ({ operationGuideId, noticeName, domainId, publishStatus: status }: Item): RowAct[] => [
    {
      label: '修改',
      shown: status === publishStatus.draft && may('operationGuide:update'),
      run: () => {
        setEditing({ guide: { operationGuideId, noticeName, domainService: domainId } });
      },
    },
    {
      label: '发布',
      shown: status === publishStatus.draft && may('operationGuide:publish'),
      run: () =>
        ask(`发布后所有人都能查阅“${noticeName}”。确定发布吗？`, () => {
          publish.mutate({ operationGuideId });
        }),
    },
    {
      label: '撤回',
      shown: status === publishStatus.published && may('operationGuide:recall'),
      run: () =>
        ask(`撤回“${noticeName}”后可以修改，重新发布前不可查阅。确定撤回吗？`, () => {
          recall.mutate({ operationGuideId });
        }),
    },
    {
      label: '删除',
      danger: true,
      shown: status === publishStatus.draft && may('operationGuide:delete'),
      run: () =>
        ask(
          `确定删除草稿“${noticeName}”吗？`,
          () => {
            remove.mutate({ operationGuideId });
          },
          true,
        ),
    },
  ];
  const columns: Column<Item>[] = [
    {
      key: 'name',
      sort: 'noticeName',
      title: '指南名称',
      width: 'auto',
      align: 'left',
      render: (row) => (
        <a
          href={guidePath(row.operationGuideId)}
          target="_blank"
          rel="noopener"
          className="jw-ellipsis"
          title={row.noticeName}
          style={{ display: 'block' }}
        >
          {row.noticeName}
        </a>
      ),
    },
    {
      key: 'domain',
      sort: 'domainService',
      title: '服务域',
      width: 130,
      align: 'center',
      render: (row) => row.domainService,
    },
    { key: 'creator', sort: 'creator', title: '创建人', width: 110, render: (row) => row.creator, ellipsis: true },
    {
      key: 'create',
      sort: 'createTime',
      title: '创建时间',
      width: 168,
      align: 'center',
      render: (row) => row.createTime,
    },
    { key: 'edit', sort: 'editTime', title: '更新时间', width: 168, align: 'center', render: (row) => row.editTime },
    {
      key: 'status',
      sort: 'publishStatus',
      title: '状态',
      width: 104,
      align: 'center',
      render: (row) => <PublishState status={row.publishStatus} />,
    },
    {
      key: 'action',
      title: '操作',
      width: 150,
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
    <Page title="操作指南管理">
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
          <Field label="指南名称" htmlFor="guides-name">
            <TextInput
              id="guides-name"
              placeholder="请输入指南名称"
              maxLength={60}
              value={draft.noticeName}
              onChange={(event) => {
                setDraft({ ...draft, noticeName: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="服务域" htmlFor="guides-domain">
            <Select
              id="guides-domain"
              placeholder="全部"
              clearable
              searchable
              value={draft.domainService === '' ? null : draft.domainService}
              data={domainChoices}
              onChange={(value) => {
                setDraft({ ...draft, domainService: value ?? '' });
              }}
            />
          </Field>
          <Field label="状态" htmlFor="guides-status">
            <Select
              id="guides-status"
              placeholder="全部"
              clearable
              value={draft.publishStatus === '' ? null : draft.publishStatus}
              data={[publishStatus.draft, publishStatus.published].map((value) => ({
                value: value as PublishStatus,
                label: publishStatusNames[value],
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
          {may('operationGuide:create') && (
            <Button
              variant="light"
              leftSection={<IconPlus size={16} />}
              onClick={() => {
                setEditing({ guide: null });
              }}
            >
              新增
            </Button>
          )}
        </Toolbar>
        <DataTable
          label="操作指南"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.operationGuideId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={1000}
          empty={{ reason: '没有符合条件的操作指南，可以换一个条件' }}
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
        <GuideFormDialog
          guide={editing.guide}
          domains={domainChoices}
          onClose={() => {
            setEditing(null);
          }}
        />
      )}
    </Page>
  );
}
