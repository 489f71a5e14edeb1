import { adjustCourseApply, adjustCourseOperations, applyForAdjustCourse } from './adjust-course.operations.ts';
import { adjustCourseStreams } from './adjust-course.state.ts';
import { decideApplication, recallApplication, transferApplication, urgeApplication } from './application.command.ts';
import { applicationStreams } from './application.state.ts';
import { approvalOperations, approve, recallApproval, transferApproval, urgeApproval } from './approval.operations.ts';
import {
  applyForInfoCheck,
  infoCheckApply,
  infoCheckOperations,
  infoCheckToggle,
  toggleInfoChange,
} from './info-check.operations.ts';
import { infoCheckStreams } from './info-check.state.ts';
import {
  createDelegation,
  delegationOperations,
  grantSecondaryAuth,
  revokeDelegation,
  revokeSecondaryAuth,
} from './secondary-auth.operations.ts';
import { secondaryAuthStreams } from './secondary-auth.state.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const approvalArea = {
  operations: [...approvalOperations, ...delegationOperations, ...adjustCourseOperations, ...infoCheckOperations],
  streams: [applicationStreams, adjustCourseStreams, infoCheckStreams, secondaryAuthStreams],
  commands: [
    [decideApplication, [approve]],
    [recallApplication, [recallApproval]],
    [transferApplication, [transferApproval]],
    [urgeApplication, [urgeApproval]],
    [applyForAdjustCourse, [adjustCourseApply]],
    [applyForInfoCheck, [infoCheckApply]],
    [toggleInfoChange, [infoCheckToggle]],
    [grantSecondaryAuth, [createDelegation]],
    [revokeSecondaryAuth, [revokeDelegation]],
  ],
} as const satisfies ContractArea;
