import type { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { splitContent } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button } from '@mantine/core';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/page.tsx';
import layout from '../../ui/dialog-form.module.css';
import classes from './approval.module.css';

type Detail = OutputOf<typeof approvalDetail>;

/** Everything that an application carries, at full width: the scheme preview, a personal scheme (APPROVAL-34, 36). */
export function ApprovalContentDialog({
  detail,
  title,
  width,
  onClose,
}: {
  detail: Detail | null;
  title: string;
  width: number;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={detail !== null}
      onClose={onClose}
      width={width}
      title={title}
      zIndex={220}
      footer={
        <Button variant="default" onClick={onClose} data-autofocus>
          关闭
        </Button>
      }
    >
      {detail && (
        <>
          <p className={layout['note']}>{detail.title}</p>
          <div className={classes['facts']}>
            <FactList columns={1} items={splitContent(detail.applyContent)} />
          </div>
          {detail.existsFile === yesNo.yes && (
            <section>
              <div className={classes['sectionHead']}>
                <h4>附件</h4>
              </div>
              <AttachmentList
                businessTable={detail.businessFileTable ?? detail.businessTable}
                businessId={detail.businessId}
                mode="view"
              />
            </section>
          )}
        </>
      )}
    </Dialog>
  );
}
