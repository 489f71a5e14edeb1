import { Button, Tabs } from '@mantine/core';
import { IconEdit, IconMaximize } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './home.module.css';
import { ServiceTile } from './service-tile.tsx';
import { useServices } from './services.ts';

const AppManageDialog = lazy(() => import('./app-manage/app-manage.dialog.tsx').then((module) => ({ default: module.AppManageDialog })));
const ALL = 'all';

/** 应用服务: the person's services, all together or by category; 全屏 and, for those who may, 编辑 (HOME-08, 16…18). */
export function ServicesCard({ onFullScreen }: { onFullScreen: () => void }) {
  const query = useServices();
  const mayEdit = useMay('homeMemuIconManage:show');
  const [tab, setTab] = useState<string>(ALL);
  const [editing, setEditing] = useState(false);
  const categories = query.data?.list ?? [];
  const chosen = categories.filter(({ menuCatagoryId }) => menuCatagoryId === tab);
  const shown = (chosen.length > 0 ? chosen : categories).flatMap(({ menuList }) => menuList);
  return (
    <Card flush title="应用服务"
      note={(
        <Tabs value={chosen.length > 0 ? tab : ALL} onChange={(value) => { setTab(value ?? ALL); }} variant="pills" classNames={{ tab: classes['categoryTab'] ?? '' }}>
          <Tabs.List aria-label="应用分类">
            <Tabs.Tab value={ALL} aria-controls="service-tiles">全部</Tabs.Tab>
            {categories.map(({ menuCatagoryId, menuCatagoryName }) => <Tabs.Tab key={menuCatagoryId} value={menuCatagoryId} aria-controls="service-tiles">{menuCatagoryName}</Tabs.Tab>)}
          </Tabs.List>
        </Tabs>
      )}
      actions={(
        <>
          {mayEdit && <Button variant="subtle" size="xs" leftSection={<IconEdit size={15} />} onClick={() => { setEditing(true); }}>编辑</Button>}
          <Button variant="subtle" size="xs" leftSection={<IconMaximize size={15} />} onClick={onFullScreen}>全屏</Button>
        </>
      )}>
      <div id="service-tiles" role="tabpanel" aria-label="应用服务" className={classes['services']}>
        <QueryFaces query={query} compact rows={3}>
          {() => shown.length === 0 ? <EmptyState compact title="没有可用的应用" reason="如工作需要，请联系教务处授权" /> : shown.map((service) => <ServiceTile key={service.menuId} service={service} />)}
        </QueryFaces>
      </div>
      {editing && <Suspense fallback={null}><AppManageDialog onClose={() => { setEditing(false); }} /></Suspense>}
    </Card>
  );
}
