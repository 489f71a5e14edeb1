// @vitest-environment jsdom
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Held, render } from '../testing/render.tsx';
import { DayInput } from './calendar.tsx';
import { ChooseMany, LOADING_MS } from './choose-many.tsx';
import { CountedTextarea } from './counted-textarea.tsx';
import { NumberRangeInput, type NumberRange } from './number-range.tsx';
import { SearchableSelect } from './searchable-select.tsx';
import { selectOptions, type DictionaryOption } from './select-options.ts';
import { WeekInput } from './week-input.tsx';

const systems: DictionaryOption[] = [
  { code: 'bfz', name: '百分制' },
  { code: 'abc', name: 'ABC Grade' },
  { dm: 'wdz', mc: '五级制' },
];
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('dictionary options', () => {
  it('PICKERS-149 come as code and name, or as dm and mc', () => {
    expect(selectOptions(systems)).toEqual([
      { value: 'bfz', label: '百分制' },
      { value: 'abc', label: 'ABC Grade' },
      { value: 'wdz', label: '五级制' },
    ]);
  });
});

it('a day is emptied by a button that has a name', async () => {
  const onChange = vi.fn<(day: string | null) => void>();
  const { user } = render(<DayInput label="建校日期" value="2026-09-01" onChange={onChange} />);
  await user.click(button('清除'));
  expect(onChange).toHaveBeenCalledWith(null);
});

describe('the searchable select', () => {
  // A page with many choices would draw all their options before it is painted.
  it('has no options while it is closed; the key that opens it goes on to the chosen one', async () => {
    const { user } = render(
      <SearchableSelect label="成绩等级制" options={systems} value="abc" onChange={() => undefined} />,
    );
    const options = () => screen.queryAllByRole('option', { hidden: true });
    expect(options()).toEqual([]);
    await user.tab();
    await user.keyboard('{Escape}{ArrowDown}');
    expect(options().map((option) => option.dataset['comboboxSelected'])).toEqual([undefined, 'true', undefined]);
    expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(options()[1]?.id);
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
  });

  it('finds any part of a label, capitals or not, and says 请选择', async () => {
    const onChange = vi.fn<(code: string | null) => void>();
    const { user } = render(<SearchableSelect label="成绩等级制" options={systems} value={null} onChange={onChange} />);
    const field = screen.getByRole('combobox', { name: '成绩等级制' });
    expect(field.getAttribute('placeholder')).toBe('请选择');
    await user.type(field, 'c GR');
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['ABC Grade']);
    await user.clear(field);
    await user.type(field, '级');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['五级制']);
    await user.click(screen.getByRole('option'));
    expect(onChange).toHaveBeenLastCalledWith('wdz');
  });
});

it('a calendar marks today, and among the months this one', async () => {
  const { user } = render(<DayInput label="日期" value={null} onChange={() => undefined} />);
  await user.click(screen.getByRole('textbox', { name: '日期' }));
  const marked = () => [...document.querySelectorAll('[aria-current="date"]')].map(({ textContent }) => textContent);
  const today = toDateTimeText(Date.now());
  await vi.waitFor(() => {
    expect(marked()).toEqual([String(Number(today.slice(8, 10)))]);
  });
  await user.click(screen.getByRole('button', { name: /^\d{4}年\d+月$/ }));
  expect(marked()).toHaveLength(1);
});

describe('the week input', () => {
  const open = (start = '', maxWeek?: number) =>
    render(
      <Held start={start}>
        {(value, onChange) => (
          <WeekInput
            label="上课周次"
            value={value}
            onChange={onChange}
            {...(maxWeek === undefined ? {} : { maxWeek })}
          />
        )}
      </Held>,
    );
  const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: '上课周次' });
  const pressed = () =>
    within(screen.getByRole('group', { name: '周次' }))
      .getAllByRole('button', { pressed: true })
      .map((each) => each.textContent)
      .join(' ');

  it('takes all weeks, odd, even or none', async () => {
    const { user } = open('', 6);
    const texts: string[] = [];
    for (const mode of ['全部', '单周', '双周', '清空']) {
      await user.click(button(mode));
      texts.push(text().value);
    }
    expect(texts).toEqual(['1-6', '1,3,5', '2,4,6', '']);
  });

  it('keeps text and weeks the same, whichever is changed', async () => {
    const { user } = open('1-2,4');
    expect(pressed()).toBe('1 2 4');
    await user.click(button('第3周'));
    await user.click(button('第9周'));
    expect(text().value).toBe('1-4,9');
    await user.click(button('第2周'));
    expect(text().value).toBe('1,3-4,9');
    await user.clear(text());
    await user.type(text(), '5-7');
    expect(pressed()).toBe('5 6 7');
  });

  it('says what is wrong with a text', async () => {
    const { user } = open();
    await user.type(text(), '1、2');
    expect(screen.getByText('请按照该格式填写‘1-2,4,5-9’')).toBeDefined();
    await user.clear(text());
    await user.type(text(), '20-26');
    expect(screen.getByText('所填写周次大于最大周次')).toBeDefined();
    expect(screen.queryByRole('button', { name: '第26周' })).toBeNull();
    expect(button('第25周')).toBeDefined();
  });
});

