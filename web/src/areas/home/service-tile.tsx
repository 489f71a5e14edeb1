import { NEW_WINDOW, menuHome } from '@jwxt/contracts/home/menu.vocabulary.ts';
import { useContext } from 'react';
import { ShortcutsContext } from '../../lib/shortcuts.ts';
import classes from './service-tile.module.css';
import { MenuIcon } from './menu-icon.tsx';
import { useOpenService, type Service } from './services.ts';

/** What waits behind a tile: the live counts of the pages below its address. */
export function useServiceCount({ url }: Service): number {
  return useContext(ShortcutsContext)
    .filter(({ path }) => path.startsWith(`${url}/`))
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * One service: picture, name, and a count when something waits there. A link, so that it opens in a new tab as links
 * do.
 */
export function ServiceTile({
  service,
  row,
  unopened,
  onOpen,
}: {
  service: Service;
  /** Picture and name side by side. */
  row?: boolean;
  /** Its module has no page yet. */
  unopened?: boolean;
  onOpen?: () => void;
}) {
  const open = useOpenService();
  const count = useServiceCount(service);
  return (
    <a
      className={classes['tile']}
      data-row={row || undefined}
      data-unopened={unopened || undefined}
      title={unopened ? `${service.menuName}尚未开通` : undefined}
      href={service.menuType === NEW_WINDOW ? service.url : menuHome(service.url)}
      target={service.menuType === NEW_WINDOW ? '_blank' : undefined}
      rel="noopener"
      aria-label={count > 0 ? `${service.menuName}，${String(count)} 件待办` : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen?.();
        open(service);
      }}
    >
      <span className={classes['icon']}>
        <MenuIcon name={service.iconContent} />
        {count > 0 && (
          <span className={classes['badge']} aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <span className={classes['name']}>{service.menuName}</span>
    </a>
  );
}
