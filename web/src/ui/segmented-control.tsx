import { SegmentedControl as Library } from '@mantine/core';
import { useId, type CSSProperties, type ReactNode } from 'react';
import classes from './segmented-control.module.css';

const { root, control, input, label, innerLabel } = Library.classes;
const join = (...names: readonly (string | undefined)[]) => names.join(' ');

type SegmentedControlProps<Value extends string> = {
  value: Value;
  data: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
  /** What is chosen between, for those who do not see where it stands. */
  'aria-label': string;
  size?: 'xs' | 'sm';
  disabled?: boolean;
  className?: string | undefined;
};

/**
 * Few choices beside each other, one of them taken. It looks as the library's does, which measures where the choice
 * stands whenever it is shown: the browser then lays the whole page out at once, each time a tab comes back.
 */
export function SegmentedControl<Value extends string>({
  value,
  data,
  onChange,
  'aria-label': name,
  size = 'sm',
  disabled,
  className,
}: SegmentedControlProps<Value>) {
  const group = useId();
  const sized = {
    '--sc-padding': `var(--sc-padding-${size})`,
    '--sc-font-size': `var(--mantine-font-size-${size})`,
  } as CSSProperties;
  return (
    <div
      role="radiogroup"
      aria-label={name}
      className={join(root, classes['root'], className)}
      style={sized}
      data-with-items-borders
    >
      {data.map((choice) => {
        const active = choice.value === value;
        const id = `${group}-${choice.value}`;
        return (
          <div key={choice.value} className={join(control, classes['control'])} data-active={active || undefined}>
            <input
              type="radio"
              id={id}
              name={group}
              className={input}
              data-focus-ring="auto"
              value={choice.value}
              checked={active}
              disabled={disabled}
              onChange={() => {
                onChange(choice.value);
              }}
            />
            <label
              htmlFor={id}
              className={join(label, classes['label'])}
              data-active={(active && !disabled) || undefined}
              data-disabled={disabled || undefined}
            >
              <span className={innerLabel}>{choice.label}</span>
            </label>
          </div>
        );
      })}
    </div>
  );
}