describe('the number range', () => {
  it('PICKERS-141 takes whole numbers only, the smaller first', async () => {
    const onChange = vi.fn<(range: NumberRange) => void>();
    const { user } = render(
      <Held<NumberRange> start={{ min: null, max: null }}>
        {(value, set) => (
          <NumberRangeInput
            label="座位数"
            value={value}
            onChange={(range) => {
              onChange(range);
              set(range);
            }}
          />
        )}
      </Held>,
    );
    await user.type(screen.getByRole('textbox', { name: '座位数最小' }), '6.5');
    expect(onChange).toHaveBeenLastCalledWith({ min: NaN, max: null });
    expect(screen.getByRole('alert').textContent).toBe('应为整数');
    await user.clear(screen.getByRole('textbox', { name: '座位数最小' }));
    await user.type(screen.getByRole('textbox', { name: '座位数最小' }), '65');
    expect(onChange).toHaveBeenLastCalledWith({ min: 65, max: null });
    await user.type(screen.getByRole('textbox', { name: '座位数最大' }), '12');
    expect(onChange).toHaveBeenLastCalledWith({ min: 65, max: 12 });
    expect(screen.getByRole('alert').textContent).toBe('最小值不能大于最大值');
  });
});

describe('the counted text', () => {
  it('PICKERS-145 shows how long it is of at most 200, and takes no more', async () => {
    const { user } = render(
      <Held start="">{(value, onChange) => <CountedTextarea label="说明" value={value} onChange={onChange} />}</Held>,
    );
    expect(screen.getByText('0/200')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: '说明' }), '三个字');
    expect(screen.getByText('3/200')).toBeDefined();
    expect(screen.getByRole('textbox', { name: '说明' }).getAttribute('maxlength')).toBe('200');
  });

  it('PICKERS-145 takes another length', () => {
    render(<CountedTextarea label="意见" value="同意" onChange={() => {}} maxLength={60} />);
    expect(screen.getByText('2/60')).toBeDefined();
  });
});

describe('choosing many', () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ code: String(index), name: `班级${String(index)}` }));
  const open = (options: DictionaryOption[], start: string[] = []) => {
    const onChange = vi.fn<(codes: string[]) => void>();
    return {
      onChange,
      ...render(
        <Held start={start}>
          {(value, set) => (
            <ChooseMany
              label="班级"
              options={options}
              value={value}
              onChange={(codes) => {
                onChange(codes);
                set(codes);
              }}
            />
          )}
        </Held>,
      ),
    };
  };

  it('with something chosen and closed takes one line: the field for typing takes room only while it is used', () => {
    const { container } = open(some(3), ['1']);
    expect(container.querySelector('input[role=combobox]')?.getAttribute('data-type')).toBe('auto');
  });

  it('PICKERS-143 offers 全选 and 反选 over what the search shows', async () => {
    const { user, onChange } = open(some(12));
    await user.click(screen.getByRole('combobox', { name: '班级' }));
    await user.click(await screen.findByRole('option', { name: '班级2' }));
    expect(onChange).toHaveBeenLastCalledWith(['2']);
    await user.click(button('反选'));
    expect(onChange).toHaveBeenLastCalledWith(['0', '1', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
    await user.click(button('全选'));
    expect(onChange.mock.lastCall?.[0]).toHaveLength(12);
    await user.click(button('反选'));
    await user.type(screen.getByRole('combobox', { name: '班级' }), '1');
    await user.click(button('全选'));
    expect(onChange).toHaveBeenLastCalledWith(['1', '10', '11']);
  });

  describe('among more than 30', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('PICKERS-144 shows for 300 ms that it loads, and at once with 30', () => {
      open(some(31));
      fireEvent.focus(screen.getByRole('combobox', { name: '班级' }));
      act(() => {
        vi.advanceTimersByTime(LOADING_MS - 1);
      });
      expect([
        screen.getByRole('status').textContent?.trim(),
        screen.queryAllByRole('option', { hidden: true }),
      ]).toEqual(['正在加载…', []]);
      act(() => {
        vi.advanceTimersByTime(1);
      });
      expect([
        screen.queryByRole('status'),
        screen.queryAllByRole('option', { hidden: true }).length,
        LOADING_MS,
      ]).toEqual([null, 31, 300]);
    });

    it('PICKERS-144 does not with 30', () => {
      open(some(30));
      fireEvent.focus(screen.getByRole('combobox', { name: '班级' }));
      act(() => {
        vi.advanceTimersByTime(1);
      });
      expect(screen.queryByRole('status')).toBeNull();
    });
  });
});
