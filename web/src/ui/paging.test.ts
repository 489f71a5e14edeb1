import { describe, expect, it } from 'vitest';
import { pageNumbers } from './paging.tsx';

describe('page buttons', () => {
  it('show the first, the last and two around the current page, with gaps between', () => {
    expect([pageNumbers(1, 1), pageNumbers(2, 4), pageNumbers(10, 20), pageNumbers(20, 20)]).toEqual([[1], [1, 2, 3, 4], [1, 0, 8, 9, 10, 11, 12, 0, 20], [1, 0, 18, 19, 20]]);
  });
});
