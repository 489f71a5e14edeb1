import { Button, Tabs } from '@mantine/core';
import { IconEdit, IconMaximize } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useMay } from '../../../lib/session.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card } from '../../../ui/page.tsx';
import classes from '../home.module.css';
import { ServiceTile } from '../service-tile.tsx';
import { useIsOpened, useServices } from '../services.ts';

const AppManageDialog = lazyPart(async () => (await import('../app-manage/app-manage.dialog.tsx')).AppManageDialog);
const ALL = 'all';
const UNOPENED = 'unopened';

/**
 * 应用服务: the person's services, all together or by category; 全屏 and, for those who may, 编辑 and what is not
 * opened yet (HOME-08, 16…18).
 */
export function ServicesCard({ onFullScreen }: { onFullScreen: () => void }) {
  const query = useServices();
  const mayEdit = useMay('homeMemuIconManage:show');
  const [tab, setTab] = useState<string>(ALL);
  const [editing, setEditing] = useState(false);
  const isOpened = useIsOpened();
  const all = query.data?.list ?? [];
  const categories = all
    .map((category) => ({ ...category, menuList: category.menuList.filter(isOpened) }))
    .filter(({ menuList }) => menuList.length > 0);
  const unopened = mayEdit ? all.flatMap(({ menuList }) => menuList.filter((service) => !isOpened(service))) : [];
  const kept = tab === UNOPENED ? unopened.length > 0 : categories.some(({ menuCatagoryId }) => menuCatagoryId === tab);
  const front = kept ? tab : ALL;
  const shown =
    front === UNOPENED
      ? unopened
      : categories
          .filter(({ menuCatagoryId }) => front === ALL || menuCatagoryId === front)
          .flatMap(({ menuList }) => menuList);
  return (
    <Card
      flush
      title="应用服务"
      note={
        <Tabs
          value={front}
          onChange={(value) => {
            setTab(value ?? ALL);
          }}
          variant="pills"
          classNames={{ tab: classes['categoryTab'] ?? '' }}
        >
          <Tabs.List aria-label="应用分类">
            <Tabs.Tab value={ALL} aria-controls="service-tiles">
              全部
            </Tabs.Tab>
            {categories.map(({ menuCatagoryId, menuCatagoryName }) => (
              <Tabs.Tab key={menuCatagoryId} value={menuCatagoryId} aria-controls="service-tiles">
                {menuCatagoryName}
              </Tabs.Tab>
            ))}
            {unopened.length > 0 && (
              <Tabs.Tab value={UNOPENED} aria-controls="service-tiles">
                未开通 {unopened.length}
              </Tabs.Tab>
            )}
          </Tabs.List>
        </Tabs>
      }
      actions={
        <>
          {mayEdit && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconEdit size={15} />}
              onClick={() => {
                setEditing(true);
              }}
            >
              编辑
            </Button>
          )}
          <Button variant="subtle" size="xs" leftSection={<IconMaximize size={15} />} onClick={onFullScreen}>
            全屏
          </Button>
        </>
      }
    >
      <div id="service-tiles" role="tabpanel" aria-label="应用服务" className={classes['services']}>
        <QueryFaces query={query} compact rows={3}>
          {() =>
            shown.length === 0 ? (
              <EmptyState compact title="没有可用的应用" reason="如工作需要，请联系教务处授权" />
            ) : (
              shown.map((service) => (
                <ServiceTile key={service.menuId} service={service} unopened={front === UNOPENED} />
              ))
            )
          }
        </QueryFaces>
      </div>
      {editing && (
        <AppManageDialog
          onClose={() => {
            setEditing(false);
          }}
        />
      )}
    </Card>
  );
}
