import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { findAllModule, findByFwbh } from '@jwxt/contracts/system/permission.operations.ts';
import { call } from './api.ts';

/**
 * Where a module's codes are kept for the session, by its `moduleKey` (PERM-05); the module list under `qx_modules`.
 */
export const permissionKey = (fwbh: string): string => `qx_${fwbh}`;
const MODULES_KEY = permissionKey('modules');

/** What was read, by key: it is not parsed anew with each question. */
const readBefore = new Map<string, { text: string | null; value: unknown }>();

function read<T>(key: string): T | null {
  const text = sessionStorage.getItem(key);
  const before = readBefore.get(key);
  if (before?.text === text) return before?.value as T | null;
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    // Not ours: as if nothing were kept.
  }
  readBefore.set(key, { text, value });
  return value as T | null;
}

const loading = new Map<string, Promise<unknown>>();

/** Fetched once a session, however many ask. */
async function once<T>(key: string, fetch: () => Promise<T>): Promise<T> {
  const kept = read<T>(key);
  if (kept !== null) return kept;
  const running = loading.get(key) as Promise<T> | undefined;
  if (running) return await running;
  const started = fetch()
    .then((value) => {
      sessionStorage.setItem(key, JSON.stringify(value));
      return value;
    })
    .finally(() => {
      loading.delete(key);
    });
  loading.set(key, started);
  return await started;
}

/** The codes held in a module, fetched once and kept (HOME-21, PERM-06). */
export function loadModuleCodes(fwbh: string): Promise<readonly string[]> {
  return once(permissionKey(fwbh), async () => (await call(findByFwbh, { fwbh })).list.map(({ qxbh }) => qxbh));
}

/** The codes held in a module as far as they have come; null before. */
export function keptModuleCodes(fwbh: string): readonly string[] | null {
  return read<readonly string[]>(permissionKey(fwbh));
}

type ModuleList = { modules: readonly string[]; checked: boolean };

/** Whether the list of modules is of this page load: permissions are read anew by each, and the two belong together. */
let fresh = false;

/** The person's modules, fetched once a page load and kept (PERM-07). */
export async function loadModules(): Promise<ModuleList> {
  if (!fresh) sessionStorage.removeItem(MODULES_KEY);
  const loaded = await once(MODULES_KEY, async () => {
    const { list, checked } = await call(findAllModule, {});
    return { modules: list.map(({ QXBH }) => QXBH), checked: checked === yesNo.yes };
  });
  fresh = true;
  return loaded;
}

/**
 * The modules whose menus the person sees, by `moduleKey` (PERM-08); null: every one, where permissions are not checked
 * (PERM-04) or nothing is known yet.
 */
export function ownModules(): ReadonlySet<string> | null {
  const kept = read<ModuleList>(MODULES_KEY);
  return kept === null || !kept.checked ? null : new Set(kept.modules);
}

/** Whether pages check permissions at all (PERM-04). */
export function permissionsChecked(): boolean {
  return typeof sessionStorage === 'undefined' || (read<ModuleList>(MODULES_KEY)?.checked ?? true);
}
