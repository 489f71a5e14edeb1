import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { resourcePath, resources, type ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import type { Icon } from '@tabler/icons-react';

/**
 * One entry of a module's menu (SHELL-61): a page, or a group of pages. Its `component` is what the area's route of the
 * same address names, so that it loads with the page.
 */
export type MenuEntry = {
  name: string;
  /** Address of the page, by `modulePath`; a group has none. */
  url?: string;
  /** Of groups and of pages at the top; also shown on the module's home and in the search. */
  icon: Icon;
  /** Unique in its module: the last segment of the address. `…Home` pages get no ground and padding (SHELL-68). */
  key: string;
  /**
   * The code that is needed, or several of which one is. A group without its own shows when one of its children does
   * (SHELL-65).
   */
  permission?: PermissionCode | readonly PermissionCode[];
  /** Not in the side menu; found by its address, by the breadcrumb and by its tab (SHELL-62). */
  hide?: boolean;
  children?: readonly MenuEntry[];
  /**
   * `always` (default): the page stays as it was left while its tab is open; `none`: it starts anew each time
   * (SHELL-63).
   */
  cache?: 'none' | 'always';
  /** The declaration of the resource whose page it is, where no area brings a page with more; loaded with the page. */
  load?: () => Promise<Resource>;
};

/** The page of a resource. Its address, title and permission are those of the resource. */
export function resourceEntry(name: ResourceName, icon: Icon, load?: () => Promise<Resource>): MenuEntry {
  return {
    key: name,
    url: resourcePath(name),
    name: resources[name].title,
    icon,
    permission: `${name}:query`,
    ...(load ? { load } : {}),
  };
}
