import { decideApplication } from '../approval/application.command.ts';
import {
  addMakeupStudents,
  freezeMakeupGroups,
  generateMakeupLists,
  makeupListOperations,
  publishRetakeClassOperation,
  removeMakeupStudents,
  reopenMakeupList,
  reopenRetakeClass,
  saveRetakeClassOperation,
  setRetakeStudentsOperation,
  settleMakeupOrigin,
  settleRetakeOrigin,
  updateMakeupGroups,
} from './makeup-list.operations.ts';
import {
  addListed,
  freezeMakeup,
  publishRetakeClass,
  removeListed,
  reopenList,
  saveRetakeClass,
  setRetakeStudents,
  settleOrigin,
  updateMakeup,
} from './makeup.command.ts';
import { reassessmentApprovalOperations, reassessmentCalls } from './reassessment-approval.operations.ts';
import { startLongJob } from '../system/long-job.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const makeupArea = {
  operations: [...reassessmentApprovalOperations, ...makeupListOperations],
  commands: [
    [decideApplication, [reassessmentCalls.retakeApproval.approve, reassessmentCalls.rebuildScoreApproval.approve]],
    [startLongJob, [generateMakeupLists]],
    [updateMakeup, [updateMakeupGroups]],
    [freezeMakeup, [freezeMakeupGroups]],
    [addListed, [addMakeupStudents]],
    [removeListed, [removeMakeupStudents]],
    [reopenList, [reopenMakeupList, reopenRetakeClass]],
    [settleOrigin, [settleMakeupOrigin, settleRetakeOrigin]],
    [saveRetakeClass, [saveRetakeClassOperation]],
    [setRetakeStudents, [setRetakeStudentsOperation]],
    [publishRetakeClass, [publishRetakeClassOperation]],
  ],
} as const satisfies ContractArea;
