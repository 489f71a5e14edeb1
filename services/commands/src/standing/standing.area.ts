import { confirmGpaCheck } from '@jwxt/contracts/standing/gpa-check.operations.ts';
import { lockGraduationScores, unlockGraduationScore } from '@jwxt/contracts/standing/graduation-score.operations.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import type { CommandsArea } from '../kernel/area.ts';
import { defineRoute } from '../kernel/command-route.ts';
import { answerGpaCheck } from './confirm-gpa-check.ts';
import { gpaCheckJob } from './gpa-check-job.ts';
import { graduationScoreJob } from './graduation-score-job.ts';
import { lockSnapshots, unlockSnapshot } from './lock-graduation-scores.ts';

/** What the area brings to the commands. */
export const standingArea: CommandsArea = {
  routes: [
    defineRoute(confirmGpaCheck, (said, context, { pool }) =>
      applyOnce(pool, context, (client) => answerGpaCheck(client, context, said)),
    ),
    defineRoute(lockGraduationScores, (which, context, { pool }) =>
      applyOnce(pool, context, (client) => lockSnapshots(client, context, which)),
    ),
    defineRoute(unlockGraduationScore, (which, context, { pool }) =>
      applyOnce(pool, context, (client) => unlockSnapshot(client, context, which)),
    ),
  ],
  jobKinds: [gpaCheckJob, graduationScoreJob],
};
