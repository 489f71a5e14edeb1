// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Held, render } from '../testing/render.tsx';
import { NumberInput, NumberValueInput } from './number-input.tsx';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '比例' });

it.each([
  ['33.333', '应为整数'],
  ['1e3', '应为整数'],
  ['101', '应在 0 到 100 之间'],
  ['abc', '应为整数'],
])('leaves %s as it was typed and says why it is no such number', async (typed, reason) => {
  const { user } = render(
    <Held start="">
      {(value, onChange) => <NumberInput label="比例" min={0} max={100} value={value} onChange={onChange} />}
    </Held>,
  );
  await user.type(field(), typed);
  expect(screen.queryByText(reason)).toBeNull();
  await user.tab();
  expect(field().value).toBe(typed);
  expect(screen.getByText(reason)).toBeDefined();
  await user.clear(field());
  await user.type(field(), '３０');
  await user.tab();
  expect(field().value).toBe('30');
  expect(screen.queryByText(reason)).toBeNull();
});

it('a form that keeps a number gets none while there is none, and never another one', async () => {
  const seen: (number | null)[] = [];
  const { user } = render(
    <Held<number | null> start={60}>
      {(value, set) => (
        <NumberValueInput
          label="比例"
          min={0}
          max={100}
          value={value}
          onChange={(next) => {
            seen.push(next);
            set(next);
          }}
        />
      )}
    </Held>,
  );
  expect(field().value).toBe('60');
  await user.clear(field());
  await user.type(field(), '33.3');
  expect(seen).toEqual([null, 3, 33, NaN, NaN]);
  expect(field().value).toBe('33.3');
});
