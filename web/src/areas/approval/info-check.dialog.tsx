import { Button } from '@mantine/core';
import { InfoCheckRows } from '../../pickers/info-check-rows.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';

type InfoCheckProps = { applyId: string | null; title: string; width: number; onClose: () => void };

const NOTE = '审批通过后，只有标记为生效的变更会写入学生信息。';

/** The same inside the details of the application: what is decided is seen where it is decided. */
export function InfoCheckContent({ applyId }: { applyId: string }) {
  return (
    <Card flush title="变更前后对照" note={NOTE}>
      <InfoCheckRows applyId={applyId} />
    </Card>
  );
}

/** 核对详情: what is to change, before and after; an approver turns single rows on and off (APPROVAL-35, 85…88). */
export function InfoCheckDialog({ applyId, title, width, onClose }: InfoCheckProps) {
  return (
    <Dialog
      opened={applyId !== null}
      onClose={onClose}
      width={width}
      title={title}
      flush
      height={360}
      zIndex={220}
      footer={
        <Button variant="default" onClick={onClose} data-autofocus>
          关闭
        </Button>
      }
      footerNote={NOTE}
    >
      {applyId !== null && <InfoCheckRows applyId={applyId} />}
    </Dialog>
  );
}
