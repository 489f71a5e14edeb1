import { Modal, Portal, type ModalProps } from '@mantine/core';
import { useEffect, useMemo, useRef, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import { confirm } from './confirm.ts';
import classes from './dialog.module.css';
import { keyboardScroll } from './keyboard-scroll.ts';
import { useTopmost } from './open-dialogs.ts';
import { DialogHoldContext, UnsavedInput } from './unsaved-input.tsx';

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
  /** What is typed in it, when the state of its form lives beside it; a form inside it calls `useUnsavedInput`. */
  input?: unknown;
};

/** What opens above a field and closes by Esc itself: a calendar, a menu, the options of a choice. */
const popup =
  '.mantine-Popover-dropdown, .mantine-Menu-dropdown, [data-mantine-stop-propagation="true"], ' +
  '[aria-expanded="true"]:is([aria-haspopup], [role="combobox"])';

/**
 * A dialog with a title line, a body that scrolls and a footer that stays. Give `data-autofocus` to the field that
 * matters. However it is closed (Esc, a click beside it, ×, 取消), it asks first when something typed in it would be
 * lost. It may be opened from within a form: its own forms stand beside that one and do not send it.
 */
export function Dialog({
  width,
  footer,
  footerNote,
  children,
  flush,
  height,
  input,
  opened,
  onClose,
  closeOnEscape = true,
  ...props
}: DialogProps) {
  const topmost = useTopmost(opened);
  const unsaved = useRef(new Set<string>());
  const asked = useRef<AbortController | null>(null);
  const leave = useRef(onClose);
  useEffect(() => {
    leave.current = onClose;
  });
  const hold = useMemo(
    () => ({
      close() {
        if (asked.current === null) void closeUnless(unsaved.current.size > 0, leave, asked);
      },
      report(id: string, is: boolean) {
        if (is) unsaved.current.add(id);
        else unsaved.current.delete(id);
        // It was sent while the question was open: nothing is lost any more, and what became of it is to be read.
        if (unsaved.current.size === 0) asked.current?.abort();
      },
    }),
    [],
  );
  useEscape(opened && closeOnEscape && topmost, hold.close);
  return (
    <Portal>
      <Modal
        {...props}
        withinPortal={false}
        onSubmit={keep}
        onReset={keep}
        opened={opened}
        onClose={hold.close}
        closeOnEscape={false}
        size={width}
        padding={0}
        classNames={{
          inner: classes['inner'] ?? '',
          content: classes['content'] ?? '',
          header: classes['header'] ?? '',
          body: classes['modalBody'] ?? '',
        }}
      >
        <DialogHoldContext value={hold}>
          {input !== undefined && <UnsavedInput values={input} />}
          <div
            ref={keyboardScroll}
            className={classes['body']}
            data-flush={flush || undefined}
            style={{ height, maxHeight: 'calc(90dvh - 110px)' }}
          >
            {children}
          </div>
          {footer !== undefined && (
            <footer className={classes['footer']}>
              <span className={classes['note']}>{footerNote}</span>
              {footer}
            </footer>
          )}
        </DialogHoldContext>
      </Modal>
    </Portal>
  );
}

async function closeUnless(
  losing: boolean,
  leave: RefObject<() => void>,
  asked: RefObject<AbortController | null>,
): Promise<void> {
  if (!losing) {
    leave.current();
    return;
  }
  asked.current = new AbortController();
  const given = await confirm({
    message: '填写的内容还没有保存，确定放弃吗？',
    confirmText: '放弃',
    danger: true,
    withdrawn: asked.current.signal,
  });
  asked.current = null;
  if (given) leave.current();
}

/** For React an event goes on from a dialog to where it was opened, though that is elsewhere in the document. */
function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** Esc, unless something above the dialog's fields is open: that is what it closes then. */
function useEscape(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    const press = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.isComposing &&
        !(event.target instanceof Element && event.target.closest(popup))
      )
        onEscape();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
    };
  }, [active, onEscape]);
}
