import type { ReactNode } from 'react';
import classes from './plain-charts.module.css';
import type { TokenName } from './tokens.ts';

/**
 * Pictures so plain that they are drawn without the chart library: a first page need not load it. They fill the box
 * they stand in.
 */

/** Of the ring's circle, in the units of its view box; its length is counted as 1. */
const [SIZE, RADIUS, WIDTH] = [140, 54, 11] as const;

/**
 * Shares of a whole as a ring with words in its middle, each named below it. `label` says the picture to those who do
 * not see it.
 */
export function RingChart({
  shares,
  label,
  children,
}: {
  shares: readonly { name: string; value: number; colour: TokenName }[];
  label: string;
  children: ReactNode;
}) {
  // A school that begins has nobody yet.
  const whole = Math.max(
    1,
    shares.reduce((sum, { value }) => sum + value, 0),
  );
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS, pathLength: 1, fill: 'none', strokeWidth: WIDTH };
  return (
    <div role="img" aria-label={label} className={classes['ring']}>
      <div className={classes['picture']}>
        <svg viewBox={`0 0 ${String(SIZE)} ${String(SIZE)}`}>
          {shares.map(({ name, value, colour }, index) => {
            const before = shares.slice(0, index).reduce((sum, share) => sum + share.value, 0);
            return (
              <circle
                key={name}
                {...circle}
                stroke={`var(--jw-${colour})`}
                strokeDasharray={`${String(value / whole)} 1`}
                strokeDashoffset={-before / whole}
              />
            );
          })}
        </svg>
        <div className={classes['middle']}>{children}</div>
      </div>
      <ul className={classes['names']}>
        {shares.map(({ name, colour }) => (
          <li key={name}>
            <span style={{ background: `var(--jw-${colour})` }} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Counts side by side as columns, each with its figure above and its name below. `label` says the picture to those who
 * do not see it.
 */
export function ColumnChart({
  columns,
  unit,
  label,
}: {
  columns: readonly { name: string; value: number }[];
  unit: string;
  label: string;
}) {
  const highest = Math.max(1, ...columns.map(({ value }) => value));
  return (
    <div role="img" aria-label={label} className={classes['columns']}>
      <div className={classes['unit']}>单位：{unit}</div>
      <div className={classes['bars']}>
        {columns.map(({ name, value }) => (
          <div key={name} className={classes['column']}>
            <b>{value}</b>
            <span style={{ flexBasis: `${String((value / highest) * 100)}%` }} />
          </div>
        ))}
      </div>
      <div className={classes['axis']}>
        {columns.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  );
}
