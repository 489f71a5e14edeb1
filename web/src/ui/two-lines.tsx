import { createContext, useContext, type ReactNode } from 'react';
import { cellText, lineWidthOf } from './cell-text.ts';
import classes from './two-lines.module.css';
import { wholeDates } from './whole-dates.tsx';

export type TwoLinesProps = {
  first: ReactNode;
  /** Small and grey below it; without it there is one line. */
  second?: ReactNode;
  /** Of the first line, where it says more than the line does. */
  title?: string;
  /** Of the second line, where it says more than the line does. */
  secondTitle?: string;
};

/** Pixels that cells have for a line of text, by the key of their column, where their table knows them. */
export const TextRoomsContext = createContext<ReadonlyMap<string, number>>(new Map());
/** The key of the column that a cell stands in. */
export const CellColumnContext = createContext('');

const titleOf = (line: ReactNode) => (typeof line === 'string' && line !== '' ? line : undefined);
const SIZE = 14;
const SMALL_SIZE = 12;

/**
 * A cell of two lines: what it is, and what belongs to it. Where one of the two is longer than its line, the second one
 * goes on behind the first, over both; what is still too long is cut, and whole in a tooltip.
 */
export function TwoLines({ first, second, title = titleOf(first), secondTitle = titleOf(second) }: TwoLinesProps) {
  const room = useContext(TextRoomsContext).get(useContext(CellColumnContext)) ?? Infinity;
  const isTwo = second !== undefined && second !== null && second !== '';
  if (
    Number.isFinite(room) &&
    (lineWidthOf(cellText(first), SIZE) > room || (isTwo && lineWidthOf(cellText(second), SMALL_SIZE) > room))
  )
    return (
      <span className="jw-two-lines" title={[title, secondTitle].filter((text) => text !== undefined).join(' ')}>
        <span>{wholeDates(first)}</span>
        {isTwo && <span className={classes['second']}> {wholeDates(second)}</span>}
      </span>
    );
  return (
    <>
      <div className="jw-ellipsis" title={title}>
        {wholeDates(first)}
      </div>
      {isTwo && (
        <div className={`${classes['second'] ?? ''} jw-ellipsis`} title={secondTitle}>
          {wholeDates(second)}
        </div>
      )}
    </>
  );
}

/** A sentence in a row of two lines: it takes both; what is still too long is cut, and whole in a tooltip. */
export function TwoLineText({ text }: { text: string }) {
  return (
    <span className="jw-two-lines" title={text}>
      {wholeDates(text)}
    </span>
  );
}
