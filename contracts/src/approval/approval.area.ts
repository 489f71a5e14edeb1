import { adjustCourseApply, adjustCourseOperations, applyForAdjustCourse } from './adjust-course.operations.ts';
import { adjustCourse } from './adjust-course.events.ts';
import {
  decideApplication,
  recallApplication,
  terminateApplication,
  transferApplication,
  urgeApplication,
} from './application.command.ts';
import { approvalCategory, approvalCategoryDetail } from './approval-category.resource.ts';
import { applicationStreams } from './application.state.ts';
import { approvalOperations, approve, recallApproval, transferApproval, urgeApproval } from './approval.operations.ts';
import { infoCheck } from './info-check.events.ts';
import { infoCheckOperations, infoCheckToggle, toggleInfoChange } from './info-check.operations.ts';
import {
  createDelegation,
  delegationOperations,
  grantSecondaryAuth,
  revokeDelegation,
  revokeSecondaryAuth,
} from './secondary-auth.operations.ts';
import { secondaryAuthStreams } from './secondary-auth.state.ts';
import {
  checkProcess,
  processCheck,
  processDraftPublish,
  processDraftRemove,
  processDraftSave,
  processSettingOperations,
  processSimulate,
  publishProcessDraft,
  removeProcessDraft,
  saveProcessDraft,
  simulateProcess,
} from './process-setting.operations.ts';
import { processInstanceOperations, terminateInstance, transferInstance } from './process-instance.operations.ts';
import type { ContractArea } from '../kernel/area.ts';
import { untold } from '../kernel/stream.ts';

/** What the area brings to the contracts. */
export const approvalArea = {
  resources: [approvalCategory, approvalCategoryDetail],
  operations: [
    ...approvalOperations,
    ...processInstanceOperations,
    ...processSettingOperations,
    ...delegationOperations,
    ...adjustCourseOperations,
    ...infoCheckOperations,
  ],
  streams: [
    applicationStreams,
    // What is asked for and is no score is replayed with its application, which has it in its content.
    untold(adjustCourse.streams),
    untold(infoCheck.streams),
    // Who decides for whom stands in every decision (B 代 A), and in the list of delegations.
    untold(secondaryAuthStreams),
  ],
  commands: [
    [decideApplication, [approve]],
    [recallApplication, [recallApproval]],
    [transferApplication, [transferApproval, transferInstance]],
    [terminateApplication, [terminateInstance]],
    [urgeApplication, [urgeApproval]],
    [applyForAdjustCourse, [adjustCourseApply]],
    [toggleInfoChange, [infoCheckToggle]],
    [grantSecondaryAuth, [createDelegation]],
    [revokeSecondaryAuth, [revokeDelegation]],
    [saveProcessDraft, [processDraftSave]],
    [removeProcessDraft, [processDraftRemove]],
    [publishProcessDraft, [processDraftPublish]],
    [checkProcess, [processCheck]],
    [simulateProcess, [processSimulate]],
  ],
} as const satisfies ContractArea;
