import { Textarea } from '@mantine/core';
import { useId } from 'react';
import classes from './elective.module.css';

export type LongTextProps = {
  id: string;
  value: string;
  onChange: (text: string) => void;
  error: boolean;
  placeholder?: string;
  hint: string;
  rows?: number;
  max: number;
  onBlur?: () => void;
};

/**
 * Several lines whose length has bounds that are told, not forced: below them how much is asked for and how much is
 * there.
 */
export function LongText({
  id,
  value,
  onChange,
  error,
  placeholder = '请输入',
  hint,
  rows = 4,
  max,
  onBlur,
}: LongTextProps) {
  const countId = useId();
  return (
    <div>
      <Textarea
        id={id}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
        onBlur={onBlur}
        error={error}
        placeholder={placeholder}
        autosize
        minRows={rows}
        maxRows={rows + 8}
        maxLength={max}
        aria-describedby={countId}
      />
      <div id={countId} className={classes['count']}>
        <span>{hint}</span>
        <span>已输入 {value.trim().length} 字</span>
      </div>
    </div>
  );
}
