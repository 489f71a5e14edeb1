import { describe, expect, it } from 'vitest';
import { sampleItem, sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';
import { gridWidths, isLong } from './grid-widths.ts';
import { openGrid } from './sheet-grid.model.ts';

/** What the grid has at 1366 beside the menu. */
const ROOM = 1132;

describe('widths of the score grid', () => {
  const items = [sampleItem('ps', '平时成绩', 20), sampleItem('qz', '期中成绩', 20), sampleItem('qm', '期末成绩', 60)];
  const of = (extra: Parameters<typeof sampleRow>[2]) =>
    gridWidths(openGrid({ ...sampleSheet(), items, rows: [sampleRow(1, {}, extra)] }, 'teacher1'), 'entry');

  it('all columns stand beside each other at 1366, a number of 15 digits and long names of units whole', () => {
    const { all: widths, units } = of({
      studentNumber: '202421100100001',
      administrativeClassName: '机械设计制造及其自动化2401',
      gradeMajorName: '2024级机械设计制造及其自动化',
    });
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(ROOM);
    // 15 figures of 7.8 pixels, and 8 on either side.
    expect(widths[1]).toBeGreaterThanOrEqual(133);
    expect(isLong('2024级机械设计制造及其自动化', units.major)).toBe(true);
    const usual = '2024级计算机科学与技术';
    expect(isLong(usual, of({ gradeMajorName: usual }).units.major)).toBe(false);
  });

  it('what is typed stays as wide as it was, whatever is said beside it', () => {
    expect(of({ studentName: '买买提·艾力·吐尔逊' }).all[2]).toBe(120);
  });
});
