import '@mantine/dates/styles.css';
import { DateInput, DatesProvider, DateTimePicker } from '@mantine/dates';
import 'dayjs/locale/zh-cn';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { serverNow } from '../lib/server-clock.ts';
import classes from './calendar.module.css';
import { inputAttributes, type WidgetProps } from './widget-props.ts';

export type DateFieldProps = WidgetProps & {
  /** `YYYY-MM-DD`; of a `DateTimeField` `YYYY-MM-DD HH:mm:ss`, school time. Null: none. */
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  clearable?: boolean;
  /** The first and the last day that can be chosen, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  /** An end: a day that is chosen without a time is meant whole, to its last second. */
  endOfDay?: boolean;
};

// No red weekends: red says that something is wrong.
const settings = { locale: 'zh-cn', firstDayOfWeek: 1, weekendDays: [] as never[] } as const;
// In a low window it rather covers its field than ends below the edge.
const popover = { zIndex: 320, middlewares: { flip: true, shift: { crossAxis: true, padding: 8 } } };
const words = {
  monthLabelFormat: 'YYYY年M月',
  yearLabelFormat: 'YYYY年',
  nextLabel: '后一页',
  previousLabel: '前一页',
  clearButtonProps: { 'aria-label': '清除' },
};

/** What marks the day, month or year of now, by the school's calendar and not the machine's. */
const marked = (letters: number) => (date: string) =>
  date.slice(0, letters) === toDateTimeText(serverNow()).slice(0, letters) ? { 'aria-current': 'date' as const } : {};
const now = {
  getDayProps: marked('2026-01-01'.length),
  getMonthControlProps: marked('2026-01'.length),
  getYearControlProps: marked('2026'.length),
  classNames: { day: classes['day'], monthsListControl: classes['control'], yearsListControl: classes['control'] },
};

const shared = ({
  value,
  onChange,
  clearable = true,
  min,
  max,
  ...rest
}: Omit<DateFieldProps, 'placeholder' | 'endOfDay'>) => ({
  ...inputAttributes(rest),
  ...words,
  value,
  onChange,
  clearable,
  ...now,
  popoverProps: popover,
  ...(min === undefined ? {} : { minDate: min }),
  ...(max === undefined ? {} : { maxDate: max }),
});

/** The input behind `DateField`: typed or chosen. */
export function DayInput({ placeholder = '请选择日期', onChange, ...rest }: DateFieldProps) {
  return (
    <DatesProvider settings={settings}>
      <DateInput {...shared({ ...rest, onChange })} valueFormat="YYYY-MM-DD" placeholder={placeholder} />
    </DatesProvider>
  );
}

/** The input behind `DateTimeField`. */
export function MomentInput({
  placeholder = '请选择时间',
  label,
  onChange,
  endOfDay = false,
  ...rest
}: DateFieldProps) {
  // It is a button: what it shows belongs to its name.
  const named = label === undefined ? rest : { ...rest, label: `${label} ${rest.value ?? placeholder}` };
  return (
    <DatesProvider settings={settings}>
      <DateTimePicker
        {...shared({ ...named, onChange })}
        valueFormat="YYYY-MM-DD HH:mm:ss"
        withSeconds
        {...(endOfDay ? { defaultTimeValue: '23:59:59' } : {})}
        placeholder={placeholder}
        // It would be named by an id that the input does not have.
        popoverProps={{ ...popover, withRoles: false }}
        submitButtonProps={{ 'aria-label': '确定' }}
      />
    </DatesProvider>
  );
}
