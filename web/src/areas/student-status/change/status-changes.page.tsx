import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { changeTypes } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import { statusChange } from '@jwxt/contracts/student-status/change/status-change.resource.ts';
import { statusChangePath } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { submitStatusChangeOperation } from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageState } from '../../../lib/page-state.ts';
import { useMay } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { implementTone } from './status-tones.ts';

const text = z.string().catch('').default('');
/** For whom a change of which kind is begun, where another page leads here (`statusChangeFor`). */
const pageState = z.object({ startFor: text, startType: text, startReason: text });
const writable: readonly string[] = [businessStatus.saved, businessStatus.returned, businessStatus.recalled];

/** 学籍异动 (STUDENT-STATUS-16): written and sent by units and the office, seen by both units concerned. */
export function StatusChangesPage() {
  const maySubmit = useMay('statusChange:submitApproval');
  const navigate = useNavigate();
  const [{ startFor, startType, startReason }] = usePageState(pageState);
  const submit = useProcess(submitStatusChangeOperation, {
    invalidates: ['statusChange.', 'approval.'],
    confirm: () => ({ message: '提交后进入审批，不能再修改。确定提交吗？', confirmText: '提交' }),
  });
  return (
    <ResourcePage
      resource={statusChange}
      begin={startFor === '' ? null : { studentCode: startFor, changeType: startType, reasonText: startReason }}
      actionsWidth={240}
      editable={(row) => writable.includes(textOf(row['approvalStatus']))}
      meaning={(values) => changeTypes[textOf(values['changeType'])]?.note ?? ''}
      cells={{
        approvalStatus: (row) => (
          <ApplicationStatus status={textOf(row['approvalStatus'])} name={textOf(row['approvalStatusName'])} />
        ),
        implementStatus: (row) => (
          <StatusTag tone={implementTone(textOf(row['implementStatus']))}>
            {textOf(row['implementStatusName'])}
          </StatusTag>
        ),
      }}
      actions={(row, act) => (
        <>
          {act('办理', () => {
            void navigate({ to: statusChangePath(textOf(row['applyId'])) });
          })}
          {maySubmit &&
            writable.includes(textOf(row['approvalStatus'])) &&
            act('提交', () => {
              submit.start({ applyId: textOf(row['applyId']) });
            })}
        </>
      )}
    />
  );
}
