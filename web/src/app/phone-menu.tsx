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
    <Drawer
      opened={opened}
      onClose={onClose}
      size="min(300px, 84vw)"
      padding={0}
      withCloseButton={false}
      aria-label="菜单"
      transitionProps={{ duration: 120 }}
      classNames={{ body: classes['drawer'] ?? '' }}
    >
      <Sidebar module={module} pathname={pathname} folded={false} />
    </Drawer>
  );
}
