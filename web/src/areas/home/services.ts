import { menusOfUser, type MenuItemView } from '@jwxt/contracts/home/menu.operations.ts';
import { menuHome, NEW_WINDOW } from '@jwxt/contracts/home/menu.vocabulary.ts';
import { moduleKey, modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useContext, useEffect } from 'react';
import { setCurrentModule } from '../../lib/current-module.ts';
import { loadModuleCodes } from '../../lib/permission-list.ts';
import { useOperation } from '../../lib/queries.ts';
import { ShortcutsContext } from '../../lib/shortcuts.ts';
import { useUser } from '../../lib/session.ts';

/** What a tile needs to be shown and opened. */
export type Service = Pick<MenuItemView, 'menuId' | 'menuName' | 'menuType' | 'url' | 'iconContent'>;

const KEY = 'jwxt.services';
const byMenuId = (a: Service, b: Service) => Number(a.menuId) - Number(b.menuId);

/** Tiles as the launcher lists them: by the number of their id, smallest first (HOME-29, HOME-32). */
export function sortedServices(services: readonly Service[]): Service[] {
  return services.toSorted(byMenuId);
}

/** The person's tiles as this browser tab knows them; null before the home page or the launcher has asked for them. */
export function keptServices(): readonly Service[] | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as readonly Service[] | null;
  } catch {
    return null;
  }
}

/** The person's tiles by category, kept for the launcher. */
export function useServices(enabled = true) {
  const { userName } = useUser();
  const query = useOperation(menusOfUser, { userName }, { staleTime: 60_000, enabled });
  useEffect(() => {
    if (query.data) sessionStorage.setItem(KEY, JSON.stringify(query.data.list.flatMap(({ menuList }) => menuList)));
  }, [query.data]);
  return query;
}

/** The module that a tile opens, as permission calls name it (`fwbh`); null when it opens something else. */
export function moduleOfService({ url }: Pick<Service, 'url'>): string | null {
  const route = modules.find((module) => url.endsWith(`/${module.route}`))?.route;
  return route === undefined ? null : moduleKey(route);
}

/**
 * Tells the tiles that are of use now: those of sites of their own, and those whose module has a page that the person
 * may open, be it in another module. The others (未开通) are shown to those who place tiles, and to nobody else; their
 * addresses answer all the same.
 */
export function useIsOpened(): (service: Service) => boolean {
  const pages = useContext(ShortcutsContext);
  return useCallback(
    ({ url, menuType }: Service) => {
      const route = modules.find((module) => url.endsWith(`/${module.route}`))?.route;
      return menuType === NEW_WINDOW || route === undefined || pages.some((page) => page.modules.includes(route));
    },
    [pages],
  );
}

/**
 * Opens a tile (HOME-19…23): loads the module's permission codes once, remembers the module, then a new window or the
 * module's home.
 */
export function useOpenService(): (service: Service) => void {
  const navigate = useNavigate();
  return useCallback(
    (service: Service) => {
      const fwbh = moduleOfService(service);
      if (fwbh !== null) {
        setCurrentModule(fwbh);
        // The page asks again when this fails.
        void loadModuleCodes(fwbh).catch(() => undefined);
      }
      if (service.menuType === NEW_WINDOW) window.open(service.url, '_blank', 'noopener');
      else void navigate({ to: menuHome(service.url) });
    },
    [navigate],
  );
}
