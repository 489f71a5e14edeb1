import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { useTopmost } from './open-dialogs.ts';

export type DialogProps = Omit<ModalProps, 'children' | 'size'> & {
  width: number;
  /** Buttons, right-aligned, the main one last. */
  footer?: ReactNode;
  /** Left end of the footer. */
  footerNote?: ReactNode;
  children: ReactNode;
  /** The body has no padding of its own. */
  flush?: boolean;
  /** Height of the body, which scrolls. */
  height?: number | string;
};

/** A dialog with a title line, a body that scrolls and a footer that stays. Give `data-autofocus` to the field that matters. */
export function Dialog({ width, footer, footerNote, children, flush, height, closeOnEscape = true, ...props }: DialogProps) {
  const topmost = useTopmost(props.opened);
  return (
    <Modal {...props} closeOnEscape={closeOnEscape && topmost} size={width} padding={0} classNames={{ header: classes['header'] ?? '', body: classes['modalBody'] ?? '' }}>
      <div className={classes['body']} data-flush={flush || undefined} style={{ height, maxHeight: 'calc(90dvh - 110px)' }}>{children}</div>
      {footer !== undefined && (
        <footer className={classes['footer']}>
          <span className={classes['note']}>{footerNote}</span>
          {footer}
        </footer>
      )}
    </Modal>
  );
}
