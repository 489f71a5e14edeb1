import { moduleKey, moduleRouteOf } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { usePageAddress } from './page-address.ts';
import { keptModuleCodes, loadModuleCodes } from './permission-list.ts';
import { useMayCheck } from './session.ts';

/** One code, or several separated by commas; the compiler knows the first. */
type PermissionNames = PermissionCode | `${PermissionCode},${string}`;

const none: readonly string[] = [];

/** The codes held in the module of this page; none until they are known. */
function useModuleCodes(): readonly string[] {
  const route = moduleRouteOf(usePageAddress().pathname);
  const fwbh = route === null ? null : moduleKey(route);
  const [held, setHeld] = useState(() => (fwbh === null ? null : keptModuleCodes(fwbh)));
  useEffect(() => {
    if (fwbh === null) return undefined;
    let asked = true;
    // When it fails, what is gated stays hidden; the next page asks again.
    loadModuleCodes(fwbh).then(
      (codes) => {
        if (asked) setHeld(codes);
      },
      () => undefined,
    );
    return () => {
      asked = false;
    };
  }, [fwbh]);
  return held ?? none;
}

/**
 * Hides a part of a module's page: {@link useMayCheck} over comma-separated codes, of which one must be held in that
 * module (PERM-02…05). `<Gate names="scoreEntry:save,scoreEntry:submit">…</Gate>`. Whatever is not a part to hide (a
 * query, a column, what a button does) asks `useMay`.
 */
export function Gate({ names, children }: { names: PermissionNames; children: ReactNode }) {
  const may = useMayCheck(useModuleCodes());
  return names.split(',').some((name) => may(name.trim() as PermissionCode)) ? children : null;
}
