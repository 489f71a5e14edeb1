import { useFocusWithin, useHover, useMergedRef, useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './widgets.module.css';

export type AutoScrollListProps<Item> = {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Height of one row in pixels. */
  rowHeight?: number;
  /** Milliseconds for each pixel. */
  speed?: number;
  /** Milliseconds that the list rests after each row. */
  delay?: number;
  /** Height of the list in pixels. */
  total?: number;
};

/**
 * A list that moves up row by row and begins again at its end, when it is longer than its height (PICKERS-140). It
 * rests while the pointer or the focus is in it, and never moves by itself for a person who asked for less motion; then
 * it scrolls by hand.
 */
export function AutoScrollList<Item>({
  label,
  items,
  itemKey,
  children,
  rowHeight = 34,
  speed = 50,
  delay = 1500,
  total = 266,
}: AutoScrollListProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const pointer = useHover<HTMLDivElement>();
  const focus = useFocusWithin<HTMLDivElement>();
  const ref = useMergedRef(list, pointer.ref, focus.ref);
  const resting = pointer.hovered || focus.focused;
  const still = useReducedMotion();
  const length = items.length * rowHeight;
  const moves = length > total && !still;

  useEffect(() => {
    if (!moves || resting) return undefined;
    let timer = setTimeout(step, delay);
    function step() {
      const element = list.current;
      if (element === null) return;
      // After the last row comes its copy: from there back to the first without a jump that could be seen.
      const next = Math.round(element.scrollTop + 1) % length;
      element.scrollTop = next;
      timer = setTimeout(step, next % rowHeight === 0 ? delay : speed);
    }
    return () => {
      clearTimeout(timer);
    };
  }, [moves, resting, length, rowHeight, speed, delay]);

  const rows = items.map((item) => (
    <li key={itemKey(item)} style={{ height: rowHeight }}>
      {children(item)}
    </li>
  ));
  return (
    // What scrolls must be reached by keyboard.
    <div
      ref={ref}
      className={classes['scroller']}
      style={{ height: total }}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={length > total ? 0 : undefined}
    >
      <ul>{rows}</ul>
      {moves && (
        <ul aria-hidden inert>
          {rows}
        </ul>
      )}
    </div>
  );
}
