import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { notify } from '../lib/notify.ts';
import { NumberValueInput } from './number-input.tsx';
import classes from './paging.module.css';

/** Page sizes that a list offers (LIMITS-03). */
export const PAGE_SIZES = [10, 20, 30, 40] as const;
/** Page sizes of the lists of system administration, which start with 100 (LIMITS-02). */
export const ADMIN_PAGE_SIZES = [10, 20, 40, 80, 100, 200] as const;

export type PagingProps = {
  pageNo: number;
  pageSize: number;
  total: number;
  onPage: (pageNo: number) => void;
  /** Given: the size may be changed. The page should go back to its first page. */
  onPageSize?: (pageSize: number) => void;
  /** What it may be changed to. Default {@link PAGE_SIZES}. */
  sizes?: readonly number[];
};

/** The paging of a list whose page keeps `pagingFields`: another size starts at the first page. */
export function pagingOf(
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
  total: number | undefined,
  setState: (change: { pageNo: number; pageSize?: number }) => void,
): PagingProps {
  return {
    pageNo,
    pageSize,
    total: total ?? 0,
    onPage: (page) => {
      setState({ pageNo: page });
    },
    onPageSize: (size) => {
      setState({ pageNo: 1, pageSize: size });
    },
  };
}

/** Page numbers to show: first, last, and two around the current one; 0 stands for a gap. */
export function pageNumbers(current: number, pages: number): number[] {
  const wanted = [1, current - 2, current - 1, current, current + 1, current + 2, pages].filter(
    (page) => page >= 1 && page <= pages,
  );
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((page, index) => (index > 0 && page - (sorted[index - 1] ?? 0) > 1 ? [0, page] : [page]));
}

/**
 * `每页N条记录 , 共M条记录`, page buttons and a jumper (LIMITS-05). Beyond either end it says so and stays (ERRORS-22,
 * 23).
 */
export const Paging = memo(function Paging({
  pageNo,
  pageSize,
  total,
  onPage,
  onPageSize,
  sizes = PAGE_SIZES,
}: PagingProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const [jump, setJump] = useState<number | null>(null);
  const go = (page: number) => {
    if (page < 1) notify.warning('当前页是第一页！');
    else if (page > pages) notify.warning('当前页是最后一页！');
    else onPage(page);
  };
  return (
    <nav className={classes['paging']} aria-label="分页">
      <span className={classes['text']}>
        每页{pageSize}条记录 , 共{total}条记录
      </span>
      {onPageSize && (
        <Select
          size="xs"
          className={classes['size']}
          aria-label="每页条数"
          allowDeselect={false}
          value={String(pageSize)}
          data={withCurrent(sizes, pageSize).map((size) => ({ value: String(size), label: `${String(size)}条/页` }))}
          onChange={(value) => {
            if (value !== null) onPageSize(Number(value));
          }}
        />
      )}
      <ActionIcon
        variant="default"
        size={26}
        aria-label="上一页"
        aria-disabled={pageNo <= 1}
        className={classes['step']}
        onClick={() => {
          go(pageNo - 1);
        }}
      >
        <IconChevronLeft size={15} />
      </ActionIcon>
      {pageNumbers(pageNo, pages).map((page, index) =>
        page === 0 ? (
          <span key={`gap${String(index)}`} className={classes['gap']}>
            …
          </span>
        ) : (
          <button
            key={page}
            type="button"
            className={classes['page']}
            aria-label={`第${String(page)}页`}
            aria-current={page === pageNo ? 'page' : undefined}
            onClick={() => {
              go(page);
            }}
          >
            {page}
          </button>
        ),
      )}
      <ActionIcon
        variant="default"
        size={26}
        aria-label="下一页"
        aria-disabled={pageNo >= pages}
        className={classes['step']}
        onClick={() => {
          go(pageNo + 1);
        }}
      >
        <IconChevronRight size={15} />
      </ActionIcon>
      <form
        className={classes['jump']}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (Number.isNaN(jump)) notify.warning('请输入正确的页码');
          else if (jump !== null) go(jump);
          setJump(null);
        }}
      >
        跳至{' '}
        <NumberValueInput
          size="xs"
          w={46}
          label="跳至页码"
          error={Number.isNaN(jump)}
          value={jump}
          onChange={setJump}
        />{' '}
        页
      </form>
    </nav>
  );
});

/** The offered sizes with the current one, which an address may have brought. */
function withCurrent(sizes: readonly number[], current: number): readonly number[] {
  return sizes.includes(current) ? sizes : [...sizes, current].sort((a, b) => a - b);
}
