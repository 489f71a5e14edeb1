import { ALL_TIME } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { noticeList, noticeMarkRead, type NoticeItem } from '@jwxt/contracts/notice/notice.operations.ts';
import { HOME_NOTICES, noticePath } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import classes from './notice-list.module.css';

/**
 * One notice: a dot and weight while it is unread. It opens in a new window and is read by that (NOTICE-01, NOTICE-07).
 */
export function NoticeRow({
  notice,
  wide,
  low,
  onOpen,
}: {
  notice: NoticeItem;
  /** With its kind and writer. */
  wide?: boolean;
  /** As high and as wide as the row that it stands in. */
  low?: boolean;
  onOpen: (noticeId: string) => void;
}) {
  const unread = notice.read === yesNo.no;
  return (
    <a
      className={classes['row']}
      data-unread={unread || undefined}
      data-tall={wide || undefined}
      data-low={low || undefined}
      href={noticePath(notice.noticeId)}
      target="_blank"
      rel="noopener"
      onClick={() => {
        if (unread) onOpen(notice.noticeId);
      }}
    >
      <span
        className={classes['dot']}
        data-read={!unread || undefined}
        role="img"
        aria-label={unread ? '未读' : '已读'}
      />
      {wide && <span className={classes['kind']}>[{notice.noticeTypeName}]</span>}
      {notice.topFlag === yesNo.yes && <span className={classes['top']}>置顶</span>}
      <span className={`${classes['name'] ?? ''} jw-ellipsis`} title={notice.noticeName}>
        {notice.noticeName}
      </span>
      {wide && (
        <span className={`${classes['who'] ?? ''} jw-ellipsis`} title={notice.createName}>
          {notice.createName}
        </span>
      )}
      <time className={classes['time']}>{wide ? notice.createTime.slice(0, 16) : notice.createTime.slice(5, 10)}</time>
    </a>
  );
}

/** Marks a notice read when it is opened from a list (NOTICE-07); the window that opens does so too. */
export function useMarkOpened() {
  const mark = useOperationMutation(noticeMarkRead, { invalidates: ['notice.'], onError: () => undefined });
  return (noticeId: string) => {
    mark.mutate({ noticeIds: [noticeId] });
  };
}

/**
 * The newest notices of the signed-in person, for the home page (five of them, HOME). The card and its title are the
 * page's.
 */
export function NoticeShortList() {
  const query = useOperation(noticeList, { pageNo: 1, pageSize: HOME_NOTICES, timeScopeValue: ALL_TIME, type: '' });
  const markOpened = useMarkOpened();
  return (
    <QueryFaces query={query} compact rows={HOME_NOTICES}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState compact title="暂无通知公告" />
        ) : (
          <ul className={classes['list']}>
            {list.map((notice) => (
              <li key={notice.noticeId}>
                <NoticeRow notice={notice} onOpen={markOpened} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryFaces>
  );
}
