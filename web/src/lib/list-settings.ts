import { listSettings, saveListSetting } from '@jwxt/contracts/home/list-setting.operations.ts';
import type { ListSetting } from '@jwxt/contracts/home/list-setting.operations.ts';
import { useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { sessionStore } from './session-store.ts';

export { VIEWS_A_LIST, type SavedView } from '@jwxt/contracts/home/list-setting.operations.ts';

/*
 * How a person wants lists: columns, rows, page size, saved views, by the name of the list. They are kept with the
 * account; a copy in the browser shows a list as it was wanted before the server has answered. What the server does not
 * have yet is written beside the copy: it is newer than the answer, and is sent again.
 */

const SAVE_AFTER_MS = 800;
let owner: string | null = null;
let settings: ReadonlyMap<string, ListSetting> = new Map();
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let unsaved: ReadonlySet<string> = new Set();

const copyKey = (userName: string) => `jwxt.lists.${userName}`;
const unsavedKey = (userName: string) => `jwxt.lists.unsaved.${userName}`;

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
    unsaved = new Set();
    if (userName !== null) {
      readCopy(userName);
      void load(userName);
    }
  }
  return settings;
}

function readCopy(userName: string): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(copyKey(userName)) ?? '{}');
    settings = new Map(Object.entries(kept as Record<string, ListSetting>));
    unsaved = new Set(JSON.parse(localStorage.getItem(unsavedKey(userName)) ?? '[]') as string[]);
  } catch {
    // What cannot be read waits for the server's answer.
  }
}

function writeCopy(userName: string): void {
  try {
    localStorage.setItem(copyKey(userName), JSON.stringify(Object.fromEntries(settings)));
    localStorage.setItem(unsavedKey(userName), JSON.stringify([...unsaved]));
  } catch {
    // Without room in the browser the lists wait for the server's answer.
  }
}

async function load(userName: string): Promise<void> {
  const answer = await call(listSettings, {}).catch(() => null);
  if (answer === null || owner !== userName) return;
  const fresh = new Map(answer.list.map(({ listName, setting }) => [listName, setting]));
  for (const name of unsaved) {
    const own = settings.get(name);
    if (own === undefined) continue;
    fresh.set(name, own);
    if (!timers.has(name)) void save(userName, name);
  }
  set(fresh);
  writeCopy(userName);
}

/** Sends how a list is wanted; until the server has it, it stays among those that it lacks. */
async function save(userName: string, name: string): Promise<void> {
  timers.delete(name);
  const setting = settings.get(name);
  if (setting === undefined || owner !== userName) return;
  const saved = await call(saveListSetting, { listName: name, setting }).catch(() => null);
  if (saved === null || owner !== userName || settings.get(name) !== setting) return;
  unsaved = new Set([...unsaved].filter((other) => other !== name));
  writeCopy(userName);
}

/** Keeps how a list is wanted, here at once and with the account soon after. */
export function keepListSetting(name: string, change: (old: ListSetting) => ListSetting): void {
  const next = change(known().get(name) ?? {});
  set(new Map(known()).set(name, next));
  const { user } = sessionStore.get();
  if (user === null) return;
  // With another's eyes nothing of his is changed.
  if (!user.viewAs) {
    unsaved = new Set([...unsaved, name]);
    clearTimeout(timers.get(name));
    timers.set(
      name,
      setTimeout(() => {
        void save(user.userName, name);
      }, SAVE_AFTER_MS),
    );
  }
  writeCopy(user.userName);
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
