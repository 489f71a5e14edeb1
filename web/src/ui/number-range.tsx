import { Fragment } from 'react';
import { NumberValueInput } from './number-input.tsx';
import type { WidgetProps } from './widget-props.ts';
import classes from './widgets.module.css';

/** Whole numbers, both ends included; null: open at that end; `NaN`: what stands there is none. */
export type NumberRange = { min: number | null; max: number | null };

/** What is wrong with a range, null when nothing is. */
export function numberRangeProblem({ min, max }: NumberRange, least?: number, most?: number): string | null {
  if (Number.isNaN(min) || Number.isNaN(max))
    return most === undefined ? '应为整数' : `应为${String(least ?? 0)}至${String(most)}的整数`;
  return min !== null && max !== null && min > max ? '最小值不能大于最大值' : null;
}

const ends = [
  ['min', '最小'],
  ['max', '最大'],
] as const;

/** From 最小 to 最大, whole numbers only (PICKERS-141). */
export function NumberRangeInput({
  value,
  onChange,
  least,
  most,
  id,
  label,
  ...rest
}: WidgetProps & {
  value: NumberRange;
  onChange: (range: NumberRange) => void;
  /** The smallest and largest number that either end may be. */
  least?: number;
  most?: number;
}) {
  const problem = numberRangeProblem(value, least, most);
  return (
    <div>
      <div className={classes['range']} role="group" aria-label={label}>
        {ends.map(([end, name]) => (
          <Fragment key={end}>
            {end === 'max' && '至'}
            <NumberValueInput
              {...rest}
              error={rest.error ?? problem !== null}
              {...(id === undefined || end === 'max' ? {} : { id })}
              label={`${label ?? ''}${name}`}
              className={classes['grow'] ?? ''}
              placeholder={name}
              min={least}
              max={most}
              value={value[end]}
              onChange={(typed) => {
                onChange({ ...value, [end]: typed });
              }}
            />
          </Fragment>
        ))}
      </div>
      {problem !== null && (
        <div role="alert" className={classes['problem']}>
          {problem}
        </div>
      )}
    </div>
  );
}
