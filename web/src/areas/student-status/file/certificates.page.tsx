import { studentCertificate } from '@jwxt/contracts/student-status/file/certificate.resource.ts';
import { CERTIFICATE_FILES } from '@jwxt/contracts/student-status/file/certificate.rules.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { useState } from 'react';
import { useMay } from '../../../lib/session.ts';
import { AttachmentsDialog } from '../../../pickers/attachments.dialog.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';

/** 证书 (STUDENT-STATUS-07), each with its scans. */
export function CertificatesPage() {
  const [opened, setOpened] = useState<string | null>(null);
  const mayUpdate = useMay('studentCertificate:update');
  return (
    <>
      <ResourcePage
        resource={studentCertificate}
        actionsWidth={196}
        actions={(row, act) =>
          act('附件', () => {
            setOpened(textOf(row['certificateId']));
          })
        }
      />
      {opened !== null && (
        <AttachmentsDialog
          businessTable={CERTIFICATE_FILES}
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
