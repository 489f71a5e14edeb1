import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { selectOptions, type DictionaryOption } from './select-options.ts';
import classes from './widgets.module.css';

export type SteppingPickerProps = {
  label: string;
  options: readonly DictionaryOption[];
  /** Code of the current one. */
  value: string | null;
  onChange: (code: string) => void;
  disabled?: boolean;
};

/** One after the other with two arrows, which are disabled at the first and at the last (PICKERS-073, 074). */
export function SteppingPicker({ label, options, value, onChange, disabled = false }: SteppingPickerProps) {
  const choices = selectOptions(options);
  const index = choices.findIndex((each) => each.value === value);
  const step = (to: number) => {
    const next = choices[to];
    if (next !== undefined && !disabled) onChange(next.value);
  };
  return (
    <div className={classes['stepper']} role="group" aria-label={label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="上一个"
        disabled={disabled || index <= 0}
        onClick={() => {
          step(index - 1);
        }}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <output className={classes['current']} aria-live="polite">
        {choices[index]?.label ?? '请选择'}
      </output>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="下一个"
        disabled={disabled || index >= choices.length - 1}
        onClick={() => {
          step(index + 1);
        }}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  );
}
