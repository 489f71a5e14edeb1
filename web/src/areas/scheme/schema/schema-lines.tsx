import { useLayoutEffect, useState, type RefObject } from 'react';
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
  useLayoutEffect(() => {
    const host = board.current;
    if (!host || own === undefined || links.size === 0) {
      setPaths((old) => (old.length === 0 ? old : []));
      return;
    }
    const origin = host.getBoundingClientRect();
    const rectOf = (id: string) => host.querySelector(`#${CSS.escape(`course-${id}`)}`)?.getBoundingClientRect();
    const draw = (from: string, to: string): string[] => {
      const [start, end] = [rectOf(from), rectOf(to)];
      if (!start || !end) return [];
      const [x1, y1] = [start.right - origin.left, start.top + start.height / 2 - origin.top];
      const [x2, y2] = [end.left - origin.left, end.top + end.height / 2 - origin.top];
      const bend = Math.max(24, Math.abs(x2 - x1) / 2);
      return [['M', x1, y1, 'C', x1 + bend, y1, x2 - bend, y2, x2, y2].join(' ')];
    };
    setPaths([...links].flatMap(([id, side]) => (side === 'before' ? draw(id, own) : draw(own, id))));
  }, [board, links, own]);
  return paths.length === 0 ? null : (
    <svg className={classes['lines']} aria-hidden>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
