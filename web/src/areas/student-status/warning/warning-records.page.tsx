import { warningRecord } from '@jwxt/contracts/student-status/warning/warning-act.resource.ts';
import { WARNING_RECORD_FILES } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { useState } from 'react';
import { useMay } from '../../../lib/session.ts';
import { AttachmentsDialog } from '../../../pickers/attachments.dialog.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';

/** 预警处理记录 (STUDENT-STATUS-31), each with its attachments. */
export function WarningRecordsPage() {
  const [opened, setOpened] = useState<string | null>(null);
  const mayUpdate = useMay('warningRecord:update');
  return (
    <>
      <ResourcePage
        resource={warningRecord}
        actionsWidth={196}
        actions={(row, act) =>
          act('附件', () => {
            setOpened(textOf(row['recordId']));
          })
        }
      />
      {opened !== null && (
        <AttachmentsDialog
          businessTable={WARNING_RECORD_FILES}
          businessId={opened}
          mode={mayUpdate ? 'edit' : 'view'}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}
