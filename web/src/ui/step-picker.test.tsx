// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Held, render } from '../testing/render.tsx';
import { StepPicker } from './step-picker.tsx';

const options = ['第一学期', '第二学期', '小学期'].map((name, at) => ({ code: String(at), name }));
const arrow = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('arrows go from one option to the next and end at the first and the last', async () => {
  const { user } = render(
    <Held start="0">
      {(value, onChange) => <StepPicker label="学期" options={options} value={value} onChange={onChange} />}
    </Held>,
  );
  const shown = () => screen.getByRole<HTMLInputElement>('combobox', { name: '学期' }).value;
  expect([shown(), arrow('上一学期').disabled, arrow('下一学期').disabled]).toEqual(['第一学期', true, false]);
  await user.click(arrow('下一学期'));
  expect([shown(), arrow('上一学期').disabled, arrow('下一学期').disabled]).toEqual(['第二学期', false, false]);
  await user.click(arrow('下一学期'));
  expect([shown(), arrow('上一学期').disabled, arrow('下一学期').disabled]).toEqual(['小学期', false, true]);
  await user.click(arrow('上一学期'));
  expect(shown()).toBe('第二学期');
});
