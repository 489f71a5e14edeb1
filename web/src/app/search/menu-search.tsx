import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { MenuSearchDialog } from './menu-search.dialog.tsx';
import { useRested } from '../../lib/use-rest.ts';
import classes from './menu-search.module.css';

/** The search box of the header; Ctrl+K opens it from anywhere. */
export function MenuSearch({ userName }: { userName: string }) {
  const [opened, setOpened] = useState(false);
  const rested = useRested();
  const open = () => {
    setOpened(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton className={classes['box']} onClick={open} aria-keyshortcuts="Control+K" aria-haspopup="dialog">
        <IconSearch size={15} aria-hidden />
        <span>搜索菜单</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </UnstyledButton>
      {(rested || opened) && (
        <MenuSearchDialog
          opened={opened}
          userName={userName}
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}
