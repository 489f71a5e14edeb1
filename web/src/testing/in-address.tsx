import { useContext, useState, type ReactNode } from 'react';
import { PageAddressContext } from '../lib/page-address.ts';

type InAddressProps = { children: ReactNode; search?: Record<string, unknown>; pathname?: string };

/** A page with its state in an address, as the router keeps it. */
export function InAddress({ children, search: begun = {}, pathname = '' }: InAddressProps) {
  const [search, setSearch] = useState(begun);
  const nowhere = useContext(PageAddressContext);
  const address = {
    ...nowhere,
    pathname,
    search,
    setSearch: (change: (old: Record<string, unknown>) => Record<string, unknown>) => {
      setSearch(change);
    },
  };
  return <PageAddressContext value={address}>{children}</PageAddressContext>;
}
