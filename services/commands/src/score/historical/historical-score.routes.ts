import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { revokeHistoricalScoreCommand } from '@jwxt/contracts/score/historical/historical-score.operations.ts';
import { historicalStatus } from '@jwxt/contracts/score/historical/historical-score.resource.ts';
import { applyOnce, isKnownCommand } from '../../kernel/applied-command.ts';
import { partOf } from '../../kernel/command-context.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse } from '../../kernel/refusal.ts';
import { attemptsDecider, noFacts } from '../shared/attempts.decider.ts';
import { historicalAttemptId, noteEntered } from './historical-score-job.ts';
import { loadHistoricalScore } from './historical-score.facts.ts';

/** Takes an entered old score back (SCORE-MORE-34): the attempt goes, then the row waits again. */
export const historicalScoreRoutes: readonly CommandRoute[] = [
  defineRoute(revokeHistoricalScoreCommand, async ({ key, reason }, context, { pool, handler }) => {
    const score = await loadHistoricalScore(pool, key);
    if (!score) return refuse('NOT_FOUND');
    if (score.enterStatus !== historicalStatus.entered && !(await isKnownCommand(pool, context)))
      return refuse('HISTORICAL_NOT_ENTERED');
    const { studentCode, studentNumber, studentName, courseId } = score;
    const withdrawn = await handler.execute({
      stream: attemptsStream(studentCode, courseId),
      decider: attemptsDecider,
      command: {
        type: 'withdraw',
        attemptId: historicalAttemptId(key),
        student: { studentCode, studentNumber, studentName },
        courseId,
        reason: `历史成绩撤销入账：${reason}`,
      },
      context: partOf(context, 'withdraw'),
      facts: () => noFacts,
    });
    if (isRefused(withdrawn)) return withdrawn;
    const noted = await applyOnce(pool, context, async (client) => {
      await noteEntered(client, key, historicalStatus.awaiting);
      await logOperations(client, context, 'revoke', 'scoreImport', [
        {
          key,
          before: { enterStatus: historicalStatus.entered },
          after: { enterStatus: historicalStatus.awaiting, reason },
        },
      ]);
      return { key };
    });
    return isRefused(noted) ? noted : { result: noted.result, position: withdrawn.position };
  }),
];
