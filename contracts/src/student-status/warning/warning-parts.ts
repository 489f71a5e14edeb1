import { classToWarn, ownClassesToWarn, warnStudent, warnStudentOperation } from './course-warning.operations.ts';
import { courseWarning, warningRecord } from './warning-act.resource.ts';
import {
  exportWarningResults,
  guardianLetters,
  ownWarnings,
  queryWarningResults,
  revokeWarning,
  revokeWarningOperation,
  sendWarnings,
  sendWarningsOperation,
  signWarning,
  signWarningOperation,
  tellGuardians,
  tellGuardiansOperation,
  warningFigures,
  warningResultDetail,
} from './warning-result.operations.ts';
import {
  computeWarnings,
  confirmWarnings,
  confirmWarningsOperation,
  exemptWarnings,
  exemptWarningsOperation,
  exportInitialList,
  initialListDetail,
  publishWarningScheme,
  publishWarningSchemeOperation,
  queryInitialList,
  startWarnings,
} from './warning-scheme.operations.ts';
import { statusWarningScheme, statusWarningType, warningLevel, warningRule } from './warning.resource.ts';

/** Rows that people keep of warnings (STUDENT-STATUS-25…28, 30…33). */
export const statusWarningResources = [
  warningLevel,
  statusWarningType,
  warningRule,
  statusWarningScheme,
  courseWarning,
  warningRecord,
] as const;
/** What can be asked for. */
export const statusWarningOperations = [
  publishWarningSchemeOperation,
  computeWarnings,
  queryInitialList,
  exportInitialList,
  initialListDetail,
  exemptWarningsOperation,
  confirmWarningsOperation,
  queryWarningResults,
  warningFigures,
  exportWarningResults,
  warningResultDetail,
  sendWarningsOperation,
  tellGuardiansOperation,
  guardianLetters,
  revokeWarningOperation,
  ownWarnings,
  signWarningOperation,
  ownClassesToWarn,
  classToWarn,
  warnStudentOperation,
] as const;
/** Kinds of streams. */
export const statusWarningStreams = [] as const;
/** Commands, with who sends them. */
export const statusWarningCommands = [
  [startWarnings, [computeWarnings]],
  [publishWarningScheme, [publishWarningSchemeOperation]],
  [exemptWarnings, [exemptWarningsOperation]],
  [confirmWarnings, [confirmWarningsOperation]],
  [sendWarnings, [sendWarningsOperation]],
  [tellGuardians, [tellGuardiansOperation]],
  [revokeWarning, [revokeWarningOperation]],
  [signWarning, [signWarningOperation]],
  [warnStudent, [warnStudentOperation]],
] as const;
