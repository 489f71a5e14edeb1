import { Group, Loader, Modal } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { processing, PROCESSING_TEXT } from '../lib/processing.ts';
import { questions } from '../lib/open-questions.ts';

/**
 * The modal that says that a process runs (CLIENT-17). It cannot be closed: it goes when the answer is there, and
 * stands back while the person is asked something (CLIENT-15). One for the whole page.
 */
export function Processing() {
  const running = useSyncExternalStore(processing.subscribe, processing.get) > 0;
  const asked = useSyncExternalStore(questions.subscribe, questions.get).length > 0;
  return (
    <Modal
      opened={running && !asked}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size="auto"
      zIndex={400}
      attributes={{ content: { 'aria-label': '处理中' } }}
    >
      <Group gap={12} wrap="nowrap" role="status">
        <Loader size="sm" />
        {PROCESSING_TEXT}
      </Group>
    </Modal>
  );
}
