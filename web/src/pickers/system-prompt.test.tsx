// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '../ui/dialog.tsx';
import { Held, render } from '../testing/render.tsx';
import { SystemPrompt } from './system-prompt.tsx';

type Sent = { url: string; body: string };
let sent: Sent[];
let pending: object[];

const message = (id: string, title: string) => ({
  systemMessageEntityId: `E${id}`,
  systemMessageAudienceId: `A${id}`,
  systemMessageAudienceReadSign: '0',
  systemMessageAudiencePushSign: '1',
  systemMessageEntityTitle: title,
  createTime: '2026-11-20 10:00:00',
  systemMessageEntityContent: `“高等数学 ${id}班”：${title}的内容`,
});
const detail = {
  systemMessageEntityId: 'E1',
  systemMessageEntityTitle: '停电通知',
  departmentName: '教务处',
  createTime: '2026-11-20 10:00:00',
  systemMessageEntityContent: '今晚停电，请保存。',
  link: '',
  noticeId: '',
};

beforeEach(() => {
  sent = [];
  pending = [message('1', '停电通知'), message('2', '放假通知')];
  document.cookie =
    'user=' +
    `${encodeURIComponent(JSON.stringify({ userName: 'u', name: 'u', roleNames: [], semester: '', sso: '0' }))}; ` +
    'path=/';
  vi.stubGlobal(
    'fetch',
    vi.fn((input: string | URL | Request, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : String(input);
      sent.push({ url, body: typeof init?.body === 'string' ? init.body : '' });
      const path = /Audience\/update(?:ReadSign|PushSign)/.exec(url);
      if (path) pending = pending.slice(1);
      const data = url.includes('userDetailQueryBySession')
        ? { list: pending, unreadNum: pending.length }
        : url.includes('/detail/')
          ? detail
          : { marked: 1 };
      return Promise.resolve(Response.json({ code: '200', message: '操作成功', data }));
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const prompt = () => screen.queryByRole('region', { name: '系统提示' });

describe('the pop-up of system messages', () => {
  // NOTICE-31
  it('is titled 系统提示, shows one message at a time with 立即查看 and 不再提醒, and takes no focus', async () => {
    render(<SystemPrompt />);
    const shown = await screen.findByRole('region', { name: '系统提示' });
    expect(shown.textContent).toContain('停电通知');
    expect(shown.textContent).not.toContain('放假通知');
    expect(screen.getByRole('heading', { name: '系统提示' })).toBeTruthy();
    for (const name of ['立即查看', '不再提醒']) expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(shown.contains(document.activeElement)).toBe(false);
  });

  it('NOTICE-32: 立即查看 shows title, sending unit, time and text, and marks the message read', async () => {
    const { user } = render(<SystemPrompt />);
    await user.click(await screen.findByRole('button', { name: '立即查看' }));
    for (const text of ['停电通知', '教务处', '2026-11-20 10:00:00', '今晚停电，请保存。'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(sent.some(({ url }) => url.includes('/system/systemMessageAudience/updateReadSign/A1'))).toBe(true);
    expect(prompt()).toBeNull();
    await user.click(screen.getAllByRole('button', { name: '关闭' }).at(-1)!);
    expect((await screen.findByRole('region', { name: '系统提示' })).textContent).toContain('放假通知');
  });

  it('NOTICE-33: 不再提醒 updates the audience push sign, and the next message comes', async () => {
    const { user } = render(<SystemPrompt />);
    await user.click(await screen.findByRole('button', { name: '不再提醒' }));
    await waitFor(() => {
      expect(prompt()?.textContent).toContain('放假通知');
    });
    const update = sent.find(({ url }) => url.includes('updatePushSign'));
    expect(update?.body).toContain('systemMessageAudienceId=A1');
    expect(update?.body).toContain('systemMessageAudiencePushSign=0');
  });

  it('waits while somebody types', async () => {
    const { user } = render(
      <>
        <input aria-label="成绩" autoFocus />
        <button type="button">别处</button>
        <SystemPrompt />
      </>,
    );
    await waitFor(() => {
      expect(sent.length).toBeGreaterThan(1);
    });
    expect(prompt()).toBeNull();
    await user.click(screen.getByRole('button', { name: '别处' }));
    expect(await screen.findByRole('region', { name: '系统提示' })).toBeTruthy();
    // One that is there stays when typing begins.
    await user.click(screen.getByLabelText('成绩'));
    expect(prompt()).not.toBeNull();
  });

  it('does not move the page under a press, nor between one field and the next: the click would be lost', async () => {
    const { user } = render(
      <>
        <input aria-label="成绩" autoFocus />
        <input aria-label="备注" />
        <button type="button">保存</button>
        <SystemPrompt />
      </>,
    );
    await waitFor(() => {
      expect(sent.length).toBeGreaterThan(1);
    });
    await user.click(screen.getByLabelText('备注'));
    expect(prompt()).toBeNull();
    await user.pointer([{ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: '保存' }) }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '保存' }));
    expect(prompt()).toBeNull();
    await user.pointer([{ keys: '[/MouseLeft]' }]);
    expect(prompt()).toBeNull();
    expect(await screen.findByRole('region', { name: '系统提示' })).toBeTruthy();
  });

  it('waits while a dialog is open', async () => {
    const { user } = render(
      <Held<boolean> start>
        {(opened, setOpened) => (
          <>
            <Dialog opened={opened} onClose={() => undefined} withCloseButton={false} width={300} title="提交送审">
              <button
                type="button"
                onClick={() => {
                  setOpened(false);
                }}
              >
                完成
              </button>
            </Dialog>
            <SystemPrompt />
          </>
        )}
      </Held>,
    );
    await waitFor(() => {
      expect(sent.length).toBeGreaterThan(1);
    });
    expect(prompt()).toBeNull();
    await user.click(screen.getByRole('button', { name: '完成' }));
    expect(await screen.findByRole('region', { name: '系统提示' })).toBeTruthy();
  });

  it('one that is there steps aside when a dialog opens over the page, and is back after it', async () => {
    const { user } = render(
      <Held<boolean> start={false}>
        {(opened, setOpened) => (
          <>
            <button
              type="button"
              onClick={() => {
                setOpened(true);
              }}
            >
              送审
            </button>
            <Dialog opened={opened} onClose={() => undefined} withCloseButton={false} width={300} title="提交送审">
              <button
                type="button"
                onClick={() => {
                  setOpened(false);
                }}
              >
                完成
              </button>
            </Dialog>
            <SystemPrompt />
          </>
        )}
      </Held>,
    );
    expect(await screen.findByRole('region', { name: '系统提示' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '送审' }));
    await waitFor(() => {
      expect(prompt()).toBeNull();
    });
    await user.click(screen.getByRole('button', { name: '完成' }));
    expect((await screen.findByRole('region', { name: '系统提示' })).textContent).toContain('停电通知');
  });

  it('names what it is about, the course', async () => {
    render(<SystemPrompt />);
    expect((await screen.findByRole('region', { name: '系统提示' })).textContent).toContain('“高等数学 1班”');
  });

  it('goes when it is put off, also where the browser keeps nothing', async () => {
    const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { user } = render(<SystemPrompt />);
    await user.click(await screen.findByRole('button', { name: '稍后再看' }));
    await waitFor(() => {
      expect(prompt()?.textContent).toContain('放假通知');
    });
    refused.mockRestore();
  });

  it('one that is put off does not come again, also after a reload', async () => {
    const { user, unmount } = render(<SystemPrompt />);
    await user.click(await screen.findByRole('button', { name: '稍后再看' }));
    await waitFor(() => {
      expect(prompt()?.textContent).toContain('放假通知');
    });
    await user.click(screen.getByRole('button', { name: '稍后再看' }));
    await waitFor(() => {
      expect(prompt()).toBeNull();
    });
    expect(sent.some(({ url }) => url.includes('update'))).toBe(false);
    unmount();
    const before = sent.length;
    render(<SystemPrompt />);
    await waitFor(() => {
      expect(sent.length).toBeGreaterThan(before);
    });
    expect(prompt()).toBeNull();
  });
});
