import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { useId } from 'react';
import { healthTone } from './monitor-ball.model.ts';
import classes from './monitor-ball.module.css';

/**
 * A circle filled from below up to a percentage, with the number in it (MONITOR-09). `percentage` null: not known yet.
 */
export function PercentageGauge({
  percentage,
  size,
  note,
}: {
  percentage: number | null;
  size: number;
  note?: string;
}) {
  const clip = useId();
  const level = 100 - (percentage ?? 0);
  return (
    <span
      className={classes['gauge']}
      data-tone={percentage === null ? 'grey' : healthTone(percentage)}
      style={{ width: size, height: size }}
      role="img"
      aria-label={percentage === null ? '数据健康度未知' : `数据健康度 ${String(percentage)}%`}
    >
      <svg viewBox="0 0 100 100" aria-hidden>
        <clipPath id={clip}>
          <circle cx="50" cy="50" r="46" />
        </clipPath>
        <circle className={classes['ground']} cx="50" cy="50" r="46" />
        {/* The surface of the fill is a little wavy, so that it reads as a level. */}
        <path
          className={classes['fill']}
          clipPath={`url(#${clip})`}
          d={
            `M0 ${String(level)} C 20 ${String(level - 4)} 30 ${String(level + 4)} 50 ${String(level)} S 80 ` +
            `${String(level - 4)} 100 ${String(level)} V 100 H 0 Z`
          }
        />
        <circle className={classes['rim']} cx="50" cy="50" r="47.5" />
      </svg>
      <span className={classes['number']} style={{ fontSize: size > 100 ? 28 : size > 60 ? 22 : 13 }} aria-hidden>
        {percentage === null ? NOTHING : `${String(percentage)}%`}
        {note !== undefined && <small>{note}</small>}
      </span>
    </span>
  );
}
