// @vitest-environment jsdom
import { DOWNLOAD_TIMEOUT_MS } from '@jwxt/contracts/file/file.vocabulary.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { AttachmentList } from './attachment-list.tsx';

const owner = { businessTable: 'T_CJGL_XTWCJRD', businessId: 'a-1' };
const stored = (name: string) => ({
  uid: name,
  name,
  relationalId: `id-${name}`,
  ...owner,
  businessIds: [owner.businessId],
  fileSize: 2048,
  fileType: name.split('.').at(-1) ?? '',
  uploader: '孙教务',
  time: '2026-11-22 10:00:00',
  previewable: name.endsWith('.pdf'),
});
const LONG = '交流学校成绩单与课程大纲.pdf';

type Request = { path: string; body: string };
let seen: Request[];
let answers: Record<string, () => Response | Promise<Response>>;
const ok = (data: unknown) => Response.json({ code: '200', message: '', data });
const refused = (message: string) => Response.json({ code: 'X', message, traceId: 't' }, { status: 409 });
const fetched = (url: string, init: RequestInit) => {
  const path = new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? '';
  seen.push({ path, body: typeof init.body === 'string' ? init.body : '' });
  return Promise.resolve(answers[path]?.() ?? refused('没有'));
};

/** Uploads under way, as the browser would send them. */
class FakeUpload {
  static all: FakeUpload[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  headers = new Map<string, string>();
  status = 0;
  response: ArrayBuffer | null = null;
  withCredentials = false;
  aborted = false;
  url = '';
  body: FormData | null = null;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\n';
  }
  send(body: FormData) {
    this.body = body;
    FakeUpload.all.push(this);
  }
  abort() {
    this.aborted = true;
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, body: object) {
    this.status = status;
    this.response = new TextEncoder().encode(JSON.stringify(body)).buffer;
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  document.cookie =
    'user=' +
    `${encodeURIComponent(JSON.stringify({ userName: 'u', name: 'u', roleNames: [], semester: '', sso: '0' }))}; ` +
    'path=/';
  seen = [];
  FakeUpload.all = [];
  answers = { getBusinessAllFileInfo: () => ok([stored(LONG), stored('照片.png')]) };
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const file = (name: string, size = 4) => {
  const made = new File([new Uint8Array(Math.min(size, 8))], name);
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const show = async (mode: 'view' | 'edit' = 'view', preview = true) => {
  const shown = render(<AttachmentList {...owner} mode={mode} preview={preview} />);
  await screen.findByRole('list', { name: '附件' });
  return shown;
};
const choose = async (...files: File[]) => {
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('nowhere to choose files');
  await act(async () => {
    fireEvent.change(input, { target: { files } });
    await Promise.resolve();
  });
};
const sent = () =>
  waitFor(() => {
    const last = FakeUpload.all.at(-1);
    if (!last) throw new Error('nothing is sent');
    return last;
  });

describe('the attachment list', () => {
  // FILES-20, FILES-21
  it('each file with its name, shortened over ten characters, size, uploader and time', async () => {
    await show();
    expect(seen[0]).toEqual({ path: 'getBusinessAllFileInfo', body: 'businessTable=T_CJGL_XTWCJRD&businessId=a-1' });
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('交流学校成绩单与课程…');
    expect(within(first as HTMLElement).getByRole('button', { name: `下载 ${LONG}` })).toBeTruthy();
    for (const part of ['照片.png', '2.0 KB', '孙教务', '2026-11-22 10:00:00'])
      expect(second?.textContent).toContain(part);
    expect(screen.queryByRole('button', { name: /删除/ })).toBeNull();
  });

  it('FILES-19: when it cannot be read, the words of the server, or 查询失败', async () => {
    answers['getBusinessAllFileInfo'] = () => refused('文件不存在，或不在您的权限范围内');
    const { unmount } = render(<AttachmentList {...owner} mode="view" />);
    expect((await screen.findByRole('alert')).textContent).toContain('文件不存在，或不在您的权限范围内');
    unmount();
    answers['getBusinessAllFileInfo'] = () => refused('');
    render(<AttachmentList {...owner} mode="view" />);
    expect((await screen.findByRole('alert')).textContent).toContain('查询失败');
  });

  it('without any it says so', async () => {
    answers['getBusinessAllFileInfo'] = () => ok([]);
    render(<AttachmentList {...owner} mode="view" />);
    expect(await screen.findByText('暂无附件')).toBeTruthy();
  });

  it('FILES-05: deleting asks first, then says so', async () => {
    answers['deleteFile'] = () => ok({ removed: 1 });
    const { user } = await show('edit');
    await user.click(screen.getByRole('button', { name: '删除 照片.png' }));
    expect(await screen.findByText('将删除附件“照片.png”，删除后不能恢复。')).toBeTruthy();
    expect(seen.some(({ path }) => path === 'deleteFile')).toBe(false);
    await user.click(screen.getByRole('button', { name: '删除' }));
    await waitFor(() => {
      expect(seen.find(({ path }) => path === 'deleteFile')?.body).toContain(
        `relationalId=${encodeURIComponent('id-照片.png')}`,
      );
    });
  });
});

describe('download and preview', () => {
  it('FILES-07, FILES-17: a download that fails tells why; it is given up after 15 s', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    answers['downloadFile'] = () => refused('文件内容在服务器上找不到');
    const { user } = await show();
    timeouts.mockClear();
    await user.click(screen.getByRole('button', { name: '下载 照片.png' }));
    expect(await screen.findByText('下载失败: 文件内容在服务器上找不到')).toBeTruthy();
    expect(timeouts).toHaveBeenCalledExactlyOnceWith(15_000);
    expect(DOWNLOAD_TIMEOUT_MS).toBe(15_000);
  });

  it('FILES-09, FILES-13: a pdf opens in a window of its own, at the address made of id and name', async () => {
    answers['downloadFileUrl'] = () => ok({ id: 'id.1.seal' });
    const replace = vi.fn<(url: URL) => void>();
    vi.stubGlobal('open', () => ({ opener: window, close: vi.fn<() => void>(), location: { replace } }));
    const { user } = await show();
    await user.click(screen.getAllByRole('button', { name: `预览 ${LONG}` })[0] as HTMLElement);
    await waitFor(() => {
      expect(replace.mock.calls[0]?.[0].pathname).toBe(
        `/api/baseInfo/fileUploadResource/preview/id.1.seal/${encodeURIComponent(LONG)}`,
      );
    });
  });

  it('FILES-18: when that fails, 预览失败,请联系管理员, and no empty window stays', async () => {
    answers['downloadFileUrl'] = () => refused('x');
    const close = vi.fn<() => void>();
    vi.stubGlobal('open', () => ({ close, location: {} }));
    const { user } = await show();
    await user.click(screen.getAllByRole('button', { name: `预览 ${LONG}` })[0] as HTMLElement);
    expect(await screen.findByText('预览失败,请联系管理员')).toBeTruthy();
    expect(close).toHaveBeenCalledOnce();
  });

  it('FILES-14: anything but a pdf, and everything without preview mode: 仅支持预览pdf文件', async () => {
    const { user, unmount } = await show();
    await user.click(screen.getByRole('button', { name: '预览 照片.png' }));
    expect(await screen.findByText('仅支持预览pdf文件')).toBeTruthy();
    unmount();
    const again = await show('view', false);
    await again.user.click(screen.getByRole('button', { name: `预览 ${LONG}` }));
    expect(await screen.findByText('仅支持预览pdf文件')).toBeTruthy();
    expect(seen.some(({ path }) => path === 'downloadFileUrl')).toBe(false);
  });
});

describe('uploading', () => {
  // FILES-02, FILES-15, CLIENT-07
  it('the fields stand before the file, progress is shown, and at its end the message', async () => {
    await show('edit');
    await choose(file('成绩单.pdf'));
    const request = await sent();
    expect([...(request.body?.keys() ?? [])]).toEqual([
      'fileUid',
      'fileName',
      'fileSize',
      'fileType',
      'businessTable',
      'businessId',
      'file',
    ]);
    expect([request.withCredentials, request.headers.get('csrf')]).toEqual([
      true,
      expect.stringMatching(/^[\da-f]{32}$/),
    ]);
    act(() => {
      request.upload.onprogress?.({ loaded: 42, total: 100 });
    });
    expect(screen.getByText('42%')).toBeTruthy();
    await act(async () => {
      request.answer(200, { code: '200', message: '', data: stored('成绩单.pdf') });
      await Promise.resolve();
    });
    expect(await screen.findByText('成绩单.pdf 文件上传成功。')).toBeTruthy();
    await waitFor(() => {
      expect(screen.queryByText('42%')).toBeNull();
    });
  });

  it('FILES-16: a failed one stays with its reason, and is the same upload when it is sent again', async () => {
    const { user } = await show('edit');
    await choose(file('成绩单.pdf'));
    const first = await sent();
    await act(async () => {
      first.answer(415, { code: 'FILE_CONTENT_DIFFERS', message: '内容不符', traceId: 't' });
      await Promise.resolve();
    });
    expect(await screen.findByText('文件上传失败！原因：内容不符')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '重试 成绩单.pdf' }));
    await waitFor(() => {
      expect(FakeUpload.all).toHaveLength(2);
    });
    expect(FakeUpload.all[1]?.body?.get('fileUid')).toBe(first.body?.get('fileUid'));
  });

  it('one under way can be cancelled, without a message', async () => {
    const { user } = await show('edit');
    await choose(file('成绩单.pdf'));
    const request = await sent();
    await user.click(screen.getByRole('button', { name: '取消 成绩单.pdf' }));
    expect(request.aborted).toBe(true);
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: '取消 成绩单.pdf' })).toBeNull();
    });
    expect(screen.queryByText(/文件上传失败/)).toBeNull();
  });

  it('FILES-12: several at once, two of them at the same time', async () => {
    await show('edit');
    await choose(file('a.pdf'), file('b.pdf'), file('c.pdf'));
    await waitFor(() => {
      expect(FakeUpload.all).toHaveLength(2);
    });
    expect(screen.getByText('等待上传')).toBeTruthy();
    await act(async () => {
      FakeUpload.all[0]?.answer(200, { code: '200', data: stored('a.pdf') });
      await Promise.resolve();
    });
    await waitFor(() => {
      expect(FakeUpload.all).toHaveLength(3);
    });
  });

  // FILES-10, FILES-11
  it('another type, a file over 50 MB and an empty one are refused with a warning and not sent', async () => {
    await show('edit');
    await choose(file('a.exe'));
    expect(
      await screen.findByText(
        '仅支持上传txt、zip、rar、jpg、jpeg、bmp、gif、png、doc、docx、xls、xlsx、ppt、pptx、pdf格式的文件',
      ),
    ).toBeTruthy();
    await choose(file('a.pdf', 52_428_801));
    expect(await screen.findByText('请上传小于50MB的文件')).toBeTruthy();
    await choose(file('a.pdf', 0));
    expect(await screen.findByText('不能上传空文件')).toBeTruthy();
    expect(FakeUpload.all).toEqual([]);
  });
});
