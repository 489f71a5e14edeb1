import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { DEFAULT_TIME_SCOPE, timeScopes } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { noticeList, noticeMarkAllRead, noticeMarkRead, type NoticeItem } from '@jwxt/contracts/notice/notice.operations.ts';
import { HOME_NOTICES, MARKED_READ_TEXT, NOTICE_PAGE_SIZE, noticeFilters, noticePath } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import { Paging } from '../ui/paging.tsx';
import classes from './notice-list.module.css';

type TimeScope = (typeof timeScopes)[number]['value'];
type Filter = '' | '0' | '1';

/** One notice: a dot and weight while it is unread. It opens in a new window and is read by that (NOTICE-01, NOTICE-07). */
function NoticeRow({ notice, wide, onOpen }: { notice: NoticeItem; wide?: boolean; onOpen: (noticeId: string) => void }) {
  const unread = notice.read === '0';
  return (
    <a className={classes['row']} data-unread={unread || undefined} data-tall={wide || undefined} href={noticePath(notice.noticeId)} target="_blank" rel="noopener" onClick={() => { if (unread) onOpen(notice.noticeId); }}>
      <span className={classes['dot']} data-read={!unread || undefined} role="img" aria-label={unread ? '未读' : '已读'} />
      {wide && <span className={classes['kind']}>[{notice.noticeTypeName}]</span>}
      {notice.topFlag === '1' && <span className={classes['top']}>置顶</span>}
      <span className={`${classes['name'] ?? ''} jw-ellipsis`} title={notice.noticeName}>{notice.noticeName}</span>
      {wide && <span className={`${classes['who'] ?? ''} jw-ellipsis`} title={notice.createName}>{notice.createName}</span>}
      <time className={classes['time']}>{wide ? notice.createTime.slice(0, 16) : notice.createTime.slice(5, 10)}</time>
    </a>
  );
}

function useMarkOpened() {
  const mark = useOperationMutation(noticeMarkRead, { invalidates: ['notice.'], onError: () => undefined });
  return (noticeId: string) => { mark.mutate({ noticeIds: [noticeId] }); };
}

/** The newest notices of the signed-in person, for the home page (five of them, HOME). The card and its title are the page's. */
export function NoticeShortList({ count = HOME_NOTICES }: { count?: number }) {
  const query = useOperation(noticeList, { pageNo: 1, pageSize: count, timeScopeValue: '0', type: '' });
  const markOpened = useMarkOpened();
  return (
    <QueryFaces query={query} compact rows={count}>
      {({ list }) => list.length === 0
        ? <EmptyState compact title="暂无通知公告" />
        : <ul className={classes['list']}>{list.map((notice) => <li key={notice.noticeId}><NoticeRow notice={notice} onOpen={markOpened} /></li>)}</ul>}
    </QueryFaces>
  );
}

/** All notices of the signed-in person, eight a page: time range, all/unread/read, and all read at once (NOTICE-05…11). */
export function NoticePanel() {
  const [pageNo, setPageNo] = useState(1);
  const [timeScopeValue, setTimeScope] = useState<TimeScope>(DEFAULT_TIME_SCOPE);
  const [type, setType] = useState<Filter>('');
  const query = useOperation(noticeList, { pageNo, pageSize: NOTICE_PAGE_SIZE, timeScopeValue, type });
  const markOpened = useMarkOpened();
  const markAll = useOperationMutation(noticeMarkAllRead, { invalidates: ['notice.'], success: MARKED_READ_TEXT, onSuccess: () => { setPageNo(1); } });
  const unread = query.data?.unreadNum ?? 0;
  return (
    <>
      <div className={classes['bar']}>
        <SegmentedControl size="xs" aria-label="阅读状态" value={type} data={Object.entries(noticeFilters).map(([value, label]) => ({ value, label: value === '0' && unread > 0 ? `${label} ${String(unread)}` : label }))}
          onChange={(value) => { setType(value as Filter); setPageNo(1); }} />
        <Select aria-label="时间范围" w={112} size="xs" allowDeselect={false} value={timeScopeValue} data={timeScopes}
          onChange={(value) => { if (value !== null) { setTimeScope(value); setPageNo(1); } }} />
        <Button size="xs" variant="default" leftSection={<IconChecks size={15} />} disabled={query.data !== undefined && unread === 0} loading={markAll.isPending} onClick={() => { markAll.mutate({}); }}>全部已读</Button>
      </div>
      <QueryFaces query={query} rows={NOTICE_PAGE_SIZE}>
        {({ list, total }) => list.length === 0
          ? <EmptyState title={type === '0' ? '没有未读的通知公告' : '暂无通知公告'} reason={timeScopeValue === '0' ? undefined : '可以扩大时间范围再看'} />
          : (
            <>
              <ul className={classes['list']}>{list.map((notice) => <li key={notice.noticeId}><NoticeRow notice={notice} wide onOpen={markOpened} /></li>)}</ul>
              <Paging pageNo={pageNo} pageSize={NOTICE_PAGE_SIZE} total={total} onPage={setPageNo} />
            </>
          )}
      </QueryFaces>
    </>
  );
}
