import type { recognitionItem } from '@jwxt/contracts/recognition/recognition.operations.ts';
import type { RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { recognitionFormPath, recognitionPath } from './recognition-address.ts';
import classes from './recognition.module.css';

export type RecognitionItem = z.output<typeof recognitionItem>;

/** Whether its applicant may change it: saved, returned or recalled, and the person's own. */
export function withApplicant({ own, approvalBusinessStatus }: RecognitionItem): boolean {
  return own && ['0', '3', '4'].includes(approvalBusinessStatus);
}

export type RecognitionColumnsOptions = { kind: RecognitionKind; mayRead: boolean; /** Opens the decision form; absent where nothing is decided. */ onDecide?: (applyId: string) => void };

/** Columns of a list of recognitions. */
export function recognitionColumns({ kind, mayRead, onDecide }: RecognitionColumnsOptions): Column<RecognitionItem>[] {
  return [
    { key: 'student', title: '学生', width: 130, align: 'left', render: (row) => <><div>{row.studentName}</div><div className={classes['second']}>{row.studentNumber}</div></> },
    { key: 'class', title: '院系与班级', width: 170, align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.departmentName}>{row.departmentName}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`}>{row.studentClassName}</div></> },
    { key: 'summary', title: '原课程与认定课程', width: 'auto', align: 'left', render: (row) => <Summary row={row} /> },
    { key: 'applicant', title: '申请人与时间', width: 168, align: 'left', render: (row) => <><div className="jw-ellipsis">{row.applicantName}</div><div className={classes['second']}>{row.scoreCognizanceApplyTime}</div></> },
    { key: 'status', title: '状态', width: 130, align: 'center', render: (row) => <><ApplicationStatus status={row.approvalBusinessStatus} name={row.approvalBusinessStatusName} />{row.currentNodeName !== null && <div className={classes['second']}>{row.currentNodeName}</div>}</> },
    ...(mayRead ? [{
      key: 'action', title: '操作', width: 104, align: 'center' as const, pinRight: true,
      render: (row: RecognitionItem) => (
        <span className={classes['rowActions']}>
          {row.approvalBusinessStatus !== '0' && <Link to={recognitionPath(kind, encodeURIComponent(row.scoreCognizanceApplyId))}>详情</Link>}
          {withApplicant(row) && <Link to={recognitionFormPath(kind, row.scoreCognizanceApplyId)}>修改</Link>}
          {onDecide && row.mayDecide && <UnstyledButton c="var(--jw-ink)" onClick={() => { onDecide(row.scoreCognizanceApplyId); }}>审批</UnstyledButton>}
        </span>
      ),
    }] : []),
  ];
}

/** What was earned, and below it what it is recognised as. */
function Summary({ row: { summary, courseCredit } }: { row: RecognitionItem }) {
  const [outside = '', inside] = summary.split(' → ');
  return (
    <div title={summary}>
      <div className="jw-ellipsis">{outside}</div>
      <div className={`${classes['second'] ?? ''} jw-ellipsis`}>{inside === undefined ? '尚未送审' : `→ ${inside}（${courseCredit} 学分）`}</div>
    </div>
  );
}
