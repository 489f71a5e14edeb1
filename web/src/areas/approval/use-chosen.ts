import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { isMixed } from '../../pickers/decision-form.dialog.tsx';
import { mayStart } from '../../pickers/decision-form.model.ts';

/** Chosen applications that the fresh rows show differently: decided meanwhile, or with other content. */
export function staleChosen(chosen: ReadonlyMap<string, ApprovalItem>, rows: readonly ApprovalItem[]): string[] {
  return rows
    .filter((row) => {
      const was = chosen.get(row.applyId);
      return was !== undefined && (was.revision !== row.revision || !mayStart(row));
    })
    .map((row) => row.applyId);
}

export type Chosen = {
  items: readonly ApprovalItem[];
  keys: ReadonlySet<string>;
  choose: (keys: ReadonlySet<string>) => void;
  clear: () => void;
  /** All of one process, so that one decision fits them. */
  sameProcess: boolean;
  /** Together with the others, as their processes say. */
  mayBatch: boolean;
};

/**
 * The chosen rows, across pages, each as it stood when it was chosen. A row that changes while it is chosen is let go,
 * with a word.
 */
export function useChosen(rows: readonly ApprovalItem[] | undefined): Chosen {
  const [all, setAll] = useState<ReadonlyMap<string, ApprovalItem>>(new Map());
  const stale = useMemo(() => staleChosen(all, rows ?? []), [all, rows]);
  const chosen = useMemo(
    () => (stale.length === 0 ? all : new Map([...all].filter(([key]) => !stale.includes(key)))),
    [all, stale],
  );
  const told = useRef<unknown>(null);
  useEffect(() => {
    if (stale.length === 0 || told.current === stale) return;
    told.current = stale;
    notify.warning(`所选的 ${String(stale.length)} 项刚刚有变化，已取消选择，请重新查看`);
  }, [stale]);
  const items = [...chosen.values()];
  const sameProcess = !isMixed(items);
  return {
    items,
    keys: new Set(chosen.keys()),
    sameProcess,
    mayBatch: items.length < 2 || items.every((item) => item.mayBatch && (sameProcess || item.needRadio !== yesNo.yes)),
    choose(keys) {
      const known = new Map([...(rows ?? []).map((row) => [row.applyId, row] as const), ...chosen]);
      setAll(
        new Map(
          [...keys].flatMap((key) => {
            const item = known.get(key);
            return item ? [[key, item] as const] : [];
          }),
        ),
      );
    },
    clear() {
      setAll(new Map());
    },
  };
}
