import { Button, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMay } from '../../lib/session.ts';
import { GuidePanel } from '../../pickers/guide-panel.tsx';
import { NoticePanel } from '../../pickers/notice-panel.tsx';
import { TodoList } from '../../pickers/todo-list.tsx';
import { Card } from '../../ui/page.tsx';
import { type DetailKey, homeDetail } from './home-detail.model.ts';
import classes from './home.module.css';

/** Keys of the detail view's tabs (HOME-13). */

export type HomeDetailProps = {
  /** What it was opened with: with the guides it shows nothing else (HOME-14). */
  opened: DetailKey;
  tab: DetailKey;
  onTab: (tab: DetailKey) => void;
  onBack: () => void;
};

/** What 更多 opens: notices, to-dos and guides in full (HOME-12…15). */
export function HomeDetail({ opened, tab, onTab, onBack }: HomeDetailProps) {
  const mayApprove = useMay('systemApprove:query');
  const all: [DetailKey, string, boolean][] = [
    [homeDetail.notices, '通知公告', true],
    [homeDetail.todos, '待办消息', mayApprove],
    [homeDetail.guides, '操作指南', true],
  ];
  const tabs = all.filter(([key, , may]) => may && (opened !== homeDetail.guides || key === homeDetail.guides));
  const shown = tabs.some(([key]) => key === tab)
    ? tab
    : opened === homeDetail.guides
      ? homeDetail.guides
      : homeDetail.notices;
  return (
    <Tabs
      value={shown}
      onChange={(value) => {
        if (value !== null) onTab(value as DetailKey);
      }}
      keepMounted={false}
      className={classes['detail']}
    >
      <Card
        flush
        title={
          <Tabs.List aria-label="首页详情" className={classes['detailTabs']}>
            {tabs.map(([key, name]) => (
              <Tabs.Tab key={key} value={key}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
        actions={
          <Button variant="subtle" size="xs" leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
            返回首页
          </Button>
        }
      >
        <Tabs.Panel value={homeDetail.notices}>
          <NoticePanel />
        </Tabs.Panel>
        <Tabs.Panel value={homeDetail.todos}>
          <TodoList />
        </Tabs.Panel>
        <Tabs.Panel value={homeDetail.guides}>
          <GuidePanel />
        </Tabs.Panel>
      </Card>
    </Tabs>
  );
}
