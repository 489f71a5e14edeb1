import { attemptsStream, type Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { historicalEntering } from '@jwxt/contracts/score/historical/historical-score.operations.ts';
import { historicalStatus } from '@jwxt/contracts/score/historical/historical-score.resource.ts';
import { historicalValue } from '@jwxt/contracts/score/historical/historical-score.rules.ts';
import { attemptSource, PASS_MARK } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { partOf, type CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { defineLongJob } from '../../kernel/long-job.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { loadScoreRules } from '../../score-setting/shared/score-rules.facts.ts';
import { attemptsDecider, noFacts } from '../shared/attempts.decider.ts';
import { loadHistoricalScore, loadNamedGrades, writersOf, type HistoricalScore } from './historical-score.facts.ts';

/** Id of the attempt that an old score makes. */
export const historicalAttemptId = (historicalScoreId: string): string => `${historicalScoreId}.historical`;

/**
 * Enters old scores (SCORE-MORE-34), one item a score: the attempt is recorded in the log first, then the row says so.
 * Done again after a crash, the attempt is there already.
 */
export const historicalScoreJob = defineLongJob({
  kind: 'scoreImportConfirm',
  payload: historicalEntering,
  async run({ itemKey }, _payload, context, services) {
    const score = await loadHistoricalScore(services.pool, itemKey);
    if (!score) return refuse('NOT_FOUND');
    const done = `${score.courseName} ${score.scoreValue ?? ''}`.trim();
    if (score.enterStatus === historicalStatus.entered) return { changed: false, message: `${done} 已入账` };
    const writers = await writersOf(services.pool, itemKey);
    if (writers.some(({ userName }) => userName === context.actor.userName)) return refuse('HISTORICAL_OWN');
    const attempt = await attemptOf(services, score, writers[0]?.name ?? '', context);
    if (isRefused(attempt)) return attempt;
    const recorded = await services.handler.execute({
      stream: attemptsStream(score.studentCode, score.courseId),
      decider: attemptsDecider,
      command: { type: 'record', attempt },
      context: partOf(context, 'record'),
      facts: () => noFacts,
    });
    if (isRefused(recorded)) return recorded;
    const noted = await applyOnce(services.pool, context, async (client) => {
      await noteEntered(client, itemKey, historicalStatus.entered);
      await logOperations(client, context, 'confirm', 'scoreImport', [
        { key: itemKey, before: null, after: { enterStatus: historicalStatus.entered } },
      ]);
      return {};
    });
    return isRefused(noted) ? noted : { changed: true, message: `${done} 已入账` };
  },
});

/** Keeps what became of an old score in its row. */
export async function noteEntered(db: Queryable, key: string, status: string): Promise<void> {
  await db.query('update base.historical_score set enter_status = $2 where historical_score_id = $1', [key, status]);
}

/** The attempt that an old score is, judged by the rules in force for the student, or why it cannot be one. */
async function attemptOf(
  { pool, handler }: CommandServices,
  score: HistoricalScore,
  broughtBy: string,
  context: CommandContext,
): Promise<Attempt | Refused> {
  const { historicalScoreId, scoreValue, scoreHierarchyCode, sourceNote, enterStatus: _status, ...known } = score;
  const [grades, inForce, { state }] = await Promise.all([
    loadNamedGrades(pool),
    loadScoreRules(pool, score.studentCode),
    handler.read(attemptsStream(score.studentCode, score.courseId), attemptsStreams),
  ]);
  const value = historicalValue(scoreValue, score.scoreRemarkCode, scoreHierarchyCode, grades);
  if (!value) return refuse('HISTORICAL_VALUE', { value: scoreValue ?? '' });
  const attemptId = historicalAttemptId(historicalScoreId);
  const there = state.recorded.find(
    (attempt) =>
      attempt.attemptId !== attemptId &&
      attempt.semesterId === score.semesterId &&
      attempt.examNature === score.examNature,
  );
  if (there) return refuse('HISTORICAL_KNOWN', { final: there.finalName });
  return {
    ...known,
    ...value,
    attemptId,
    passed: value.final >= (inForce?.rules.passMark ?? PASS_MARK),
    source: attemptSource.imported,
    ruleVersion: inForce?.rules.ruleVersion ?? '',
    teachingClassId: null,
    scoreType: null,
    applyId: historicalScoreId,
    provenance: `${sourceNote}；${broughtBy}录入，${context.actor.name}核准`,
  };
}
