import { NOTICE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { noticeDetail, noticeMarkRead } from '@jwxt/contracts/notice/notice.operations.ts';
import { useEffect, useEffectEvent } from 'react';
import { usePageParams, usePageTitle } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Reader } from './reader.tsx';

/** One notice in a window of its own (NOTICE-01…03). Showing it is reading it (NOTICE-07). */
export function NoticeDetailPage() {
  const { noticeId = '' } = usePageParams<'noticeId'>();
  const query = useOperation(noticeDetail, { noticeId });
  const { mutate } = useOperationMutation(noticeMarkRead, {
    invalidates: ['notice.list', 'systemMessage.'],
    onError: () => undefined,
  });
  const { data } = query;
  const title = data?.noticeName ?? '通知公告';
  usePageTitle(title);
  const markRead = useEffectEvent(() => {
    mutate({ noticeIds: [noticeId] });
  });
  const unread = data?.read === yesNo.no;
  useEffect(() => {
    if (unread) markRead();
  }, [unread]);
  return (
    <Page title={title} fill={false}>
      <Card flush>
        <QueryFaces query={query}>
          {(notice) => (
            <Reader
              title={notice.noticeName}
              html={notice.content}
              businessTable={NOTICE_FILES}
              businessId={notice.noticeId}
              facts={[
                ['类型', notice.noticeTypeName],
                ['发布人', notice.createName],
                ['发布单位', notice.departmentName],
                ['发布时间', notice.createTime],
              ]}
            />
          )}
        </QueryFaces>
      </Card>
    </Page>
  );
}
