import { GUIDE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { guideDetail } from '@jwxt/contracts/notice/notice.operations.ts';
import { usePageParams, usePageTitle } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Reader } from './reader.tsx';

/** One operation guide in a tab of its own (NOTICE-17…19). */
export function GuideDetailPage() {
  const { operationGuideId = '' } = usePageParams<'operationGuideId'>();
  const query = useOperation(guideDetail, { operationGuideId });
  const title = query.data?.noticeName ?? '操作指南';
  usePageTitle(title);
  return (
    <Page title={title} fill={false}>
      <Card flush>
        <QueryFaces query={query}>
          {(guide) => (
            <Reader
              title={guide.noticeName}
              html={guide.content}
              businessTable={GUIDE_FILES}
              businessId={guide.operationGuideId}
              facts={[
                ['服务域', guide.domainService],
                ['创建人', guide.creator],
                ['创建时间', guide.createTime],
                ['更新时间', guide.editTime],
              ]}
            />
          )}
        </QueryFaces>
      </Card>
    </Page>
  );
}
