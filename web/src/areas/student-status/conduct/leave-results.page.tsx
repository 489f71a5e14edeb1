import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { backFromLeaveOperation } from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { leaveStatus, rowSource } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { leaveResult } from '@jwxt/contracts/student-status/conduct/leave-result.resource.ts';
import { useMay } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { leaveTones } from './leave-tones.ts';

/** 请假: leave that was granted or registered; who is back is signed off (STUDENT-STATUS-35). */
export function LeaveResultsPage() {
  const mayBack = useMay('leaveResult:back');
  const back = useProcess(backFromLeaveOperation, {
    invalidates: ['leaveResult.', 'conduct.'],
    success: '已销假',
    confirm: () => ({ message: '将登记该生现在已返校。', confirmText: '销假' }),
  });
  return (
    <ResourcePage
      resource={leaveResult}
      actionsWidth={180}
      editable={(row) => row['rowSource'] === rowSource.registered && row['leaveStatus'] === leaveStatus.granted}
      cells={{
        leaveStatus: (row) => (
          <StatusTag tone={leaveTones[textOf(row['leaveStatus'])] ?? 'grey'}>
            {textOf(row['leaveStatusName'])}
          </StatusTag>
        ),
      }}
      actions={(row, act) =>
        row['leaveStatus'] === leaveStatus.granted && [
          mayBack &&
            act('销假', () => {
              back.start({ leaveResultId: textOf(row['leaveResultId']) });
            }),
        ]
      }
    />
  );
}
