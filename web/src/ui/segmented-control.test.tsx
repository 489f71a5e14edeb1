// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { Activity, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { SegmentedControl } from './segmented-control.tsx';

const data = [
  { value: 'todo', label: '待审核 3' },
  { value: 'done', label: '已审核' },
] as const;

function Views() {
  const [view, setView] = useState<'todo' | 'done'>('todo');
  return <SegmentedControl aria-label="范围" data={data} value={view} onChange={setView} />;
}

const taken = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);

it('one of the choices is taken, by mouse and by keyboard; none while it is disabled', async () => {
  const { user, rerender } = render(<Views />);
  expect(screen.getByRole('radiogroup', { name: '范围' })).toBeDefined();
  expect(taken()).toEqual([true, false]);
  await user.click(screen.getByText('已审核'));
  expect(taken()).toEqual([false, true]);
  await user.keyboard('{ArrowLeft}');
  expect(taken()).toEqual([true, false]);
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '待审核 3' }));
  const changed = vi.fn<(view: string) => void>();
  rerender(<SegmentedControl aria-label="范围" data={data} value="todo" onChange={changed} disabled />);
  await user.click(screen.getByText('已审核'));
  expect(changed).not.toHaveBeenCalled();
});

it('with its tab it comes back as it was: it measures nothing, for which the page would be laid out at once', () => {
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Views />
    </Activity>
  );
  const { rerender } = render(page('visible'));
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect');
  const group = screen.getByRole('radiogroup');
  const before = group.innerHTML;
  rerender(page('hidden'));
  rerender(page('visible'));
  expect(measured).not.toHaveBeenCalled();
  expect(group.innerHTML).toBe(before);
  measured.mockRestore();
});
