import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

export type TwoLinesProps = {
  first: ReactNode;
  /** Small and grey below it; without it there is one line. */
  second?: ReactNode;
  /** Of the first line, where it says more than the line does. */
  title?: string;
};

const titleOf = (line: ReactNode) => (typeof line === 'string' && line !== '' ? line : undefined);

/** A cell of two lines: what it is, and what belongs to it. What is too long is cut, and whole in a tooltip. */
export function TwoLines({ first, second, title }: TwoLinesProps) {
  return (
    <>
      <div className="jw-ellipsis" title={title ?? titleOf(first)}>
        {first}
      </div>
      {second !== undefined && second !== null && second !== '' && (
        <div className={`${classes['second'] ?? ''} jw-ellipsis`} title={titleOf(second)}>
          {second}
        </div>
      )}
    </>
  );
}

/** A sentence in a row of two lines: it takes both; what is still too long is cut, and whole in a tooltip. */
export function TwoLineText({ text }: { text: string }) {
  return (
    <span className="jw-two-lines" title={text}>
      {text}
    </span>
  );
}
