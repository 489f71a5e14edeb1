import { DEFAULT_MAX_WEEK, parseWeeks, weekText } from '@jwxt/contracts/kernel/week-text.ts';
import { Button, TextInput } from '@mantine/core';
import { inputAttributes, type WidgetProps } from './widget-props.ts';
import classes from './widgets.module.css';

export type WeekInputProps = WidgetProps & {
  /** Weeks as text, `1-2,4,5-9`. */
  value: string;
  onChange: (text: string) => void;
  /** The last week that can be chosen. Default 25 (PICKERS-114). */
  maxWeek?: number;
};

/** What a quick mode takes of all weeks. */
const modes: readonly { label: string; takes: (week: number) => boolean }[] = [
  { label: '全部', takes: () => true },
  { label: '单周', takes: (week) => week % 2 === 1 },
  { label: '双周', takes: (week) => week % 2 === 0 },
  { label: '清空', takes: () => false },
];

/** Weeks of a semester, as text and as buttons; either follows the other (PICKERS-108…114). */
export function WeekInput({ value, onChange, maxWeek = DEFAULT_MAX_WEEK, error, ...rest }: WeekInputProps) {
  const parsed = parseWeeks(value.trim(), maxWeek);
  const problem = 'problem' in parsed ? parsed.problem : null;
  const weeks = new Set('weeks' in parsed ? parsed.weeks : []);
  const all = Array.from({ length: maxWeek }, (_, index) => index + 1);
  const choose = (chosen: Iterable<number>) => {
    onChange(weekText(chosen));
  };
  return (
    <div className={classes['weeks']}>
      <div className={classes['weekLine']}>
        <TextInput
          {...inputAttributes(rest)}
          className={classes['grow'] ?? ''}
          value={value}
          placeholder="如 1-2,4,5-9"
          maxLength={120}
          error={problem ?? error}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
        <div className={classes['modes']} role="group" aria-label="快捷选择">
          {modes.map(({ label, takes }) => (
            <Button
              key={label}
              variant="default"
              size="xs"
              disabled={rest.disabled ?? false}
              onClick={() => {
                choose(all.filter(takes));
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className={classes['weekButtons']} role="group" aria-label="周次">
        {all.map((week) => (
          <button
            key={week}
            type="button"
            aria-pressed={weeks.has(week)}
            aria-label={`第${String(week)}周`}
            disabled={rest.disabled}
            onClick={() => {
              choose(weeks.has(week) ? [...weeks].filter((each) => each !== week) : [...weeks, week]);
            }}
          >
            {week}
          </button>
        ))}
      </div>
    </div>
  );
}
