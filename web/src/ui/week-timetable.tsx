import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { EmptyState } from './faces.tsx';
import { useKeyboardScroll } from './keyboard-scroll.ts';
import classes from './week-timetable.module.css';

/** Width of the column with the periods (PICKERS-085). */
const FIRST_COLUMN = 88;
/** What stays free below the grid (PICKERS-083). */
const BELOW = 20;

export type WeekTimetableProps<Card> = {
  label: string;
  /** Days of the week, Monday first (PICKERS-087, 088). */
  weekList: readonly { weekCode: string; weekName: string; date?: string }[];
  /** Periods of the day (PICKERS-089). */
  timeList: readonly { timeCode: string; timeName: string; startTime: string; endTime: string }[];
  /** What takes place, by period and day (PICKERS-090). */
  list: readonly {
    readonly time: { readonly timeCode: string };
    readonly week: { readonly weekCode: string };
    readonly courseList: readonly Card[];
  }[];
  renderCard: (card: Card) => ReactNode;
  cardKey: (card: Card) => string;
  /** Day of today, where it is among them. */
  today?: string | undefined;
  /** Pixels; without it the rest of the window. */
  height?: number;
  /** Whether what is higher scrolls inside (PICKERS-084). */
  scroll?: boolean;
};

/** A week with its periods: one that goes on in the next period is one cell (PICKERS-080…090). */
export function WeekTimetable<Card>({
  label,
  weekList,
  timeList,
  list,
  renderCard,
  cardKey,
  today,
  height,
  scroll = true,
}: WeekTimetableProps<Card>) {
  const [box, free] = useRestOfWindow();
  useKeyboardScroll(box);
  const todayHead = useRef<HTMLTableCellElement>(null);
  const shown = list.length > 0 && weekList.some(({ date }) => date === today) ? today : undefined;
  // On a phone the days move sideways: a week begins with today, where it is among them.
  useLayoutEffect(() => {
    if (shown !== undefined && box.current && todayHead.current)
      box.current.scrollTo({ left: todayHead.current.offsetLeft - FIRST_COLUMN });
  }, [box, shown]);
  const cardsAt = new Map(list.map(({ time, week, courseList }) => [`${time.timeCode} ${week.weekCode}`, courseList]));
  const cardsOf = (row: number, weekCode: string): readonly Card[] =>
    cardsAt.get(`${timeList[row]?.timeCode ?? ''} ${weekCode}`) ?? [];
  const keysOf = (row: number, weekCode: string): string => cardsOf(row, weekCode).map(cardKey).join(' ');
  const goesOn = (row: number, weekCode: string): boolean =>
    row > 0 && keysOf(row, weekCode) !== '' && keysOf(row, weekCode) === keysOf(row - 1, weekCode);
  const rowsFrom = (row: number, weekCode: string): number => {
    let rows = 1;
    while (row + rows < timeList.length && goesOn(row + rows, weekCode)) rows += 1;
    return rows;
  };
  return (
    <div
      ref={box}
      className={classes['box']}
      style={{ height: height ?? free, overflowY: scroll ? 'auto' : 'hidden' }}
      data-testid="week-timetable"
    >
      {list.length === 0 ? (
        <EmptyState title="暂无课表信息" compact />
      ) : (
        <table className={classes['grid']} aria-label={label}>
          <colgroup>
            <col style={{ width: FIRST_COLUMN }} />
            {weekList.map(({ weekCode }) => (
              <col key={weekCode} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">节次</th>
              {weekList.map(({ weekCode, weekName, date }) => (
                <th
                  key={weekCode}
                  scope="col"
                  {...(date !== undefined && date === today ? { ref: todayHead, 'aria-current': 'date' as const } : {})}
                >
                  {weekName}
                  {date !== undefined && <small>{date.slice(5)}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {timeList.map(({ timeCode, timeName, startTime, endTime }, row) => (
              <tr key={timeCode}>
                <th scope="row">
                  {timeName}
                  {startTime !== '' && (
                    <small>
                      {startTime}–{endTime}
                    </small>
                  )}
                </th>
                {weekList.map(({ weekCode }) =>
                  goesOn(row, weekCode) ? null : (
                    <td key={weekCode} rowSpan={rowsFrom(row, weekCode)}>
                      {cardsOf(row, weekCode).map((card) => (
                        <div key={cardKey(card)} className={classes['card']}>
                          {renderCard(card)}
                        </div>
                      ))}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** A box, and how high it can be: the window's height less what is above it and {@link BELOW} (PICKERS-083). */
function useRestOfWindow() {
  const box = useRef<HTMLDivElement>(null);
  const [free, setFree] = useState<number>();
  useLayoutEffect(() => {
    const measure = () => {
      const top = box.current?.getBoundingClientRect().top ?? 0;
      setFree(Math.max(0, window.innerHeight - top - BELOW));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
    };
  }, []);
  return [box, free] as const;
}
