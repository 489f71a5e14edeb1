import { ALL_TIME } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { noticeList } from '@jwxt/contracts/notice/notice.operations.ts';
import { useOperation } from '../../../lib/queries.ts';
import { NoticeRow, useMarkOpened } from '../../../pickers/notice-list.tsx';
import { AutoScrollList } from '../../../ui/auto-scroll-list.tsx';
import { ContentCard } from '../../../ui/content-card.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';

/** More than the card is high: the others come up by themselves. */
const NEWEST = 15;

/** 通知公告 on a person's own page: the newest notices, in a card of a fixed height (PICKERS-139, PICKERS-140). */
export function OwnNoticesCard() {
  const query = useOperation(noticeList, { pageNo: 1, pageSize: NEWEST, timeScopeValue: ALL_TIME, type: '' });
  const markOpened = useMarkOpened();
  return (
    <ContentCard flush title="通知公告" empty={query.data?.list.length === 0 && { title: '暂无通知公告' }}>
      <QueryFaces query={query} compact rows={6}>
        {({ list }) => (
          <AutoScrollList label="通知公告" items={list} itemKey={({ noticeId }) => noticeId}>
            {(notice) => <NoticeRow notice={notice} low onOpen={markOpened} />}
          </AutoScrollList>
        )}
      </QueryFaces>
    </ContentCard>
  );
}
