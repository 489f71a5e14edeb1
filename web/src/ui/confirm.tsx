import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

export type ConfirmOptions = {
  /** What will happen, and to how many. */
  message: ReactNode;
  title?: string;
  confirmText?: string;
  /** Null: nothing to choose, only a message to read. */
  cancelText?: string | null;
  /** Red button. */
  danger?: boolean;
};

/** Asks in a dialog titled 提示. Answers true when confirmed, false when closed in any other way. */
export function confirm({ message, title = '提示', confirmText = '确定', cancelText = '取消', danger = false }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title, children: message, labels: { confirm: confirmText, cancel: cancelText },
      confirmProps: danger && cancelText !== null ? { color: 'red' } : { 'data-autofocus': true }, cancelProps: { 'data-autofocus': danger || undefined, ...(cancelText === null ? { display: 'none' } : {}) },
      onConfirm: () => { resolve(true); }, onCancel: () => { resolve(false); }, onClose: () => { resolve(false); },
    });
  });
}
