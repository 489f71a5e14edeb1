import { createContext, useContext, useEffect } from 'react';

/**
 * The address and the tab of one page. Pages stay alive in tabs that are not shown, so each has an address of its own:
 * the browser's address is that of the page in front.
 */
export type PageAddress = {
  readonly pathname: string;
  readonly params: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, unknown>>;
  setSearch(change: (old: Record<string, unknown>) => Record<string, unknown>, push: boolean): void;
  /** Shows the page anew with another search: what was typed and not yet asked for is forgotten. */
  restart(search: Record<string, unknown>): void;
  /** Opens another page in place of this one, whose tab goes. */
  replaceWith(path: string): void;
  setTitle(title: string): void;
  setUnsaved(unsaved: boolean): void;
};

const nowhere: PageAddress = {
  pathname: '',
  params: {},
  search: {},
  setSearch: () => undefined,
  restart: () => undefined,
  replaceWith: () => undefined,
  setTitle: (title) => {
    document.title = title;
  },
  setUnsaved: () => undefined,
};

/** Given by what shows the page. */
export const PageAddressContext = createContext<PageAddress>(nowhere);

/** The page's own address. */
export function usePageAddress(): PageAddress {
  return useContext(PageAddressContext);
}

/** The parameters in the path of the page's own address, `{ applyId: '…' }`. */
export function usePageParams<Name extends string>(): Partial<Record<Name, string>> {
  return usePageAddress().params as Partial<Record<Name, string>>;
}

/** Tells the tab and the window what the page is called. */
export function usePageTitle(title: string): void {
  const { setTitle } = usePageAddress();
  useEffect(() => {
    setTitle(title);
  }, [setTitle, title]);
}

/**
 * Says that the page holds something typed that would be lost with it: its tab, and the browser's, ask before they
 * close. Sheets and forms that keep drafts need it not.
 */
export function useUnsavedWork(unsaved: boolean): void {
  const { setUnsaved } = usePageAddress();
  // What a hidden page says stays: its effects end when it is hidden, its work does not.
  useEffect(() => {
    setUnsaved(unsaved);
  }, [setUnsaved, unsaved]);
}
