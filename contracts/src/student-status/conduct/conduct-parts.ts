import {
  backFromLeave,
  backFromLeaveOperation,
  computeStudyScores,
  computeStudyScoresOperation,
  leaveOfClasses,
  leaveTotals,
  ownConduct,
} from './conduct.operations.ts';
import { leaveResult } from './leave-result.resource.ts';
import {
  appealPunishment,
  appealPunishmentOperation,
  decideAppeal,
  decideAppealOperation,
  deliverPunishment,
  deliverPunishmentOperation,
  removePunishment,
  removePunishmentOperation,
  revokePunishment,
  revokePunishmentOperation,
} from './punishment.operations.ts';
import { punishment } from './punishment.resource.ts';
import { reward } from './reward.resource.ts';
import { studentGrade } from './student-grade.resource.ts';

/** Rows that people keep of rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39). */
export const statusConductResources = [reward, punishment, leaveResult, studentGrade] as const;
/** What can be asked for. */
export const statusConductOperations = [
  ownConduct,
  deliverPunishmentOperation,
  appealPunishmentOperation,
  decideAppealOperation,
  removePunishmentOperation,
  revokePunishmentOperation,
  leaveOfClasses,
  leaveTotals,
  backFromLeaveOperation,
  computeStudyScoresOperation,
] as const;
/** Kinds of streams: applications are those of students (decision 068), the rows have none. */
export const statusConductStreams = [] as const;
/** Commands, with who sends them. */
export const statusConductCommands = [
  [deliverPunishment, [deliverPunishmentOperation]],
  [appealPunishment, [appealPunishmentOperation]],
  [decideAppeal, [decideAppealOperation]],
  [removePunishment, [removePunishmentOperation]],
  [revokePunishment, [revokePunishmentOperation]],
  [backFromLeave, [backFromLeaveOperation]],
  [computeStudyScores, [computeStudyScoresOperation]],
] as const;
