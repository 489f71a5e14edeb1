// @vitest-environment jsdom
import { TextInput } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSearchDebounce } from '../lib/search-debounce.ts';
import { Held, render } from '../testing/render.tsx';
import { AutoScrollList } from './auto-scroll-list.tsx';
import { confirmDelete, someSelected } from './batch.ts';
import { CollapsibleBox } from './collapsible-box.tsx';
import { ContentCard } from './content-card.tsx';
import { Figure } from './page.tsx';
import { Field, SearchForm } from './search-form.tsx';

const button = (name: string) => screen.getByRole('button', { name });

it('a figure that filters is a button that says whether it does; others are none', async () => {
  const onToggle = vi.fn<() => void>();
  const { user } = render(
    <>
      <Figure value={3} label="审核中" filter={{ on: true, onToggle }} />
      <Figure value={4} label="已审核" />
    </>,
  );
  await user.click(button('3审核中'));
  expect(onToggle).toHaveBeenCalledOnce();
  expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-pressed'))).toEqual(['true']);
});

describe('the search form', () => {
  it('PICKERS-122 queries only what has been checked, and shows the first wrong field', async () => {
    const onSearch = vi.fn<() => void>();
    const { user } = render(
      <Held start={{ text: '', wrong: false }}>
        {(state, set) => (
          <SearchForm
            onSearch={onSearch}
            onReset={() => {}}
            validate={() => {
              set({ ...state, wrong: state.text === '' });
              return state.text !== '';
            }}
          >
            <Field label="学年" htmlFor="year" required error={state.wrong}>
              <TextInput
                id="year"
                value={state.text}
                error={state.wrong}
                onChange={(event) => {
                  set({ text: event.currentTarget.value, wrong: false });
                }}
              />
            </Field>
          </SearchForm>
        )}
      </Held>,
    );
    await user.click(button('查询'));
    expect(onSearch).not.toHaveBeenCalled();
    // PICKERS-142
    expect(screen.getByRole('alert').textContent).toBe('必填项');
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByLabelText(/学年/));
    });
    await user.type(screen.getByLabelText(/学年/), '2026{Enter}');
    expect(onSearch).toHaveBeenCalledOnce();
  });

  it('PICKERS-124 folds what is more than a row: 展开 and 收起', async () => {
    const { user } = render(
      <SearchForm onSearch={() => {}} onReset={() => {}}>
        {['甲', '乙', '丙', '丁'].map((label) => (
          <Field key={label} label={label}>
            字段
          </Field>
        ))}
      </SearchForm>,
    );
    await user.click(button('展开'));
    expect(button('收起').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('typing into a search', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('PICKERS-123 asks when nothing has been typed for 600 ms', () => {
    const Shown = ({ typed }: { typed: string }) => <output>{useSearchDebounce(typed)}</output>;
    const { rerender } = render(<Shown typed="" />);
    const at = (ms: number) => {
      act(() => {
        vi.advanceTimersByTime(ms);
      });
      return screen.getByRole('status').textContent;
    };
    rerender(<Shown typed="王" />);
    expect(at(500)).toBe('');
    rerender(<Shown typed="王小" />);
    expect(at(599)).toBe('');
    expect(at(1)).toBe('王小');
  });
});

describe('the collapsible box', () => {
  it('PICKERS-124 closes with 收起 and opens with 展开', async () => {
    const { user } = render(<CollapsibleBox title="筛选">内容</CollapsibleBox>);
    await user.click(button('收起'));
    expect(button('展开').getAttribute('aria-expanded')).toBe('false');
    await user.click(button('展开'));
    expect(button('收起').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the card of a fixed height', () => {
  it('PICKERS-138 PICKERS-139 is 316 high and says 暂无数据 when it is empty', () => {
    const { container, rerender } = render(<ContentCard title="通知" empty />);
    const height = () => container.querySelector<HTMLElement>('section')?.style.height;
    expect([screen.getByText('暂无数据').textContent, height()]).toEqual(['暂无数据', '316px']);
    rerender(
      <ContentCard title="通知" height={200}>
        内容
      </ContentCard>,
    );
    expect([screen.queryByText('暂无数据'), height()]).toEqual([null, '200px']);
  });
});

describe('the list that scrolls by itself', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const items = Array.from({ length: 10 }, (_, index) => `第${String(index)}条`);
  const open = (count = 10) => {
    render(
      <AutoScrollList label="最新动态" items={items.slice(0, count)} itemKey={(item) => item}>
        {(item) => item}
      </AutoScrollList>,
    );
    const list = screen.getByRole('region', { name: '最新动态' });
    return {
      list,
      after: (ms: number) => {
        act(() => {
          vi.advanceTimersByTime(ms);
        });
        return list.scrollTop;
      },
    };
  };

  it('PICKERS-140 is 266 high, its rows 34; it rests 1500 ms at each row and moves a pixel in 50 ms', () => {
    const { list, after } = open();
    expect([list.style.height, list.querySelector('li')?.style.height]).toEqual(['266px', '34px']);
    expect([after(1499), after(1), after(50), after(50)]).toEqual([0, 1, 2, 3]);
    expect([after(31 * 50), after(1499), after(1)]).toEqual([34, 34, 35]);
  });

  it('PICKERS-140 begins again at its end, and rests under the pointer and the focus', () => {
    const { list, after } = open();
    list.scrollTop = 339;
    expect(after(1500)).toBe(0);
    fireEvent.mouseEnter(list);
    expect(after(60_000)).toBe(0);
    fireEvent.mouseLeave(list);
    expect(after(1500)).toBe(1);
    fireEvent.focusIn(list);
    expect(after(60_000)).toBe(1);
  });

  it('PICKERS-140 stays where it is when all of it is seen', () => {
    expect(open(7).after(60_000)).toBe(0);
    expect(screen.getAllByRole('list')).toHaveLength(1);
  });
});

describe('batch actions', () => {
  it('ERRORS-24 warns when nothing is selected', async () => {
    render(<div />);
    expect(someSelected(['a'])).toBe(true);
    expect(someSelected(new Set())).toBe(false);
    expect(await screen.findByText('请至少选择一条数据')).toBeDefined();
  });

  it('ERRORS-25 asks before it deletes', async () => {
    const { user } = render(<div />);
    const one = confirmDelete('期中通知');
    expect((await screen.findByRole('dialog', { name: '提示' })).textContent).toContain('确定删除“期中通知”吗？');
    await user.click(button('取消'));
    expect(await one).toBe(false);
    const many = confirmDelete(3);
    expect(await screen.findByText('确定删除选中的 3 条数据吗？删除后不能恢复。')).toBeDefined();
    await user.click(button('删除'));
    expect(await many).toBe(true);
  });
});
