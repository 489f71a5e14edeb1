import type { ContractArea } from '../kernel/area.ts';
import { startLongJob } from '../system/long-job.command.ts';
import {
  confirmGpaCheck,
  confirmGpaCheckOperation,
  exportGpaChecks,
  generateGpaChecks,
  gpaCheckDetailOperation,
  ownGpaChecks,
  queryGpaChecks,
} from './gpa-check.operations.ts';
import {
  exportGraduationScores,
  generateGraduationScores,
  graduationScoreDetail,
  lockGraduationScores,
  lockGraduationScoresOperation,
  ownGraduationScores,
  queryGraduationScores,
  unlockGraduationScore,
  unlockGraduationScoreOperation,
} from './graduation-score.operations.ts';

/** What the area brings to the contracts (SCORE-MORE-21, 25). */
export const standingArea = {
  operations: [
    queryGpaChecks,
    exportGpaChecks,
    gpaCheckDetailOperation,
    generateGpaChecks,
    ownGpaChecks,
    confirmGpaCheckOperation,
    queryGraduationScores,
    exportGraduationScores,
    graduationScoreDetail,
    generateGraduationScores,
    lockGraduationScoresOperation,
    unlockGraduationScoreOperation,
    ownGraduationScores,
  ],
  commands: [
    [startLongJob, [generateGpaChecks, generateGraduationScores]],
    [confirmGpaCheck, [confirmGpaCheckOperation]],
    [lockGraduationScores, [lockGraduationScoresOperation]],
    [unlockGraduationScore, [unlockGraduationScoreOperation]],
  ],
} as const satisfies ContractArea;
