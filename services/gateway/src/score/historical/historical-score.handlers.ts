import {
  confirmHistoricalScores,
  MOST_ENTERED,
  revokeHistoricalScore,
  revokeHistoricalScoreCommand,
} from '@jwxt/contracts/score/historical/historical-score.operations.ts';
import { historicalStatus } from '@jwxt/contracts/score/historical/historical-score.resource.ts';
import { startLongJob, type LongJobItem } from '@jwxt/contracts/system/long-job.command.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';

/** Old scores (SCORE-MORE-34): confirmed by somebody who did not bring them in, taken back. */
export const historicalScoreHandlers: readonly Handler[] = [
  handler(confirmHistoricalScores, async ({ commandId, keys, semesterId }, call) => {
    const { user, permission, services } = call;
    const params = sqlParams();
    const { rows: items } = await services.db.query<LongJobItem>(
      `select score.historical_score_id as "itemKey",
          student.student_number || ' ' || student.student_name || ' ' || course.kcmc as "itemName"
         from base.historical_score score join base.student using (student_code)
         join base.course on course.kch = score.course_id
        where score.enter_status = ${params.add(historicalStatus.awaiting)}
          and (${params.add(keys.length)} > 0 or score.semester_id = ${params.add(semesterId ?? null)})
          and (${params.add(keys.length)} = 0 or score.historical_score_id = any(${params.add(keys)}))
          and not exists (select from base.operation_log log where log.resource = 'scoreImport'
            and log.key = score.historical_score_id and log.operation in ('create', 'update')
            and log.user_name = ${params.add(user.userName)})
          and ${scopeCondition(user, permission, studentScope('student'), params)}
        order by student.student_number, course.kcmc limit ${params.add(MOST_ENTERED)}`,
      [...params.values],
    );
    if (items.length === 0) throw new Refused('HISTORICAL_NONE');
    return await runCommand(
      startLongJob,
      { kind: 'scoreImportConfirm', title: `历史成绩入账（${String(items.length)} 条）`, payload: {}, items },
      call,
      { commandId },
    );
  }),

  handler(revokeHistoricalScore, async ({ commandId, ...revoked }, call) => {
    const { user, permission, services } = call;
    const params = sqlParams();
    const { rowCount } = await services.db.query(
      `select from base.historical_score score join base.student using (student_code)
        where score.historical_score_id = ${params.add(revoked.key)}
          and ${scopeCondition(user, permission, studentScope('student'), params)}`,
      [...params.values],
    );
    if (rowCount === 0) throw new Refused('NOT_FOUND');
    return await runCommand(revokeHistoricalScoreCommand, revoked, call, { commandId });
  }),
];
