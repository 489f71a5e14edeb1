import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import type { recognitionItem } from '@jwxt/contracts/recognition/recognition.operations.ts';
import type { z } from 'zod';
import type { ApplicationState } from '../../pickers/application-status.tsx';
import { studentColumn } from '../../pickers/student-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';

export type RecognitionItem = z.output<typeof recognitionItem>;

/** Whether its applicant may change it: saved, returned or recalled, and the person's own. */
export function withApplicant({ own, approvalBusinessStatus }: RecognitionItem): boolean {
  return own && isWithApplicant(approvalBusinessStatus);
}

/** What both lists of recognitions tell of one; below what was earned, what it is recognised as. */
export const recognitionColumns: readonly Column<RecognitionItem>[] = [
  studentColumn(130),
  {
    key: 'class',
    sort: 'departmentName',
    title: '院系与班级',
    width: 170,
    align: 'left',
    render: (row) => <TwoLines first={row.departmentName} second={row.studentClassName} />,
  },
  {
    key: 'summary',
    title: '原课程与认定课程',
    width: 'auto',
    align: 'left',
    render({ summary, courseCredit, sourceChange }) {
      const [outside, inside] = summary.split(' → ');
      return (
        <TwoLines
          first={outside}
          second={
            inside === undefined
              ? '尚未送审'
              : `→ ${inside}（${courseCredit} 学分）${sourceChange === '' ? '' : `；${sourceChange}`}`
          }
        />
      );
    },
  },
  {
    key: 'applicant',
    sort: 'applyTime',
    title: '申请人与时间',
    width: 168,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName} second={row.scoreCognizanceApplyTime} />,
  },
];

/** How one stands. */
export const stateOf = (row: RecognitionItem): ApplicationState => ({
  status: row.approvalBusinessStatus,
  statusName: row.approvalBusinessStatusName,
  nodeName: row.sourceChange === '' ? row.currentNodeName : '原成绩变更待处理',
});
