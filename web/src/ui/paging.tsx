import { ActionIcon, NumberInput, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './paging.module.css';

/** Page sizes where a list offers a choice (LIMITS-03). */
export const PAGE_SIZES = [10, 20, 30, 40] as const;

export type PagingProps = {
  pageNo: number; pageSize: number; total: number;
  onPage: (pageNo: number) => void;
  /** Given: the size may be changed. */
  onPageSize?: (pageSize: number) => void;
  sizes?: readonly number[];
};

/** Page numbers to show: first, last, and two around the current one; 0 stands for a gap. */
export function pageNumbers(current: number, pages: number): number[] {
  const wanted = [1, current - 2, current - 1, current, current + 1, current + 2, pages].filter((page) => page >= 1 && page <= pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((page, index) => (index > 0 && page - (sorted[index - 1] ?? 0) > 1 ? [0, page] : [page]));
}

/** `每页N条记录 , 共M条记录`, page buttons and a jumper (LIMITS-05). */
export function Paging({ pageNo, pageSize, total, onPage, onPageSize, sizes = PAGE_SIZES }: PagingProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const [jump, setJump] = useState<number | string>('');
  const go = (page: number) => { onPage(Math.min(Math.max(1, page), pages)); };
  return (
    <nav className={classes['paging']} aria-label="分页">
      <span className={classes['text']}>每页{pageSize}条记录 , 共{total}条记录</span>
      {onPageSize && (
        <Select size="xs" w={92} aria-label="每页条数" allowDeselect={false} value={String(pageSize)} data={sizes.map((size) => ({ value: String(size), label: `${String(size)}条/页` }))}
          onChange={(value) => { if (value !== null) onPageSize(Number(value)); }} />
      )}
      <ActionIcon variant="default" size={26} aria-label="上一页" disabled={pageNo <= 1} onClick={() => { go(pageNo - 1); }}><IconChevronLeft size={15} /></ActionIcon>
      {pageNumbers(pageNo, pages).map((page, index) => page === 0
        ? <span key={`gap${String(index)}`} className={classes['gap']}>…</span>
        : <button key={page} type="button" className={classes['page']} aria-label={`第${String(page)}页`} aria-current={page === pageNo ? 'page' : undefined} onClick={() => { go(page); }}>{page}</button>)}
      <ActionIcon variant="default" size={26} aria-label="下一页" disabled={pageNo >= pages} onClick={() => { go(pageNo + 1); }}><IconChevronRight size={15} /></ActionIcon>
      {pages > 1 && (
        <form className={classes['jump']} onSubmit={(event) => { event.preventDefault(); if (jump !== '') go(Number(jump)); setJump(''); }}>
          跳至 <NumberInput size="xs" w={46} hideControls min={1} max={pages} allowDecimal={false} aria-label="跳至页码" value={jump} onChange={setJump} /> 页
        </form>
      )}
    </nav>
  );
}
