// @vitest-environment jsdom
import { listSettings, saveListSetting, type ListSetting } from '@jwxt/contracts/home/list-setting.operations.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dean } from '../testing/signed-in-user.ts';
import { ok, refused, setUserCookie, stubApi } from '../testing/api-stub.ts';

const name = '/jwxt/gly/scoreManage/entry|教学班';
const wanted: ListSetting = { pageSize: 40 };

/** What a window knows that is opened anew. */
async function opened() {
  vi.resetModules();
  const { sessionStore } = await import('./session-store.ts');
  sessionStore.signedIn(dean);
  return await import('./list-settings.ts');
}

/** A server that keeps settings, or answers that it cannot. */
function server(kept: Map<string, ListSetting>, isUp: () => boolean = () => true) {
  return stubApi([
    [listSettings, () => ok({ list: [...kept].map(([listName, setting]) => ({ listName, setting })) })],
    [
      saveListSetting,
      (fields) => {
        if (!isUp()) return refused('SERVICE_UNAVAILABLE', '服务暂时不可用', 503);
        kept.set(fields['listName'] ?? '', fields['setting'] as unknown as ListSetting);
        return ok({});
      },
    ],
  ]);
}

/** What is sent and answered meanwhile takes as long as a busy machine has it. */
const soon = { timeout: 20_000 };

describe('how a person wants a list', () => {
  beforeEach(() => {
    localStorage.clear();
    setUserCookie(dean);
  });
  afterEach(() => {
    setUserCookie(null);
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('stays when the page is left before it was sent, and is sent then', async () => {
    const kept = new Map<string, ListSetting>([[name, { pageSize: 10 }]]);
    server(kept);
    vi.useFakeTimers();
    (await opened()).keepListSetting(name, () => wanted);
    vi.useRealTimers();
    const again = await opened();
    expect(again.listSettingOf(name)).toEqual(wanted);
    await expect.poll(() => kept.get(name), soon).toEqual(wanted);
    expect(again.listSettingOf(name)).toEqual(wanted);
  });

  it('stays when the server could not take it, and is sent later', async () => {
    const kept = new Map<string, ListSetting>();
    let up = false;
    const { to } = server(kept, () => up);
    (await opened()).keepListSetting(name, () => wanted);
    await expect.poll(() => to(saveListSetting).length, soon).toBe(1);
    up = true;
    const again = await opened();
    expect(again.listSettingOf(name)).toEqual(wanted);
    await expect.poll(() => kept.get(name), soon).toEqual(wanted);
  });

  it('is the newer one of another machine once the server has had this one', async () => {
    const kept = new Map<string, ListSetting>();
    server(kept);
    (await opened()).keepListSetting(name, () => wanted);
    await expect.poll(() => kept.get(name), soon).toEqual(wanted);
    await expect.poll(() => localStorage.getItem(`jwxt.lists.unsaved.${dean.userName}`), soon).toBe('[]');
    kept.set(name, { pageSize: 20 });
    const again = await opened();
    await expect.poll(() => again.listSettingOf(name), soon).toEqual({ pageSize: 20 });
  });
});
