import { Drawer } from '@mantine/core';
import type { ModuleMenu } from './menu.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The side menu on a phone: it comes over the page, and goes when a page was chosen. */
export function PhoneMenu({
  module,
  pathname,
  opened,
  onClose,
}: {
  module: ModuleMenu;
  pathname: string;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size="min(300px, 84vw)" transitionProps={{ duration: 120 }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="菜单">
        <Drawer.Body p={0} className={classes['drawer'] ?? ''}>
          <Sidebar module={module} pathname={pathname} folded={false} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
