import { Checkbox, CheckIcon } from '@mantine/core';
import classes from './row-check.module.css';

const { inner, input, icon } = Checkbox.classes;

/**
 * The box by which a row is chosen. It looks as the library's does and is no more than its elements: a hundred of the
 * library's take longer to draw than all else in their rows.
 */
export function RowCheck({
  checked,
  disabled,
  label,
  onChange,
}: {
  checked: boolean;
  disabled: boolean;
  label: string;
  onChange: (checked: boolean) => void;
}) {
  return (
    <span className={`${inner ?? ''} ${classes['box'] ?? ''}`}>
      <input
        type="checkbox"
        className={input}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
      <CheckIcon className={icon} />
    </span>
  );
}
