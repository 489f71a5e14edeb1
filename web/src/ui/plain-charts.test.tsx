// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { render } from '../testing/render.tsx';
import { ColumnChart, RingChart } from './plain-charts.tsx';

it('each share of a ring is as long as its part of the whole, and begins where the one before ends', () => {
  render(
    <RingChart
      label="师生比"
      shares={[
        { name: '学生', value: 600, colour: 'c1' },
        { name: '教师', value: 200, colour: 'c3' },
      ]}
    >
      3.0 : 1
    </RingChart>,
  );
  const picture = screen.getByRole('img', { name: '师生比' });
  expect(
    [...picture.querySelectorAll('circle')].map((arc) => [
      arc.getAttribute('stroke-dasharray'),
      arc.getAttribute('stroke-dashoffset'),
    ]),
  ).toEqual([
    ['0.75 1', '0'],
    ['0.25 1', '-0.75'],
  ]);
  expect(picture.textContent).toBe('3.0 : 1学生教师');
});

it('a ring of nobody is empty', () => {
  render(
    <RingChart label="师生比" shares={[{ name: '学生', value: 0, colour: 'c1' }]}>
      —
    </RingChart>,
  );
  expect(screen.getByRole('img').querySelector('circle')?.getAttribute('stroke-dasharray')).toBe('0 1');
});

it('the highest column is as high as the picture, the others in proportion; without figures none has a height', () => {
  const heights = () =>
    [...screen.getByRole('img', { name: '班级' }).querySelectorAll<HTMLElement>('[style]')].map(
      ({ style }) => style.flexBasis,
    );
  const columns = (...values: number[]) => (
    <ColumnChart
      label="班级"
      unit="个"
      columns={values.map((value, index) => ({ name: `${String(index + 1)}年级`, value }))}
    />
  );
  const { rerender } = render(columns(10, 20, 5));
  expect(heights()).toEqual(['50%', '100%', '25%']);
  rerender(columns(0, 0, 0));
  expect(heights()).toEqual(['0%', '0%', '0%']);
});
