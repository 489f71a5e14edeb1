import type { ModuleRoute } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { Icon } from '@tabler/icons-react';
import { createContext } from 'react';

/** A page of the menu that the person may open, as the shell tells it to pages below. */
export type Shortcut = {
  title: string;
  path: string;
  icon: Icon;
  count: number;
  /**
   * Modules whose home lists the page: the one it is in, and those whose business it does although it stands elsewhere.
   */
  modules: readonly ModuleRoute[];
};

/** The person's menu, flat. The shell provides it; pages may not import the shell. */
export const ShortcutsContext = createContext<readonly Shortcut[]>([]);
