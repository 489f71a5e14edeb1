import type { z } from 'zod';
import type { rebuildRow } from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import { payStatus } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { SignUpStatus } from '../../pickers/sign-up-status.tsx';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { studentColumn } from '../../pickers/student-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-tag.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { Tone } from '../../ui/tokens.ts';

/** A student at a course that he failed, with his sign-up where there is one. */
export type RebuildRow = z.output<typeof rebuildRow>;

const NORMAL = remarkName(scoreRemark.normal);

/** Who it is about. */
export const studentColumns: readonly Column<RebuildRow>[] = [
  studentColumn(104),
  {
    key: 'class',
    sort: 'departmentName',
    title: '院系与班级',
    width: 152,
    align: 'left',
    render: (row) => <TwoLines first={row.departmentName} second={row.studentClassName} />,
  },
];

/** Which course, and how it went before. */
export const courseColumns: readonly Column<RebuildRow>[] = [
  {
    key: 'course',
    sort: 'courseName',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => (
      <TwoLines
        first={row.courseName}
        second={`${row.courseNum} · ${row.courseCredit}学分 · ${row.openDepartmentName}`}
      />
    ),
  },
  {
    key: 'origin',
    title: '原成绩',
    width: 156,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={[
          row.originScore,
          ...(row.scoreRemarkName === NORMAL ? [] : [row.scoreRemarkName]),
          ...(row.rebuildTimes === 0 ? [] : [`已重修${String(row.rebuildTimes)}次`]),
        ].join(' · ')}
        second={row.originSemesterName}
      />
    ),
  },
];

/** Whether and how far it has come. */
export const signUpColumns: readonly Column<RebuildRow>[] = [
  {
    key: 'fee',
    title: '方式与费用',
    width: 126,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={`${row.rebuildModeName} ${row.amount ?? ''} 元`}
        second={
          row.payStatusName !== '' && (
            <StatusText tone={payTone(row.payStatus)} icon={null}>
              {row.payStatusName}
            </StatusText>
          )
        }
      />
    ),
  },
  {
    key: 'status',
    title: '状态与班级',
    width: 148,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={<SignUpStatus status={row.signUpStatus} name={row.signUpStatusName} />}
        second={row.rebuildClassName}
      />
    ),
  },
];

/** Red while it is owed. */
function payTone(status: string | null): Tone {
  if (status === payStatus.owed) return 'red';
  return status === payStatus.paid ? 'green' : 'grey';
}
