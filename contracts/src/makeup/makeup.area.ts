import { decideApplication } from '../approval/application.command.ts';
import {
  freezeMakeupGroups,
  generateMakeupLists,
  makeupListOperations,
  publishRebuildClassOperation,
  saveRebuildClassOperation,
  setRebuildStudentsOperation,
  settleMakeupOrigin,
  settleRebuildOrigin,
  updateMakeupGroups,
} from './makeup-list.operations.ts';
import {
  freezeMakeup,
  publishRebuildClass,
  saveRebuildClass,
  setRebuildStudents,
  settleOrigin,
  updateMakeup,
} from './makeup.command.ts';
import { retakeApprovalOperations, retakeCalls } from './retake-approval.operations.ts';
import { startLongJob } from '../system/long-job.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const makeupArea = {
  operations: [...retakeApprovalOperations, ...makeupListOperations],
  commands: [
    [decideApplication, [retakeCalls.retakeApproval.approve, retakeCalls.rebuildScoreApproval.approve]],
    [startLongJob, [generateMakeupLists]],
    [updateMakeup, [updateMakeupGroups]],
    [freezeMakeup, [freezeMakeupGroups]],
    [settleOrigin, [settleMakeupOrigin, settleRebuildOrigin]],
    [saveRebuildClass, [saveRebuildClassOperation]],
    [setRebuildStudents, [setRebuildStudentsOperation]],
    [publishRebuildClass, [publishRebuildClassOperation]],
  ],
} as const satisfies ContractArea;
