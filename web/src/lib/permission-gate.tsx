import { moduleRouteOf } from '@jwxt/contracts/system/module.vocabulary.ts';
import { moduleKey } from '@jwxt/contracts/system/permission.vocabulary.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { usePageAddress } from './page-address.ts';
import { holdsAny, keptModuleCodes, loadModuleCodes, permissionsChecked } from './permission-list.ts';

/**
 * Whether any of the comma-separated codes is held in the module of this page (PERM-02…04); false until that is known.
 */
export function useGate(names: string): boolean {
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
  return !permissionsChecked() || (held !== null && holdsAny(names, held));
}

/** Shows its content to those who hold one of the codes: `<Gate names="scoreEntry:save,scoreEntry:submit">…</Gate>`. */
export function Gate({ names, children }: { names: string; children: ReactNode }) {
  return useGate(names) ? children : null;
}
