import { Textarea } from '@mantine/core';
import { useId } from 'react';
import { inputAttributes, type WidgetProps } from './widget-props.ts';
import classes from './widgets.module.css';

/** How long a text may be where nothing else is said (PICKERS-145). */
export const TEXT_MAX_LENGTH = 200;

export type CountedTextareaProps = WidgetProps & {
  value: string;
  onChange: (text: string) => void;
  /** Default {@link TEXT_MAX_LENGTH}. */
  maxLength?: number;
  placeholder?: string;
  rows?: number;
  /** Gets the focus when its dialog opens. */
  autoFocus?: boolean;
};

/** Several lines of text with `12/200` below: how long it is and may be. More cannot be typed. */
export function CountedTextarea({
  value,
  onChange,
  maxLength = TEXT_MAX_LENGTH,
  placeholder = '请输入',
  rows = 3,
  autoFocus,
  ...rest
}: CountedTextareaProps) {
  const countId = useId();
  return (
    <div>
      <Textarea
        {...inputAttributes(rest)}
        data-autofocus={autoFocus || undefined}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
        maxLength={maxLength}
        placeholder={placeholder}
        autosize
        minRows={rows}
        maxRows={rows + 5}
        aria-describedby={countId}
      />
      <div id={countId} className={classes['count']} data-full={value.length >= maxLength || undefined}>
        {value.length}/{maxLength}
      </div>
    </div>
  );
}
