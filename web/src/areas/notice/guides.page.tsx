import { GuidePanel } from '../../pickers/guide-panel.tsx';
import { Card, Page } from '../../ui/page.tsx';

/** 操作指南: to find and to read. */
export function GuidesPage() {
  return (
    <Page title="操作指南">
      <Card flush grow>
        <GuidePanel />
      </Card>
    </Page>
  );
}
