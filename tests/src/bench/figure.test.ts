import { describe, expect, it } from 'vitest';
import { atLeast, atMost, median, quantile, resultOf, rounded } from './figure.ts';
import { figureRows, markdownTable } from './table.ts';

describe('figures', () => {
  it('quantiles are values that were measured', () => {
    const values = [5, 1, 4, 2, 3, 100];
    expect(median(values)).toBe(3);
    expect(quantile(values, 0.99)).toBe(100);
    expect(() => median([])).toThrow('nothing was measured');
  });

  it('results keep three digits, the ratio and whether aims were met', () => {
    expect([1234.567, 12.3456, 0.0123456, 0].map(rounded)).toEqual([1235, 12.3, 0.0123, 0]);
    const figure = {
      id: 'save',
      unit: '1/s',
      value: 119.6,
      baseline: 400,
      against: 'append',
      aims: [atLeast(119.6, 120, '/s'), atMost(0.2, 1, ' ms')],
      cpu: { gateway: 1.23456 },
    } as const;
    expect(resultOf(figure)).toEqual({
      id: 'save',
      unit: '1/s',
      value: 120,
      baseline: 400,
      ratio: 0.299,
      cpu: { gateway: 1.23 },
      aims: [
        { text: '≥ 120/s', met: false },
        { text: '≤ 1 ms', met: true },
      ],
    });
    expect(resultOf({ ...figure, value: 0, baseline: 0 }).ratio).toBe(1);
    expect(
      markdownTable(figureRows([figure]))
        .split('\n')
        .at(-1),
    ).toBe('| save | 120 | 1/s | 400 | 0.299 | MISSED ≥ 120/s; met ≤ 1 ms | append | gateway 1.23 |');
  });
});
