// @vitest-environment jsdom
import { getAllTimes } from '@jwxt/contracts/base-info/lookup.operations.ts';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { TimeSelect } from './time-select.tsx';

signedInAlways();

const slots = Array.from({ length: 8 }, (_, index) => {
  const [code, name] = [String(index + 1), `第${String(index + 1)}节`];
  const [startTime, endTime] = [`0${String(index)}:00`, `0${String(index)}:45`];
  return { festivalsCode: code, festivalsName: name, timeCode: code, timeName: name, startTime, endTime };
});
const chosen = vi.fn<(period: string) => void>();

function Held() {
  const [value, setValue] = useState('');
  return (
    <TimeSelect
      label="节次"
      campus="2"
      value={value}
      onChange={(period) => {
        chosen(period);
        setValue(period);
      }}
    />
  );
}

it('PICKERS-078, PICKERS-079: lessons in rows of four; a click takes one, a second all up to there', async () => {
  const { to } = stubApi([[getAllTimes, () => ok(slots)]]);
  const { user } = render(<Held />);
  await user.click(screen.getByRole('textbox', { name: '节次' }));
  const popover = within(await screen.findByRole('dialog', { name: '选择节次' }));
  await user.click(await popover.findByRole('button', { name: '第4节' }));
  expect(popover.getByRole('group', { name: '节次' }).style.gridTemplateColumns).toMatch(/^repeat\(4,/);
  await user.click(popover.getByRole('button', { name: '第3节' }));
  expect(chosen.mock.calls).toEqual([['4'], ['3-4']]);
  expect(to(getAllTimes)[0]?.fields).toMatchObject({ xqdm: '2' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '节次' }).value).toBe('第3-4节（02:00–03:45）');
  await user.click(screen.getByRole('button', { name: '清空节次' }));
  expect(chosen).toHaveBeenLastCalledWith('');
});
