import { useContext, useState, type ReactNode } from 'react';
import { PageAddressContext } from '../lib/page-address.ts';

/** A page with its state in an address, as the router keeps it. */
export function InAddress({ children }: { children: ReactNode }) {
  const [search, setSearch] = useState<Record<string, unknown>>({});
  const nowhere = useContext(PageAddressContext);
  const address = {
    ...nowhere,
    search,
    setSearch: (change: (old: Record<string, unknown>) => Record<string, unknown>) => {
      setSearch(change);
    },
  };
  return <PageAddressContext value={address}>{children}</PageAddressContext>;
}
