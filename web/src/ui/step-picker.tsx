import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { selectOptions, type DictionaryOption } from './select-options.ts';

export type StepPickerProps = {
  /** Names what is stepped through. */
  label: string;
  options: readonly DictionaryOption[];
  /** Code of the one shown. */
  value: string;
  onChange: (code: string) => void;
  width?: number;
};

/**
 * One of a few options in a row, moved through by arrows, which end at the first and the last (PICKERS-073, 074). Any
 * of them can be chosen at once.
 */
export function StepPicker({ label, options, value, onChange, width = 190 }: StepPickerProps) {
  const data = selectOptions(options);
  const at = data.findIndex((option) => option.value === value);
  const step = (by: 1 | -1, name: string, icon: typeof IconChevronLeft) => {
    const next = at < 0 ? undefined : data[at + by];
    const Icon = icon;
    return (
      <ActionIcon
        variant="default"
        size={30}
        aria-label={`${name}${label}`}
        title={next?.label}
        disabled={next === undefined}
        onClick={() => {
          if (next) onChange(next.value);
        }}
      >
        <Icon size={16} />
      </ActionIcon>
    );
  };
  return (
    <div role="group" aria-label={label} style={{ display: 'inline-flex', gap: 4 }}>
      {step(-1, '上一', IconChevronLeft)}
      <Select
        size="xs"
        w={width}
        allowDeselect={false}
        aria-label={label}
        data={data}
        value={at < 0 ? null : value}
        onChange={(code) => {
          if (code !== null) onChange(code);
        }}
      />
      {step(1, '下一', IconChevronRight)}
    </div>
  );
}
