import { useEffect, useState, type RefObject } from 'react';
import classes from './schema.module.css';

type PrerequisiteLinesProps = {
  board: RefObject<HTMLDivElement | null>;
  links: ReadonlyMap<string, 'before' | 'after'>;
  chosen: ReadonlySet<string>;
};

/** Lines from courses that have to be passed before to the chosen one, and on to those that want it. */
export function PrerequisiteLines({ board, links, chosen }: PrerequisiteLinesProps) {
  const [paths, setPaths] = useState<readonly string[]>([]);
  const [own] = chosen;
  useEffect(() => {
    if (!board.current) return undefined;
    const host = board.current;
    // Told at once, and whenever the board becomes wider or higher.
    const observer = new ResizeObserver(() => {
      setPaths(own === undefined ? [] : drawn(host, own, links));
    });
    observer.observe(host);
    return () => {
      observer.disconnect();
    };
  }, [board, links, own]);
  return paths.length === 0 ? null : (
    <svg className={classes['lines']} aria-hidden>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** The lines between the chosen card and those linked to it, as the board lies now. */
function drawn(board: HTMLElement, own: string, links: PrerequisiteLinesProps['links']): string[] {
  const origin = board.getBoundingClientRect();
  const rectOf = (id: string) => board.querySelector(`#${CSS.escape(`course-${id}`)}`)?.getBoundingClientRect();
  const draw = (from: string, to: string): string[] => {
    const [start, end] = [rectOf(from), rectOf(to)];
    if (!start || !end) return [];
    const [x1, y1] = [start.right - origin.left, start.top + start.height / 2 - origin.top];
    const [x2, y2] = [end.left - origin.left, end.top + end.height / 2 - origin.top];
    const bend = Math.max(24, Math.abs(x2 - x1) / 2);
    return [['M', x1, y1, 'C', x1 + bend, y1, x2 - bend, y2, x2, y2].join(' ')];
  };
  return [...links].flatMap(([id, side]) => (side === 'before' ? draw(id, own) : draw(own, id)));
}
