// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { render } from '../testing/render.tsx';
import { EmptyState, ErrorState } from './faces.tsx';

it('PICKERS-138 the empty state says 暂无数据 unless it is told otherwise', () => {
  const { rerender } = render(<EmptyState />);
  expect(screen.getByText('暂无数据')).toBeDefined();
  rerender(<EmptyState title="暂无选中项" />);
  expect(screen.queryByText('暂无数据')).toBeNull();
  expect(screen.getByText('暂无选中项')).toBeDefined();
});

it('what did not come is said without claiming that something was filled in', () => {
  render(<ErrorState error={new Error('502')} />);
  expect(screen.getByRole('alert').textContent).toBe('查询失败服务器没有应答，请稍后再试。');
});
