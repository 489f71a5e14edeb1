import { Button, Select } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { DEFAULT_TIME_SCOPE, timeScopes, ALL_TIME } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { noticeList, noticeMarkAllRead } from '@jwxt/contracts/notice/notice.operations.ts';
import { MARKED_READ_TEXT, NOTICE_PAGE_SIZE, noticeFilters } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import { Paging } from '../ui/paging.tsx';
import { NoticeRow, useMarkOpened } from './notice-list.tsx';
import classes from './notice-list.module.css';
import { SegmentedControl } from '../ui/segmented-control.tsx';

type TimeScope = (typeof timeScopes)[number]['value'];
type Filter = (typeof noticeFilters)[number]['value'];

/**
 * All notices of the signed-in person, eight a page: time range, all/unread/read, and all read at once (NOTICE-05…11).
 */
export function NoticePanel() {
  const [pageNo, setPageNo] = useState(1);
  const [timeScopeValue, setTimeScope] = useState<TimeScope>(DEFAULT_TIME_SCOPE);
  const [type, setType] = useState<Filter>('');
  const query = useOperation(noticeList, { pageNo, pageSize: NOTICE_PAGE_SIZE, timeScopeValue, type });
  const markOpened = useMarkOpened();
  const markAll = useOperationMutation(noticeMarkAllRead, {
    invalidates: ['notice.'],
    success: MARKED_READ_TEXT,
    onSuccess: () => {
      setPageNo(1);
    },
  });
  const unread = query.data?.unreadNum ?? 0;
  return (
    <>
      <div className={classes['bar']}>
        <SegmentedControl
          size="xs"
          aria-label="阅读状态"
          value={type}
          data={noticeFilters.map(({ value, label }) => ({
            value,
            label: value === yesNo.no && unread > 0 ? `${label} ${String(unread)}` : label,
          }))}
          onChange={(value) => {
            setType(value);
            setPageNo(1);
          }}
        />
        <Select
          aria-label="时间范围"
          w={112}
          size="xs"
          allowDeselect={false}
          value={timeScopeValue}
          data={timeScopes}
          onChange={(value) => {
            if (value !== null) {
              setTimeScope(value);
              setPageNo(1);
            }
          }}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChecks size={15} />}
          disabled={query.data !== undefined && unread === 0}
          loading={markAll.isPending}
          onClick={() => {
            markAll.mutate({});
          }}
        >
          全部已读
        </Button>
      </div>
      <QueryFaces query={query} rows={NOTICE_PAGE_SIZE}>
        {({ list, total }) =>
          list.length === 0 ? (
            <EmptyState
              title={type === yesNo.no ? '没有未读的通知公告' : '暂无通知公告'}
              reason={timeScopeValue === ALL_TIME ? undefined : '可以扩大时间范围再看'}
            />
          ) : (
            <>
              <ul className={classes['list']}>
                {list.map((notice) => (
                  <li key={notice.noticeId}>
                    <NoticeRow notice={notice} wide onOpen={markOpened} />
                  </li>
                ))}
              </ul>
              <div className={classes['paging']}>
                <Paging pageNo={pageNo} pageSize={NOTICE_PAGE_SIZE} total={total} onPage={setPageNo} />
              </div>
            </>
          )
        }
      </QueryFaces>
    </>
  );
}
