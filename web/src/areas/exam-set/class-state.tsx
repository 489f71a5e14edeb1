import { Progress } from '@mantine/core';
import type { queryExamSets } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { type SheetStatus, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone } from '../../ui/tokens.ts';
import classes from './exam-set.module.css';

type ExamSetClass = OutputOf<typeof queryExamSets>['list'][number];

const sheetTones: Record<SheetStatus, Tone> = {
  [sheetStatus.unset]: 'grey',
  [sheetStatus.set]: 'grey',
  [sheetStatus.entering]: 'grey',
  [sheetStatus.submitted]: 'blue',
  [sheetStatus.published]: 'green',
};

/** How many students have scores, as a bar. */
export function EntryProgress({ row }: { row: Pick<ExamSetClass, 'coursePersonCount' | 'enteredNum'> }) {
  const percent = row.coursePersonCount === 0 ? 0 : (row.enteredNum / row.coursePersonCount) * 100;
  return (
    <div>
      <div className={classes['count']}>
        {row.enteredNum} / {row.coursePersonCount} 人
      </div>
      <Progress
        value={percent}
        size={4}
        aria-label={`已录入 ${String(row.enteredNum)} 人，共 ${String(row.coursePersonCount)} 人`}
      />
    </div>
  );
}

/** State of a sheet; one that came back says why in its tooltip. */
export function SheetState({
  row,
}: {
  row: Pick<ExamSetClass, 'sheetStatus' | 'sheetStatusName' | 'overdue' | 'returnOpinion'>;
}) {
  const returned = row.sheetStatus === sheetStatus.entering && row.returnOpinion !== null;
  return returned ? (
    <StatusTag tone="red" icon={IconAlertTriangle} title={row.returnOpinion ?? ''}>
      已退回
    </StatusTag>
  ) : (
    <StatusTag tone={sheetTones[row.sheetStatus]}>{row.sheetStatusName}</StatusTag>
  );
}
