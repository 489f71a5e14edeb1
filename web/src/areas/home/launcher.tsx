import { FocusTrap, Portal, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconApps, IconChevronsLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { QueryFaces } from '../../ui/faces.tsx';
import classes from './launcher.module.css';
import { ServiceTile } from './service-tile.tsx';
import { keptServices, sortedServices, useIsOpened, useServices } from './services.ts';

/** 全部服务 at the foot of the side menu: opens the services over any page (HOME-32…34, SHELL-05). */
export function Launcher({ folded = false }: { folded?: boolean }) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <button
      type="button"
      className={classes['trigger']}
      data-folded={folded || undefined}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-label={folded ? '全部服务' : undefined}
      onClick={() => {
        setOpen(true);
      }}
    >
      <IconApps size={18} stroke={1.75} aria-hidden />
      {!folded && '全部服务'}
    </button>
  );
  return (
    <>
      {folded ? (
        <Tooltip label="全部服务" position="right">
          {trigger}
        </Tooltip>
      ) : (
        trigger
      )}
      {open && (
        <Portal>
          <LauncherOverlay
            onClose={() => {
              setOpen(false);
            }}
          />
        </Portal>
      )}
    </>
  );
}

/** The services that this browser tab knows, by number, beside a mask; asked for when it knows none. */
function LauncherOverlay({ onClose }: { onClose: () => void }) {
  const [kept] = useState(keptServices);
  const isOpened = useIsOpened();
  const query = useServices(kept === null);
  const asked = { ...query, data: kept ?? query.data?.list.flatMap(({ menuList }) => menuList) };
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape') onClose();
  });
  return (
    <>
      <div className={classes['mask']} data-testid="launcher-mask" aria-hidden onClick={onClose} />
      <FocusTrap active>
        <div className={classes['panel']} role="dialog" aria-modal aria-label="全部服务">
          <h2 className={classes['title']}>全部服务</h2>
          <div className={classes['list']}>
            <QueryFaces query={asked} compact>
              {(services) =>
                sortedServices(services)
                  .filter(isOpened)
                  .map((service) => <ServiceTile key={service.menuId} service={service} row onOpen={onClose} />)
              }
            </QueryFaces>
          </div>
          <button
            type="button"
            className={classes['collapse']}
            aria-label="收起全部服务"
            title="收起"
            data-autofocus
            onClick={onClose}
          >
            <IconChevronsLeft size={16} aria-hidden />
          </button>
        </div>
      </FocusTrap>
    </>
  );
}
