import { describe, expect, it } from 'vitest';
import {
  byProcess,
  lowestFirst,
  meanText,
  progressOf,
  scoreBars,
  type ScoreGroup,
} from './statistics-figures.model.ts';

const group = (name: string, passRate: number): ScoreGroup => ({
  key: name,
  name,
  personNum: 1,
  scoredNum: 1,
  passedNum: 1,
  passRate,
  mean: 7742,
  bands: [0, 0, 0, 0, 0],
});

describe('figures of the statistics page', () => {
  it('the lowest pass rates come first', () => {
    expect(lowestFirst([group('a', 916), group('b', 846), group('c', 986)], 2).map((one) => one.name)).toEqual([
      'b',
      'a',
    ]);
  });
  it('bars cover every score once', () => {
    const bars = scoreBars([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(bars.map((bar) => bar.count)).toEqual([15, 6, 7, 8, 9, 10]);
    expect(bars.filter((bar) => bar.failing).map((bar) => bar.label)).toEqual(['0–49', '50–59']);
  });
  it('turnaround is grouped by process, nodes in their order, slowest process first', () => {
    const node = (processName: string, id: string, meanSeconds: number) => ({
      processNo: 'P',
      processName,
      processNodeId: id,
      processNodeName: id,
      decided: 1,
      waiting: 0,
      passed: 1,
      rejected: 0,
      meanSeconds,
      maxSeconds: 1,
    });
    expect(byProcess([node('正考', 'n2', 3600), node('正考', 'n1', 7200), node('更改', 'n1', 36_000)])).toMatchObject([
      { processName: '更改', total: 10 },
      {
        processName: '正考',
        total: 3,
        nodes: [
          { name: 'n1', hours: 2 },
          { name: 'n2', hours: 1 },
        ],
      },
    ]);
  });
  it('progress is the share of classes that are handed in', () => {
    const row = {
      departmentId: '1',
      departmentName: 'x',
      total: 4,
      empty: 1,
      entering: 1,
      returned: 0,
      submitted: 1,
      passed: 1,
    };
    expect(progressOf([row, row])).toEqual({ done: 4, total: 8, percent: 50 });
    expect(progressOf([])).toEqual({ done: 0, total: 0, percent: 0 });
    expect(meanText(7742)).toBe('77.42');
  });
});
