// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { render } from '../testing/render.tsx';
import { wholeDates } from './whole-dates.tsx';

it.each([
  ['截止 2026-08-28 08:00，请办理', ['2026-08-28']],
  ['2026-08-28 至 2026-12-12', ['2026-08-28', '2026-12-12']],
  ['2026-2027-1 第1-16周', ['2026-2027-1', '1-16']],
  ['2026-08-28 08:00:00', []],
  ['没有日期', []],
])('a line does not end inside a date: %s', (text, whole) => {
  const { container } = render(<p>{wholeDates(text)}</p>);
  const parts = [...container.querySelectorAll('p > span')].filter((part) => part.matches('[style*="nowrap"]'));
  expect([container.querySelector('p')?.textContent, parts.map((part) => part.textContent)]).toEqual([text, whole]);
});
