import { decideApplication } from '../../approval/application.command.ts';
import { decideInfoChecks, infoCheckApprovalOperations } from './info-check-approval.operations.ts';
import {
  applyForInfoCheck,
  confirmInfo,
  confirmOwnInfo,
  infoCheckApply,
  infoCheckOperations,
} from './info-check.operations.ts';
import { infoCheckTimeOperations, urgeInfoCheck, urgeInfoCheckOperation } from './info-check-time.operations.ts';
import { infoCheckTime } from './info-check-time.resource.ts';
import {
  checkPhotos,
  checkPhotosOperation,
  recordPhotos,
  studentPhotoOperations,
  uploadPhoto,
  uploadPhotos,
} from './student-photo.operations.ts';
import { studentPhoto } from './student-photo.resource.ts';

/** Rows that people keep of photos and info checks (STUDENT-STATUS-08, 21; PERM-14). */
export const statusCheckResources = [studentPhoto, infoCheckTime] as const;
/** What can be asked for. */
export const statusCheckOperations = [
  ...studentPhotoOperations,
  ...infoCheckOperations,
  ...infoCheckTimeOperations,
  ...infoCheckApprovalOperations,
] as const;
/** Kinds of streams: that of the applications is the approval's. */
export const statusCheckStreams = [] as const;
/** Commands, with who sends them. */
export const statusCheckCommands = [
  [recordPhotos, [uploadPhoto, uploadPhotos]],
  [checkPhotos, [checkPhotosOperation]],
  [applyForInfoCheck, [infoCheckApply]],
  [confirmOwnInfo, [confirmInfo]],
  [urgeInfoCheck, [urgeInfoCheckOperation]],
  [decideApplication, [decideInfoChecks]],
] as const;
