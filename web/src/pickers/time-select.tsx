import { getAllTimes } from '@jwxt/contracts/base-info/lookup.operations.ts';
import { lessonsOf, periodText } from '@jwxt/contracts/kernel/period-text.ts';
import { CloseButton, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { inputAttributes, type WidgetProps } from '../ui/widget-props.ts';
import classes from './time-select.module.css';

/** PICKERS-078. */
const IN_A_ROW = 4;

export type TimeSelectProps = WidgetProps & {
  /** Lessons that follow one another, `3-4`. */
  value: string;
  onChange: (period: string) => void;
  /** Campus whose lessons are offered, where it has its own. */
  campus?: string | undefined;
};

/**
 * An input with the lessons of the day in a popover, four in a row (PICKERS-078, 079): the first click takes a lesson,
 * a second one all up to there.
 */
export function TimeSelect({ value, onChange, campus, ...widget }: TimeSelectProps) {
  const [open, setOpen] = useState(false);
  const query = useOperation(getAllTimes, campus === undefined ? {} : { xqdm: campus }, { staleTime: 600_000 });
  const slots = query.data ?? [];
  const taken = lessonsOf(value);
  const [first, last] = [taken[0], taken.at(-1)];
  const choose = (lesson: number) => {
    const upTo = first !== undefined && first === last && lesson !== first;
    onChange(upTo ? periodText(Math.min(first, lesson), Math.max(first, lesson)) : String(lesson));
    if (upTo) setOpen(false);
  };
  const hours = taken.length === 0 ? undefined : timesOf(slots, taken);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      zIndex={320}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <div>
          <TextInput
            {...inputAttributes(widget)}
            readOnly
            aria-haspopup="dialog"
            placeholder="请选择节次"
            value={value === '' ? '' : `第${value}节${hours === undefined ? '' : `（${hours}）`}`}
            onClick={() => {
              if (widget.disabled !== true) setOpen(true);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              setOpen(true);
            }}
            rightSection={
              value !== '' && widget.disabled !== true ? (
                <CloseButton
                  size="sm"
                  aria-label="清空节次"
                  onClick={() => {
                    onChange('');
                  }}
                />
              ) : undefined
            }
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <div role="dialog" aria-label="选择节次">
          {slots.length === 0 ? (
            <p className={classes['none']}>{query.isPending ? '正在查询…' : '还没有设置节次'}</p>
          ) : (
            <div
              className={classes['slots']}
              style={{ gridTemplateColumns: `repeat(${String(IN_A_ROW)}, 76px)` }}
              role="group"
              aria-label="节次"
            >
              {slots.map(({ festivalsCode, festivalsName, startTime, endTime }) => (
                <button
                  key={festivalsCode}
                  type="button"
                  title={`${startTime}–${endTime}`}
                  aria-pressed={taken.includes(Number(festivalsCode))}
                  onClick={() => {
                    choose(Number(festivalsCode));
                  }}
                >
                  {festivalsName}
                </button>
              ))}
            </div>
          )}
          <p className={classes['hint']}>先点开始的一节，再点结束的一节</p>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

type Slot = { festivalsCode: string; startTime: string; endTime: string };

/** From the beginning of the first to the end of the last lesson; undefined while the lessons are not known. */
function timesOf(slots: readonly Slot[], lessons: readonly number[]): string | undefined {
  const slotOf = (lesson: number | undefined) => slots.find(({ festivalsCode }) => Number(festivalsCode) === lesson);
  const [from, to] = [slotOf(lessons[0]), slotOf(lessons.at(-1))];
  return from && to ? `${from.startTime}–${to.endTime}` : undefined;
}
