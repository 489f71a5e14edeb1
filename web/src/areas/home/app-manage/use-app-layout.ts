import {
  createMenuCategory,
  deleteMenuCategory,
  menuCategoryList,
  menuList,
  updateMenu,
  updateMenuCategory,
  updateMenuSort,
} from '@jwxt/contracts/home/menu.operations.ts';
import { APP_ID } from '@jwxt/contracts/home/menu.vocabulary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { invalidateOperations, useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { after, type AppLayout, type LayoutChange } from './app-layout.model.ts';

const shown = ['menuCatagory.query', 'menu.query', 'menu.findByUser'];

/**
 * The layout of the tiles with what can be done to it. Each change is saved at once and shows at once; until it is
 * stored nothing else can be changed. When somebody else was first, the server says who, and the newest layout takes
 * the place of what was tried.
 */
export function useAppLayout() {
  const client = useQueryClient();
  const [tried, setTried] = useState<AppLayout | null>(null);
  const [last, setLast] = useState<'saved' | 'failed' | null>(null);
  const categories = useOperation(menuCategoryList, { appId: APP_ID, pageNum: 1, pageSize: 1000 }, { staleTime: 0 });
  const pool = useOperation(menuList, { dataStatus: 'HIDDEN' }, { staleTime: 0 });
  const settled = {
    invalidates: shown,
    onSuccess: () => {
      setLast('saved');
      setTried(null);
    },
    onError: (error: ApiError) => {
      setLast('failed');
      notify.failure(error);
      void invalidateOperations(client, shown).finally(() => {
        setTried(null);
      });
    },
  };
  const place = useOperationMutation(updateMenu, settled);
  const sort = useOperationMutation(updateMenuSort, settled);
  const add = useOperationMutation(createMenuCategory, settled);
  const rename = useOperationMutation(updateMenuCategory, settled);
  const remove = useOperationMutation(deleteMenuCategory, settled);
  const stored = categories.data && pool.data ? { categories: categories.data.list, pool: pool.data.list } : null;
  const layout = tried ?? stored;
  const busy = tried !== null || [place, sort, add, rename, remove].some((one) => one.isPending);
  return {
    layout,
    busy,
    add,
    rename,
    remove,
    /** What became of the last change; null before the first. */
    last,
    query: {
      data: layout ?? undefined,
      error: categories.error ?? pool.error,
      isFetching: categories.isFetching || pool.isFetching,
      refetch: () => Promise.all([categories.refetch(), pool.refetch()]),
    },
    apply(change: LayoutChange | null) {
      if (change === null || layout === null || busy) return;
      // A full tab takes nothing; a quiet word says why (APPS-10).
      if (change.kind === 'full') {
        notify.info(`“${change.category.menuCatagoryName}”已满，每个分类最多放 12 个应用`);
        return;
      }
      setTried(after(layout, change));
      if (change.kind === 'sort')
        sort.mutate({
          menuCatagoryId: change.category.menuCatagoryId,
          menuIds: change.menuIds,
          version: change.category.version,
        });
      else
        place.mutate({
          menuId: change.menu.menuId,
          version: change.menu.version,
          ...(change.kind === 'show'
            ? { dataStatus: 'SHOW', menuCatagoryId: change.category.menuCatagoryId }
            : { dataStatus: 'HIDDEN' }),
        });
    },
  };
}
