// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { ADMIN_PAGE_SIZES, pageNumbers, Paging, type PagingProps } from './paging.tsx';

function open(props: Partial<PagingProps> = {}) {
  const onPage = vi.fn<(page: number) => void>();
  const onPageSize = vi.fn<(size: number) => void>();
  return {
    onPage,
    onPageSize,
    ...render(<Paging pageNo={1} pageSize={10} total={386} onPage={onPage} onPageSize={onPageSize} {...props} />),
  };
}

describe('page buttons', () => {
  it('show the first, the last and two around the current page, with gaps between', () => {
    expect([pageNumbers(1, 1), pageNumbers(2, 4), pageNumbers(10, 20), pageNumbers(20, 20)]).toEqual([
      [1],
      [1, 2, 3, 4],
      [1, 0, 8, 9, 10, 11, 12, 0, 20],
      [1, 0, 18, 19, 20],
    ]);
  });
});

describe('paging', () => {
  it('LIMITS-05 says how many records there are a page and altogether', () => {
    open({ pageSize: 20 });
    expect(screen.getByText('每页20条记录 , 共386条记录')).toBeDefined();
  });

  it('LIMITS-03 offers 10, 20, 30 and 40 a page, and jumps to a page', async () => {
    const { user, onPage, onPageSize } = open();
    await user.click(screen.getByRole('combobox', { name: '每页条数' }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['10条/页', '20条/页', '30条/页', '40条/页']);
    await user.click(options[2] as HTMLElement);
    expect(onPageSize).toHaveBeenCalledExactlyOnceWith(30);
    await user.type(screen.getByRole('textbox', { name: '跳至页码' }), '7{Enter}');
    expect(onPage).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('LIMITS-02 offers 10, 20, 40, 80, 100 and 200 in system administration', async () => {
    const { user } = open({ sizes: ADMIN_PAGE_SIZES, pageSize: 100 });
    await user.click(screen.getByRole('combobox', { name: '每页条数' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      '10条/页',
      '20条/页',
      '40条/页',
      '80条/页',
      '100条/页',
      '200条/页',
    ]);
  });

  it('ERRORS-22 says that the first page is the first', async () => {
    const { user, onPage } = open();
    await user.click(screen.getByRole('button', { name: '上一页' }));
    expect(await screen.findByText('当前页是第一页！')).toBeDefined();
    expect(onPage).not.toHaveBeenCalled();
  });

  it('ERRORS-23 says that the last page is the last, to a jump too', async () => {
    const { user, onPage } = open({ pageNo: 39 });
    await user.click(screen.getByRole('button', { name: '下一页' }));
    expect(await screen.findByText('当前页是最后一页！')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: '跳至页码' }), '99{Enter}');
    expect(onPage).not.toHaveBeenCalled();
    await user.click(within(screen.getByRole('navigation', { name: '分页' })).getByRole('button', { name: '第38页' }));
    expect(onPage).toHaveBeenCalledExactlyOnceWith(38);
  });
});
