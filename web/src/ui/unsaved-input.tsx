import { Button } from '@mantine/core';
import { createContext, use, useEffect, useId, useState } from 'react';

/**
 * What a dialog offers to what is in it: to be asked to close, and to be told that something typed would be lost by it.
 */
export type DialogHold = { close: () => void; report: (id: string, unsaved: boolean) => void };

/** The dialog around a part of it. */
export const DialogHoldContext = createContext<DialogHold | null>(null);

/**
 * Tells the dialog around a form what is typed in it: while that differs from what it was at first, the dialog asks
 * before it closes by Esc, a click beside it, × or 取消. `values`: anything that JSON can write.
 */
export function useUnsavedInput(values: unknown): void {
  const hold = use(DialogHoldContext);
  const id = useId();
  const text = JSON.stringify(values);
  const [first] = useState(text);
  const unsaved = text !== first;
  useEffect(() => {
    hold?.report(id, unsaved);
    return () => {
      hold?.report(id, false);
    };
  }, [hold, id, unsaved]);
}

/** The place of {@link useUnsavedInput} in a dialog whose form lives beside it. */
export function UnsavedInput({ values }: { values: unknown }) {
  useUnsavedInput(values);
  return null;
}

/** 取消: closes the dialog around it, which asks when something typed would be lost. */
export function CancelButton({ disabled = false }: { disabled?: boolean }) {
  const hold = use(DialogHoldContext);
  return (
    <Button
      variant="default"
      data-cancel
      disabled={disabled}
      onClick={() => {
        hold?.close();
      }}
    >
      取消
    </Button>
  );
}
