import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { questions } from '../lib/open-questions.ts';
import { Dialog } from './dialog.tsx';

/** The questions that are open, each a dialog above the one before. One for the whole page. */
export function Questions() {
  return useSyncExternalStore(questions.subscribe, questions.get).map(
    ({ id, title, message, confirmText, cancelText, danger }) => (
      <Dialog
        key={id}
        opened
        onClose={() => {
          questions.answer(id, false);
        }}
        title={title}
        width={440}
        zIndex={350}
        footer={
          <>
            {cancelText !== null && (
              <Button
                variant="default"
                data-autofocus={danger || undefined}
                onClick={() => {
                  questions.answer(id, false);
                }}
              >
                {cancelText}
              </Button>
            )}
            <Button
              {...(danger && cancelText !== null ? { color: 'red' } : { 'data-autofocus': true })}
              onClick={() => {
                questions.answer(id, true);
              }}
            >
              {confirmText}
            </Button>
          </>
        }
      >
        {message}
      </Dialog>
    ),
  );
}
