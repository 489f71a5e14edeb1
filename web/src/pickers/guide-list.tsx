import { Select, TextInput } from '@mantine/core';
import { domainList, guideQuery, type GuideItem } from '@jwxt/contracts/notice/notice.operations.ts';
import { DOMAIN_PAGE_SIZE, GUIDE_PAGE_SIZE, guidePath } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../lib/api.ts';
import { operationKey, useOperation } from '../lib/queries.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import { Paging } from '../ui/paging.tsx';
import { Field, SearchForm } from '../ui/search-form.tsx';
import classes from './notice-list.module.css';

/** Every service domain, fetched ten at a time (NOTICE-24). They hardly ever change. */
export function useDomains() {
  return useQuery({
    queryKey: operationKey(domainList, 'all'), staleTime: 600_000,
    queryFn: async ({ signal }) => {
      const first = await call(domainList, { pageNum: 1, pageSize: DOMAIN_PAGE_SIZE }, { signal });
      const others = Array.from({ length: Math.ceil(first.total / DOMAIN_PAGE_SIZE) - 1 }, (_, index) => call(domainList, { pageNum: index + 2, pageSize: DOMAIN_PAGE_SIZE }, { signal }));
      return [first, ...await Promise.all(others)].flatMap(({ list }) => list);
    },
  });
}

/** One guide; it opens in a new tab (NOTICE-17). */
function GuideRow({ guide, wide }: { guide: GuideItem; wide?: boolean }) {
  return (
    <a className={classes['row']} data-tall={wide || undefined} href={guidePath(guide.operationGuideId)} target="_blank" rel="noopener">
      <span className={`${classes['name'] ?? ''} jw-ellipsis`} title={guide.noticeName}>{guide.noticeName}</span>
      <span className={classes['domain']}>{guide.domainService}</span>
      <time className={classes['time']}>{wide ? guide.editTime.slice(0, 16) : guide.editTime.slice(5, 10)}</time>
    </a>
  );
}

/** The guides edited last, for the home page. The card and its title are the page's. */
export function GuideShortList({ count = 4 }: { count?: number }) {
  const query = useOperation(guideQuery, { pageNum: 1, pageSize: count });
  return (
    <QueryFaces query={query} compact rows={count}>
      {({ list }) => list.length === 0
        ? <EmptyState compact title="暂无操作指南" />
        : <ul className={classes['list']}>{list.map((guide) => <li key={guide.operationGuideId}><GuideRow guide={guide} /></li>)}</ul>}
    </QueryFaces>
  );
}

const noFilter = { noticeName: '', domainService: '' };

/** All guides, eight a page, by service domain and keyword (NOTICE-12…16). */
export function GuidePanel() {
  const [draft, setDraft] = useState(noFilter);
  const [filter, setFilter] = useState(noFilter);
  const [pageNum, setPageNum] = useState(1);
  const domains = useDomains();
  const query = useOperation(guideQuery, { pageNum, pageSize: GUIDE_PAGE_SIZE, ...filter });
  const search = (next: typeof noFilter) => {
    setFilter(next);
    setPageNum(1);
    void query.refetch();
  };
  return (
    <>
      <SearchForm onSearch={() => { search({ ...draft, noticeName: draft.noticeName.trim() }); }} onReset={() => { setDraft(noFilter); search(noFilter); }} searching={query.isFetching}>
        <Field label="服务域" htmlFor="guide-domain">
          <Select id="guide-domain" placeholder="全部" clearable searchable nothingFoundMessage={domains.isError ? '服务域查询失败' : '没有匹配的服务域'} value={draft.domainService === '' ? null : draft.domainService}
            data={(domains.data ?? []).map(({ bh, mc }) => ({ value: bh, label: mc }))} onChange={(value) => { setDraft({ ...draft, domainService: value ?? '' }); }} />
        </Field>
        <Field label="关键字" htmlFor="guide-keyword">
          <TextInput id="guide-keyword" placeholder="请输入关键字" maxLength={60} value={draft.noticeName} onChange={(event) => { setDraft({ ...draft, noticeName: event.currentTarget.value }); }} />
        </Field>
      </SearchForm>
      <QueryFaces query={query} rows={GUIDE_PAGE_SIZE}>
        {({ list, total }) => list.length === 0
          ? <EmptyState title="没有找到操作指南" reason="可以换一个服务域或关键字" />
          : (
            <>
              <ul className={classes['list']}>{list.map((guide) => <li key={guide.operationGuideId}><GuideRow guide={guide} wide /></li>)}</ul>
              <Paging pageNo={pageNum} pageSize={GUIDE_PAGE_SIZE} total={total} onPage={setPageNum} />
            </>
          )}
      </QueryFaces>
    </>
  );
}
