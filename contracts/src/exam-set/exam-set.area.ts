import { cancelApplication } from '../approval/application.command.ts';
import { changeSettings, forceSubmitSheet, rollbackSheet } from './exam-set.command.ts';
import {
  batchAdjustment,
  batchHierarchyUpdate,
  batchRollback,
  examSetOperations,
  forceBatchSubmit,
  hierarchySet,
  initSet,
  inputTimeUpdate,
  quickSet,
  scoreRollback,
  subItemBatch,
  teacherSet,
  timeSet,
} from './exam-set.operations.ts';
import { startLongJob } from '../system/long-job.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const examSetArea = {
  operations: [...examSetOperations],
  commands: [
    [
      changeSettings,
      [
        teacherSet,
        timeSet,
        inputTimeUpdate,
        hierarchySet,
        quickSet,
        subItemBatch,
        batchHierarchyUpdate,
        batchAdjustment,
      ],
    ],
    [rollbackSheet, [scoreRollback, batchRollback]],
    [cancelApplication, [scoreRollback, batchRollback]],
    [forceSubmitSheet, [forceBatchSubmit]],
    [startLongJob, [initSet]],
  ],
} as const satisfies ContractArea;
