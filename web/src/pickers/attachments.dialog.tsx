import { Button } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';
import { AttachmentList, type AttachmentListProps } from './attachment-list.tsx';

/** Attachments of a row of a list, over the list. */
export function AttachmentsDialog({ onClose, ...attachments }: AttachmentListProps & { onClose: () => void }) {
  return (
    <Dialog
      opened
      width={640}
      title="附件"
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <AttachmentList {...attachments} />
    </Dialog>
  );
}
