import { listSettings, saveListSetting } from '@jwxt/contracts/home/list-setting.operations.ts';
import type { ListSetting } from '@jwxt/contracts/home/list-setting.operations.ts';
import { useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { sessionStore } from './session-store.ts';

export { VIEWS_A_LIST, type SavedView } from '@jwxt/contracts/home/list-setting.operations.ts';

/*
 * How a person wants lists: columns, rows, page size, saved views, by the name of the list. They are kept with the
 * account; a copy in the browser shows a list as it was wanted before the server has answered.
 */

const SAVE_AFTER_MS = 800;
let owner: string | null = null;
let settings: ReadonlyMap<string, ListSetting> = new Map();
const listeners = new Set<() => void>();
const unsaved = new Map<string, ReturnType<typeof setTimeout>>();

const copyKey = (userName: string) => `jwxt.lists.${userName}`;

function set(next: ReadonlyMap<string, ListSetting>): void {
  settings = next;
  for (const listener of listeners) listener();
}

/** Those of whoever is signed in now; of nobody: kept in this window alone. */
function known(): ReadonlyMap<string, ListSetting> {
  const userName = sessionStore.get().user?.userName ?? null;
  if (userName !== owner) {
    owner = userName;
    settings = new Map();
    if (userName !== null) {
      settings = readCopy(userName);
      void load(userName);
    }
  }
  return settings;
}

function readCopy(userName: string): ReadonlyMap<string, ListSetting> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(copyKey(userName)) ?? '{}');
    return new Map(Object.entries(kept as Record<string, ListSetting>));
  } catch {
    return new Map();
  }
}

function writeCopy(userName: string): void {
  try {
    localStorage.setItem(copyKey(userName), JSON.stringify(Object.fromEntries(settings)));
  } catch {
    // Without room in the browser the lists wait for the server's answer.
  }
}

async function load(userName: string): Promise<void> {
  const answer = await call(listSettings, {}).catch(() => null);
  if (answer === null || owner !== userName) return;
  const fresh = new Map(answer.list.map(({ listName, setting }) => [listName, setting]));
  // What was changed before the answer came is newer.
  for (const name of unsaved.keys()) {
    const own = settings.get(name);
    if (own) fresh.set(name, own);
  }
  set(fresh);
  writeCopy(userName);
}

/** Keeps how a list is wanted, here at once and with the account soon after. */
export function keepListSetting(name: string, change: (old: ListSetting) => ListSetting): void {
  const next = change(known().get(name) ?? {});
  set(new Map(known()).set(name, next));
  const { user } = sessionStore.get();
  if (user === null) return;
  writeCopy(user.userName);
  // With another's eyes nothing of his is changed.
  if (user.viewAs) return;
  clearTimeout(unsaved.get(name));
  unsaved.set(
    name,
    setTimeout(() => {
      unsaved.delete(name);
      const setting = known().get(name);
      if (setting && owner === user.userName)
        void call(saveListSetting, { listName: name, setting }).catch(() => undefined);
    }, SAVE_AFTER_MS),
  );
}

/** How a list is wanted now. */
export function listSettingOf(name: string): ListSetting | undefined {
  return known().get(name);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same, for a component that follows it. */
export function useListSetting(name: string): ListSetting | undefined {
  return useSyncExternalStore(subscribe, () => listSettingOf(name));
}
