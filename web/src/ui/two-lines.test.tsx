// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { render } from '../testing/render.tsx';
import { someNames } from './some-names.tsx';
import { textRoomsOf } from './table-view.model.ts';
import { CellColumnContext, TextRoomsContext, TwoLines } from './two-lines.tsx';

const nothing = () => '';

describe('what a cell of two lines shows', () => {
  it('lets the second line go on behind the first, over both, where it is longer than the cell', () => {
    const second = 'CHEM1001 · 3.5学分 · 材料与化学工程学院';
    const rooms = new Map([
      ['narrow', 184],
      ['wide', 400],
    ]);
    render(
      <TextRoomsContext value={rooms}>
        <CellColumnContext value="narrow">
          <TwoLines first="基础化学" second={second} />
        </CellColumnContext>
        <CellColumnContext value="wide">
          <TwoLines first="大学物理" second={second} />
        </CellColumnContext>
      </TextRoomsContext>,
    );
    expect(screen.getByTitle(`基础化学 ${second}`).className).toContain('jw-two-lines');
    expect(screen.getByTitle('大学物理').className).toContain('jw-ellipsis');
  });

  it('knows what its column has: what is left is shared, and the edges of a cell are no room', () => {
    const columns = [
      { key: 'a', title: '学号', width: 112, render: nothing },
      { key: 'b', title: '课程', width: 'auto', render: nothing },
      { key: 'c', title: '人数', render: nothing },
    ];
    expect(textRoomsOf(columns, 400)).toEqual([
      ['a', 88],
      ['b', 214],
      ['c', 26],
    ]);
    expect(textRoomsOf(columns, Infinity)).toEqual([]);
  });

  it('says of many names the first ones, and how many there are', () => {
    expect(someNames(['甲', '乙', '丙', '丁', '戊'], 3, '人')).toBe('甲、乙、丙 等 5 人');
    expect(someNames(['甲', '乙', '丙', '丁'], 3)).toBe('甲、乙、丙、丁');
  });
});
