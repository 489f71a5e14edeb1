import { domainList } from '@jwxt/contracts/notice/notice.operations.ts';
import { DOMAIN_PAGE_SIZE } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { operationKey } from '../lib/queries.ts';

/** Every service domain, fetched ten at a time (NOTICE-24). They hardly ever change. */
export function useDomains() {
  return useQuery({
    queryKey: operationKey(domainList, 'all'),
    staleTime: 600_000,
    queryFn: async ({ signal }) => {
      const first = await call(domainList, { pageNum: 1, pageSize: DOMAIN_PAGE_SIZE }, { signal });
      const others = Array.from({ length: Math.ceil(first.total / DOMAIN_PAGE_SIZE) - 1 }, (_, index) =>
        call(domainList, { pageNum: index + 2, pageSize: DOMAIN_PAGE_SIZE }, { signal }),
      );
      return [first, ...(await Promise.all(others))].flatMap(({ list }) => list);
    },
  });
}
