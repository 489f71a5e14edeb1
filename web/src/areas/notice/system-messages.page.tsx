import { Button, UnstyledButton } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { MARKED_READ_TEXT, noticeFilters } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import {
  messageReadSign,
  messagesAllRead,
  staffMessages,
  studentMessages,
  type SystemMessageItem,
  messageSorts,
} from '@jwxt/contracts/notice/system-message.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { usePageTitle } from '../../lib/page-address.ts';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { SystemMessageDialog } from '../../pickers/system-message.dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import classes from './notice.module.css';

const pageState = z.object({
  type: z.enum(['', yesNo.no, yesNo.yes]).catch('').default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).catch(10).default(10),
  ...sortField(messageSorts),
});

/** 消息中心 / 系统消息: everything that the system wrote to the signed-in person (NOTICE-38). */
export function SystemMessagesPage() {
  const [{ type, pageNo, pageSize, sort }, setState] = usePageState(pageState);
  usePageTitle('系统消息');
  const student = useMay('systemMessageStudent:query');
  const query = useOperation(student ? studentMessages : staffMessages, {
    pageNo,
    pageSize,
    sort,
    systemMessageAudienceReadSign: type,
  });
  const [open, setOpen] = useState<string | null>(null);
  const markRead = useOperationMutation(messageReadSign, { invalidates: ['systemMessage.'], onError: () => undefined });
  const markAll = useOperationMutation(messagesAllRead, { invalidates: ['systemMessage.'], success: MARKED_READ_TEXT });
  const unread = query.data?.unreadNum ?? 0;
  const show = (row: SystemMessageItem) => {
    setOpen(row.systemMessageEntityId);
    if (row.systemMessageAudienceReadSign === yesNo.no)
      markRead.mutate({ systemMessageAudienceId: row.systemMessageAudienceId });
  };
  const columns: Column<SystemMessageItem>[] = [
    {
      key: 'title',
      title: '标题',
      width: 'auto',
      align: 'left',
      render: (row) => (
        <UnstyledButton
          className={row.systemMessageAudienceReadSign === yesNo.no ? (classes['unread'] ?? '') : ''}
          onClick={() => {
            show(row);
          }}
          c="var(--jw-ink)"
        >
          {row.systemMessageEntityTitle}
        </UnstyledButton>
      ),
    },
    { key: 'time', sort: 'createTime', title: '时间', width: 180, align: 'center', render: (row) => row.createTime },
    {
      key: 'read',
      title: '状态',
      width: 110,
      align: 'center',
      render: (row) =>
        row.systemMessageAudienceReadSign === yesNo.no ? (
          <StatusTag tone="blue">未读</StatusTag>
        ) : (
          <StatusTag tone="grey" icon={null}>
            已读
          </StatusTag>
        ),
    },
  ];
  return (
    <Page title="系统消息">
      <Card flush grow>
        <Toolbar
          right={
            <Button
              size="xs"
              variant="default"
              leftSection={<IconChecks size={15} />}
              disabled={unread === 0}
              loading={markAll.isPending}
              onClick={() => {
                markAll.mutate({});
              }}
            >
              全部已读
            </Button>
          }
        >
          <SegmentedControl
            size="xs"
            aria-label="阅读状态"
            value={type}
            onChange={(value) => {
              setState({ type: value, pageNo: 1 });
            }}
            data={noticeFilters.map(({ value, label }) => ({
              value,
              label: value === yesNo.no && unread > 0 ? `${label} ${String(unread)}` : label,
            }))}
          />
        </Toolbar>
        <DataTable
          label="系统消息"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.systemMessageAudienceId}
          onRow={show}
          numberFrom={(pageNo - 1) * pageSize + 1}
          empty={{ title: type === yesNo.no ? '没有未读的消息' : '暂无系统消息' }}
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
      {open !== null && (
        <SystemMessageDialog
          systemMessageEntityId={open}
          onClose={() => {
            setOpen(null);
          }}
        />
      )}
    </Page>
  );
}
