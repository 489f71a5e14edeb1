import {
  revokeWarning,
  sendWarnings,
  signWarning,
  tellGuardians,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import {
  confirmWarnings,
  exemptWarnings,
  publishWarningScheme,
  startWarnings,
} from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import { warnStudent } from '@jwxt/contracts/student-status/warning/course-warning.operations.ts';
import { WARNING_RECORD_FILES } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandsArea } from '../../kernel/area.ts';
import { defineRoute } from '../../kernel/command-route.ts';
import { refuse } from '../../kernel/refusal.ts';
import { confirmLines, exemptLines } from './initial-list.ts';
import { startPlannedWarnings, startWarningRun } from './start-warnings.ts';
import { warnInCourse } from './warn-student.ts';
import {
  courseWarningRules,
  setSchemeStatus,
  warningLevelRules,
  warningRecordRules,
  warningRuleRules,
  warningSchemeRules,
  warningTypeRules,
} from './warning-checks.ts';
import { warningComputeJob } from './warning-compute-job.ts';
import { noteGuardiansTold, revokeResult, sendResults, signResult } from './warning-result.ts';

/** How warnings (STUDENT-STATUS-25…28, 30…33) are kept. */
export const statusWarningParts: CommandsArea = {
  routes: [
    defineRoute(publishWarningScheme, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => setSchemeStatus(client, context, asked)),
    ),
    defineRoute(startWarnings, ({ warningSchemeId }, context, { pool }) =>
      applyOnce(pool, context, (client) => startWarningRun(client, context, warningSchemeId)),
    ),
    defineRoute(exemptWarnings, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => exemptLines(client, context, asked)),
    ),
    defineRoute(confirmWarnings, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => confirmLines(client, context, asked)),
    ),
    defineRoute(sendWarnings, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => sendResults(client, context, asked)),
    ),
    defineRoute(tellGuardians, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => noteGuardiansTold(client, context, asked)),
    ),
    defineRoute(revokeWarning, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => revokeResult(client, context, asked)),
    ),
    defineRoute(signWarning, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => signResult(client, context, asked)),
    ),
    defineRoute(warnStudent, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => warnInCourse(client, context, asked)),
    ),
  ],
  resourceRules: {
    warningLevel: warningLevelRules,
    statusWarningType: warningTypeRules,
    warningRule: warningRuleRules,
    statusWarningScheme: warningSchemeRules,
    courseWarning: courseWarningRules,
    warningRecord: warningRecordRules,
  },
  jobKinds: [warningComputeJob],
  chores: { statusWarnings: ({ pool }, logger) => startPlannedWarnings(pool, logger) },
  fileRules: [
    {
      businessTable: WARNING_RECORD_FILES,
      // The record is there before its files are.
      async refuses({ businessId, client }) {
        const { rowCount } = await client.query('select from base.warning_record where record_id = $1 for share', [
          businessId,
        ]);
        return rowCount === 0 ? refuse('FILE_LOCKED') : null;
      },
    },
  ],
};
