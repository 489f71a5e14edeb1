// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Held, render } from '../../testing/render.tsx';
import { LINK_EMPTY } from './media-rules.ts';
import { RichTextEditor } from './rich-text-editor.tsx';

const seen = vi.fn<(html: string) => void>();

async function open(start = '', props: { error?: string; disabled?: boolean } = {}) {
  seen.mockClear();
  const result = render(
    <Held start={start}>
      {(value, onChange) => (
        <RichTextEditor
          label="通知内容"
          value={value}
          onChange={(html) => {
            seen(html);
            onChange(html);
          }}
          {...props}
        />
      )}
    </Held>,
  );
  return { ...result, text: await screen.findByRole('textbox', { name: '通知内容' }, { timeout: 20_000 }) };
}

const button = (name: string) => screen.getByRole('button', { name });
const html = () => seen.mock.lastCall?.[0] ?? '';

describe('the link dialog', () => {
  // PICKERS-125 PICKERS-128 PICKERS-129 PICKERS-130
  it('asks for content, address and title, and puts the link into the text', async () => {
    const { user } = await open();
    await user.click(button('插入链接'));
    const dialog = await screen.findByRole('dialog', { name: '插入链接' });
    await user.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(
      within(dialog)
        .getAllByRole('alert')
        .map((each) => each.textContent),
    ).toEqual(['内容不能为空', '链接不能为空', '标题不能为空']);
    await user.type(within(dialog).getByLabelText(/内容/), '选课手册');
    await user.type(within(dialog).getByLabelText(/链接/), 'javascript:alert(1)');
    await user.type(within(dialog).getByLabelText(/标题/), '打开手册');
    await user.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(within(dialog).getByRole('alert').textContent).toBe('非法的链接');
    await user.clear(within(dialog).getByLabelText(/链接/));
    await user.type(within(dialog).getByLabelText(/链接/), 'https://jwc.example.edu.cn/a?b=1');
    await user.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(html()).toMatch(
      /<a [^>]*href="https:\/\/jwc\.example\.edu\.cn\/a\?b=1"[^>]*title="打开手册"[^>]*>选课手册<\/a>/,
    );
  });
});

describe('the media dialog', () => {
  it.each([
    ['插入视频', 'video', 'PICKERS-126'],
    ['插入音频', 'audio', 'PICKERS-127'],
  ])('%s: %s (%s)', async (title, tag) => {
    const { user } = await open();
    await user.click(button(title));
    const dialog = await screen.findByRole('dialog', { name: title });
    await user.type(within(dialog).getByLabelText(/链接/), 'https://v.example.cn/a.mp4{Enter}');
    await user.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(html()).toContain(`<source src="https://v.example.cn/a.mp4"></${tag}>`);
  });

  it('PICKERS-131 PICKERS-132 PICKERS-133 PICKERS-134 refuses no link, an empty, a bad and a known one', async () => {
    const { user } = await open();
    await user.click(button('插入视频'));
    const dialog = await screen.findByRole('dialog', { name: '插入视频' });
    const field = within(dialog).getByLabelText(/链接/);
    await user.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(await screen.findByText('至少添加一个链接')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: '添加' }));
    expect(await screen.findByText(LINK_EMPTY)).toBeDefined();
    await user.type(field, 'ftp://v.example.cn/a.mp4{Enter}');
    expect(await screen.findByText('非法的链接')).toBeDefined();
    await user.clear(field);
    await user.type(field, 'http://v.example.cn/a.mp4{Enter}');
    await user.type(field, 'http://v.example.cn/a.mp4{Enter}');
    expect(await screen.findByText('链接已存在')).toBeDefined();
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
    expect(seen).not.toHaveBeenCalled();
  });

  // PICKERS-136
  it('starts with 400 × 400, controls on, autoplay, muted and loop off, and keeps what is chosen', async () => {
    const { user } = await open();
    await user.click(button('插入视频'));
    const dialog = await screen.findByRole('dialog', { name: '插入视频' });
    const checked = () =>
      within(dialog)
        .getAllByRole<HTMLInputElement>('checkbox')
        .map((box) => box.checked);
    expect([
      within(dialog).getByLabelText<HTMLInputElement>('宽度').value,
      within(dialog).getByLabelText<HTMLInputElement>('高度').value,
    ]).toEqual(['400', '400']);
    expect(checked()).toEqual([true, false, false, false]);
    await user.type(within(dialog).getByLabelText(/链接/), 'https://v.example.cn/a.mp4');
    await user.click(within(dialog).getByLabelText('循环播放'));
    await user.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(html()).toMatch(/<video [^>]*controls=""[^>]*loop=""[^>]*width="400" height="400">/);
    expect(html()).not.toMatch(/autoplay|muted/);
  });

  describe('with a clock of its own', () => {
    beforeEach(() => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('PICKERS-135 clears its error messages after 4 s', async () => {
      const { user } = await open();
      await user.click(button('插入音频'));
      await user.click(
        within(await screen.findByRole('dialog', { name: '插入音频' })).getByRole('button', { name: '确定' }),
      );
      expect(await screen.findByText('至少添加一个链接')).toBeDefined();
      act(() => {
        vi.advanceTimersByTime(3500);
      });
      expect(screen.queryByText('至少添加一个链接')).not.toBeNull();
      act(() => {
        vi.advanceTimersByTime(600);
      });
      await vi.waitFor(() => {
        expect(screen.queryByText('至少添加一个链接')).toBeNull();
      });
    });
  });
});

describe('the text', () => {
  it('is what it was given, with its media and tables, and follows a new value', async () => {
    const start =
      '<h2>安排</h2><p>见<a href="https://a.cn/">附件</a></p><video src="https://v.cn/a.mp4" controls ' +
      'width="320"></video><table><tbody><tr><th>节次</th></tr></tbody></table>';
    const { text, rerender } = await open(start);
    expect(text.querySelector('video')?.outerHTML).toMatch(
      /controls="".*width="320".*<source src="https:\/\/v.cn\/a.mp4">/,
    );
    expect(text.querySelector('th')?.textContent).toBe('节次');
    rerender(<RichTextEditor label="通知内容" value="<p>新内容</p>" onChange={seen} />);
    expect((await screen.findByRole('textbox', { name: '通知内容' })).textContent).toBe('新内容');
  });

  it('drops what can run', async () => {
    const { text } = await open(
      '<p onclick="alert(1)">甲<script>alert(1)</script><img src="x" onerror="alert(1)"><a ' +
        'href="javascript:alert(1)">乙</a></p><video src="javascript:alert(1)"></video><iframe ' +
        'src="https://a.cn"></iframe>',
    );
    expect(text.outerHTML).not.toMatch(/onclick|onerror|<script|javascript:|<iframe|<video/);
  });

  it('cannot be changed while disabled, and shows its error', async () => {
    const { text } = await open('<p>甲</p>', { disabled: true, error: '内容不能为空' });
    expect([
      text.getAttribute('contenteditable'),
      text.getAttribute('aria-invalid'),
      screen.queryByRole('toolbar'),
    ]).toEqual(['false', 'true', null]);
    expect(screen.getByRole('alert').textContent).toBe('内容不能为空');
  });

  it('takes a table and undoes it', async () => {
    const { user, text } = await open('<p>甲</p>');
    await user.click(button('插入表格'));
    await user.click(await screen.findByRole('button', { name: '插入2列3行的表格' }));
    expect([text.querySelectorAll('tr').length, text.querySelectorAll('th').length]).toEqual([3, 2]);
    await user.click(button('撤销'));
    expect(html()).toBe('<p>甲</p>');
  });
});
