import { NoticePanel } from '../../pickers/notice-panel.tsx';
import { Card, Page } from '../../ui/page.tsx';

/** 消息中心 / 通知公告: the notices that reach the signed-in person. */
export function NoticesPage() {
  return (
    <Page title="通知公告">
      <Card flush grow>
        <NoticePanel />
      </Card>
    </Page>
  );
}
