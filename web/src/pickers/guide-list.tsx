import { guideQuery, type GuideItem } from '@jwxt/contracts/notice/notice.operations.ts';
import { guidePath } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { useOperation } from '../lib/queries.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import classes from './notice-list.module.css';

/** One guide; it opens in a new tab (NOTICE-17). */
export function GuideRow({ guide, wide }: { guide: GuideItem; wide?: boolean }) {
  return (
    <a
      className={classes['row']}
      data-tall={wide || undefined}
      href={guidePath(guide.operationGuideId)}
      target="_blank"
      rel="noopener"
    >
      <span className={`${classes['name'] ?? ''} jw-ellipsis`} title={guide.noticeName}>
        {guide.noticeName}
      </span>
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
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState compact title="暂无操作指南" />
        ) : (
          <ul className={classes['list']}>
            {list.map((guide) => (
              <li key={guide.operationGuideId}>
                <GuideRow guide={guide} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryFaces>
  );
}
