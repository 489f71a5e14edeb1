import { approvalContentModel } from './approval/approval-content.read-model.ts';
import { approvalListModel } from './approval/approval-list.read-model.ts';
import { approvalLogModel } from './approval/approval-log.read-model.ts';
import { secondaryAuthModel } from './approval/secondary-auth.read-model.ts';
import { todoQueueModel } from './approval/todo-queue.read-model.ts';
import { electiveModel } from './elective/elective.read-model.ts';
import { recognitionModel } from './recognition/recognition.read-model.ts';
import { attemptModel } from './score/attempt.read-model.ts';
import { scoreChangeModel } from './score/score-change.read-model.ts';
import { scoreLedgerModel } from './score/score-ledger.read-model.ts';
import { scoreSheetModel } from './score/score-sheet.read-model.ts';
import { approvalStatisticsModel } from './statistics/approval-statistics.read-model.ts';
import { entryProgressModel } from './statistics/entry-progress.read-model.ts';
import { scoreStatisticsModel } from './statistics/score-statistics.read-model.ts';

/** Every read model of the product. */
export const allReadModels = [
  approvalListModel,
  approvalLogModel,
  todoQueueModel,
  secondaryAuthModel,
  approvalContentModel,
  scoreSheetModel,
  scoreLedgerModel,
  attemptModel,
  scoreChangeModel,
  recognitionModel,
  electiveModel,
  scoreStatisticsModel,
  approvalStatisticsModel,
  entryProgressModel,
] as const;

/** The name of one of them. */
export type ReadModelName = (typeof allReadModels)[number]['name'];

/** The Chinese title of a read model; an unknown one goes by its name. */
export function readModelTitle(name: string): string {
  return allReadModels.find((model) => model.name === name)?.title ?? name;
}
