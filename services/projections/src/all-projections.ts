import { approvalContents } from './approval/approval-content.projection.ts';
import { approvalList } from './approval/approval-list.projection.ts';
import { approvalLog } from './approval/approval-log.projection.ts';
import { secondaryAuths } from './approval/secondary-auth.projection.ts';
import { todoQueue } from './approval/todo-queue.projection.ts';
import { electives } from './elective/elective.projection.ts';
import type { Projection } from './kernel/projection.ts';
import { recognitions } from './recognition/recognition.projection.ts';
import { attempts } from './score/attempt.projection.ts';
import { scoreChange } from './score/score-change.projection.ts';
import { scoreLedger } from './score/score-ledger.projection.ts';
import { scoreSheet } from './score/score-sheet.projection.ts';
import { approvalStatistics } from './statistics/approval-statistics.projection.ts';
import { entryProgress } from './statistics/entry-progress.projection.ts';
import { scoreStatistics } from './statistics/score-statistics.projection.ts';

/** Every read model of the product. */
export const allProjections: readonly Projection[] = [
  approvalList,
  approvalLog,
  todoQueue,
  secondaryAuths,
  approvalContents,
  scoreSheet,
  scoreLedger,
  attempts,
  scoreChange,
  recognitions,
  electives,
  scoreStatistics,
  approvalStatistics,
  entryProgress,
];
