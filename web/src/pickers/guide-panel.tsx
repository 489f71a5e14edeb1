import { Select, TextInput } from '@mantine/core';
import { guideQuery } from '@jwxt/contracts/notice/notice.operations.ts';
import { GUIDE_PAGE_SIZE } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import { Paging } from '../ui/paging.tsx';
import { Field, SearchForm } from '../ui/search-form.tsx';
import { GuideRow } from './guide-list.tsx';
import { useDomains } from './service-domains.ts';
import classes from './notice-list.module.css';

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
      <SearchForm
        onSearch={() => {
          search({ ...draft, noticeName: draft.noticeName.trim() });
        }}
        onReset={() => {
          setDraft(noFilter);
          search(noFilter);
        }}
        searching={query.isFetching}
      >
        <Field label="服务域" htmlFor="guide-domain">
          <Select
            id="guide-domain"
            placeholder="全部"
            clearable
            searchable
            nothingFoundMessage={domains.isError ? '服务域查询失败' : '没有匹配的服务域'}
            value={draft.domainService === '' ? null : draft.domainService}
            data={(domains.data ?? []).map(({ bh, mc }) => ({ value: bh, label: mc }))}
            onChange={(value) => {
              setDraft({ ...draft, domainService: value ?? '' });
            }}
          />
        </Field>
        <Field label="关键字" htmlFor="guide-keyword">
          <TextInput
            id="guide-keyword"
            placeholder="请输入关键字"
            maxLength={60}
            value={draft.noticeName}
            onChange={(event) => {
              setDraft({ ...draft, noticeName: event.currentTarget.value });
            }}
          />
        </Field>
      </SearchForm>
      <QueryFaces query={query} rows={GUIDE_PAGE_SIZE}>
        {({ list, total }) =>
          list.length === 0 ? (
            <EmptyState title="没有找到操作指南" reason="可以换一个服务域或关键字" />
          ) : (
            <>
              <ul className={classes['list']}>
                {list.map((guide) => (
                  <li key={guide.operationGuideId}>
                    <GuideRow guide={guide} wide />
                  </li>
                ))}
              </ul>
              <div className={classes['paging']}>
                <Paging pageNo={pageNum} pageSize={GUIDE_PAGE_SIZE} total={total} onPage={setPageNum} />
              </div>
            </>
          )
        }
      </QueryFaces>
    </>
  );
}
