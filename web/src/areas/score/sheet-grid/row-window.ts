import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Up to this many rows all are in the page; a longer table holds only those near what is seen. */
const WHOLE = 60;
const OVERSCAN = 12;
const STEP = 6;
const GUESS = 34;

export type RowRange = { readonly from: number; readonly to: number };

/**
 * Rows to hold for a scroll position: what is seen and some above and below, in steps so that scrolling does not render
 * at each pixel.
 */
export function rangeAt(scrollTop: number, seen: number, rowHeight: number, count: number): RowRange {
  if (count <= WHOLE) return { from: 0, to: count };
  const first = Math.floor(Math.floor(scrollTop / rowHeight) / STEP) * STEP;
  const from = Math.max(0, Math.min(first - OVERSCAN, count - 1));
  return { from, to: Math.min(count, first + Math.ceil(seen / rowHeight) + OVERSCAN + STEP) };
}

export type RowWindow = RowRange & {
  box: RefObject<HTMLDivElement | null>;
  /** Heights of the rows left out, in pixels. */
  above: number;
  below: number;
  onScroll: () => void;
  /** Scrolls so that a row is held. */
  reveal: (index: number) => void;
};

/** Holds only the rows near what is seen of a scrolling table with rows of one height. */
export function useRowWindow(count: number): RowWindow {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(GUESS);
  const [range, setRange] = useState<RowRange>(() => rangeAt(0, 800, GUESS, count));
  const measure = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    height.current = element.querySelector<HTMLElement>('tr[data-student]')?.offsetHeight || height.current;
    const next = rangeAt(element.scrollTop, element.clientHeight, height.current, count);
    setRange((old) => (old.from === next.from && old.to === next.to ? old : next));
  }, [count]);
  useEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, [measure]);
  const reveal = useCallback(
    (index: number) => {
      const element = box.current;
      if (element === null || index < 0) return;
      const top = index * height.current;
      if (top >= element.scrollTop && top + height.current <= element.scrollTop + element.clientHeight) return;
      element.scrollTop = Math.max(0, top - element.clientHeight / 2);
      measure();
    },
    [measure],
  );
  // A table that got shorter must not wait for the next scroll.
  const { from, to } = range.to > count ? rangeAt(0, 800, height.current, count) : range;
  return {
    box,
    from,
    to,
    above: from * height.current,
    below: (count - to) * height.current,
    onScroll: measure,
    reveal,
  };
}
