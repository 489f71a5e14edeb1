import { decideApplication } from '../approval/application.command.ts';
import {
  freezeMakeupGroups,
  generateMakeupLists,
  makeupListOperations,
  publishRetakeClassOperation,
  removeMakeupStudents,
  saveRetakeClassOperation,
  setRetakeStudentsOperation,
  settleMakeupOrigin,
  settleRetakeOrigin,
  updateMakeupGroups,
} from './makeup-list.operations.ts';
import {
  freezeMakeup,
  publishRetakeClass,
  removeListed,
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
    [removeListed, [removeMakeupStudents]],
    [settleOrigin, [settleMakeupOrigin, settleRetakeOrigin]],
    [saveRetakeClass, [saveRetakeClassOperation]],
    [setRetakeStudents, [setRetakeStudentsOperation]],
    [publishRetakeClass, [publishRetakeClassOperation]],
  ],
} as const satisfies ContractArea;
