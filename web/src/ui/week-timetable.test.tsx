// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { WeekTimetable, type WeekTimetableProps } from './week-timetable.tsx';

type Card = { id: string };
const weekList = ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'].map((weekName, index) => ({
  weekCode: String(((index + 1) % 7) + 1),
  weekName,
}));
const timeList = ['1', '2', '3'].map((timeCode) => ({
  timeCode,
  timeName: `第${timeCode}节`,
  startTime: `0${timeCode}:00`,
  endTime: `0${timeCode}:45`,
}));
const at = (timeCode: string, weekCode: string, ...ids: string[]) => ({
  time: { timeCode },
  week: { weekCode },
  courseList: ids.map((id) => ({ id })),
});
const show = (more: Partial<WeekTimetableProps<Card>>) =>
  render(
    <WeekTimetable<Card>
      label="课表"
      weekList={weekList}
      timeList={timeList}
      list={[at('1', '2', 'A'), at('2', '2', 'A'), at('3', '2', 'A', 'B'), at('2', '1', 'C')]}
      cardKey={({ id }) => id}
      renderCard={({ id }) => <b>{id}</b>}
      {...more}
    />,
  );

it('PICKERS-080, PICKERS-081: days above, periods with their times on the left; what goes on is one cell', () => {
  show({});
  const table = screen.getByRole('table', { name: '课表' });
  const [head, first, second, third] = within(table).getAllByRole('row');
  expect([...head!.children].map(({ textContent }) => textContent)).toEqual([
    '节次',
    '星期一',
    '星期二',
    '星期三',
    '星期四',
    '星期五',
    '星期六',
    '星期日',
  ]);
  expect(first!.children[0]!.textContent).toBe('第1节01:00–01:45');
  expect(first!.children[1]).toMatchObject({ textContent: 'A', rowSpan: 2 });
  expect([...second!.children].map(({ textContent }) => textContent).join('|')).toBe('第2节02:00–02:45||||||C');
  expect(third!.children[1]!.textContent).toBe('AB');
});

it('PICKERS-085, PICKERS-086: the first column is 88 px, the seven days share the rest', () => {
  show({});
  const columns = [...screen.getByRole('table', { name: '课表' }).querySelectorAll('col')];
  expect(columns.map(({ style }) => style.width)).toEqual(['88px', '', '', '', '', '', '', '']);
});

it('PICKERS-083, PICKERS-084: as high as the window leaves room, unless fixed; scrolls or not', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 148 } as DOMRect);
  const { unmount } = show({});
  const { style } = screen.getByTestId('week-timetable');
  expect([style.height, style.overflowY]).toEqual([`${String(window.innerHeight - 168)}px`, 'auto']);
  unmount();
  show({ height: 300, scroll: false });
  const fixed = screen.getByTestId('week-timetable').style;
  expect([fixed.height, fixed.overflowY]).toEqual(['300px', 'hidden']);
});

it('PICKERS-082: a week without anything says so', () => {
  show({ list: [] });
  expect(screen.getByText('暂无课表信息')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('where the days move sideways it begins with today', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this instanceof HTMLTableCellElement ? 88 + 120 * (this.cellIndex - 1) : 0;
  });
  const scrollTo = vi.spyOn(Element.prototype, 'scrollTo');
  const dated = weekList.map((day, index) => ({ ...day, date: `2026-11-${String(23 + index)}` }));
  show({ weekList: dated, today: '2026-11-26' });
  expect(screen.getByRole('columnheader', { current: 'date' }).textContent).toBe('星期四11-26');
  expect(scrollTo.mock.contexts).toEqual([screen.getByTestId('week-timetable')]);
  expect(scrollTo).toHaveBeenCalledWith({ left: 360 });
  vi.restoreAllMocks();
});
