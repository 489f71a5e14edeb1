import type { ReactNode } from 'react';

/** Figures joined by hyphens: dates, school years, weeks. */
const joined = /(\d{1,4}(?:-\d{1,4})+)/;
const aloneOnly = /^[\d :-]*$/;

/**
 * A text whose dates end no line inside: a browser breaks it behind the hyphens of `2026-08-28` as it does behind those
 * of a word. What is nothing but a moment stays as it is, since what it stands in is as wide.
 */
export function wholeDates(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || aloneOnly.test(content) || !joined.test(content)) return content;
  return content.split(joined).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  );
}
