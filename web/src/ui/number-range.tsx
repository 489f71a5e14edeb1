import { NumberInput } from '@mantine/core';
import { Fragment } from 'react';
import { inputAttributes, type WidgetProps } from './widget-props.ts';
import classes from './widgets.module.css';

/** Whole numbers, both ends included; null: open at that end. */
export type NumberRange = { min: number | null; max: number | null };

/** What is wrong with a range, null when nothing is. */
export function numberRangeProblem({ min, max }: NumberRange): string | null {
  return min !== null && max !== null && min > max ? '最小值不能大于最大值' : null;
}

const ends = [['min', '最小'], ['max', '最大']] as const;

/** From 最小 to 最大, whole numbers only (PICKERS-141). */
export function NumberRangeInput({ value, onChange, least, digits = 9, id, label, ...rest }: WidgetProps & { value: NumberRange; onChange: (range: NumberRange) => void; /** The smallest number that can be typed. */ least?: number; /** How many digits can be typed. */ digits?: number }) {
  const problem = numberRangeProblem(value);
  return (
    <div>
      <div className={classes['range']} role="group" aria-label={label}>
        {ends.map(([end, name]) => (
          <Fragment key={end}>
            {end === 'max' && '至'}
            <NumberInput {...inputAttributes({ ...rest, error: rest.error ?? problem !== null, label: `${label ?? ''}${name}`, ...(id === undefined || end === 'max' ? {} : { id }) })} className={classes['grow'] ?? ''}
              placeholder={name} allowDecimal={false} hideControls min={least} allowNegative={least === undefined || least < 0} maxLength={digits} value={value[end] ?? ''}
              onChange={(typed) => { onChange({ ...value, [end]: typeof typed === 'number' ? typed : null }); }} />
          </Fragment>
        ))}
      </div>
      {problem !== null && <div role="alert" className={classes['problem']}>{problem}</div>}
    </div>
  );
}
