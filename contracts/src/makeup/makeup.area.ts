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
import {
  assignRebuilds,
  groupRebuilds,
  rebuildManagementOperations,
  removeRebuilds,
  setRebuildsPaid,
} from './rebuild-management.operations.ts';
import { assignSignUps, groupSignUps, setSignUpsPaid, unassignSignUps } from './rebuild-sign-up.command.ts';
import { reassessmentApprovalOperations, reassessmentCalls } from './reassessment-approval.operations.ts';
import { startLongJob } from '../system/long-job.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const makeupArea = {
  operations: [...reassessmentApprovalOperations, ...makeupListOperations, ...rebuildManagementOperations],
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
    [assignSignUps, [assignRebuilds]],
    [unassignSignUps, [removeRebuilds]],
    [setSignUpsPaid, [setRebuildsPaid]],
    [groupSignUps, [groupRebuilds]],
  ],
} as const satisfies ContractArea;
