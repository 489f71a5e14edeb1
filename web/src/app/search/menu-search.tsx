import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './menu-search.module.css';

const MenuSearchDialog = lazy(() => import('./menu-search.dialog.tsx'));

/** The search box of the header; Ctrl+K opens it from anywhere. What it needs is fetched at its first use. */
export function MenuSearch({ userName }: { userName: string }) {
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const open = () => {
    setUsed(true);
    setOpened(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton className={classes['box']} onClick={open} aria-keyshortcuts="Control+K" aria-haspopup="dialog">
        <IconSearch size={15} aria-hidden /><span>搜索菜单</span><kbd aria-hidden>Ctrl K</kbd>
      </UnstyledButton>
      {used && <Suspense fallback={null}><MenuSearchDialog opened={opened} userName={userName} onClose={() => { setOpened(false); }} /></Suspense>}
    </>
  );
}
