import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { hundredthsText, type RuleHit } from '@jwxt/contracts/student-status/warning/warning.rules.ts';
import {
  warningIndicatorNames,
  warningIndicatorUnits,
} from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type { ShownHit } from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import { releasedScores } from '../../score-setting/shared/released-scores.read.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/**
 * Rules that hold as people read them, down to the attempts that their values came from. Scores that are not open to a
 * student who looks at his own are not among these (SCORE-MORE-40).
 */
export async function shownHits(
  call: SignedInCall,
  studentCode: string,
  hits: readonly RuleHit[],
): Promise<ShownHit[]> {
  const { db } = call.services;
  const [attempts, rules, levels] = await Promise.all([
    readAttempts(db, [...new Set(hits.flatMap((hit) => hit.attempts ?? []))]),
    newestVersions(db),
    levelNames(db),
  ]);
  const { shown } = await releasedScores(db, call, studentCode, attempts);
  const byId = new Map(shown.map((attempt) => [attempt.attemptId, attempt]));
  return hits.map(
    ({ warningRuleId, versionNo, ruleText, warningLevelCode, indicator, value, words, attempts: ids = [] }) => ({
      ruleText,
      versionNo,
      warningLevelName: levels.get(warningLevelCode) ?? warningLevelCode,
      indicatorName: warningIndicatorNames[indicator],
      value: value === null ? '' : `${hundredthsText(value)}${warningIndicatorUnits[indicator]}`,
      words,
      isNewest: rules.get(warningRuleId) === versionNo,
      attempts: ids.flatMap((id) => {
        const attempt = byId.get(id);
        if (!attempt) return [];
        const { courseNum, courseName, courseCredit, semesterId, finalName, passed } = attempt;
        return [
          { courseNum, courseName, courseCredit: formatDecimal(courseCredit, 1, 1), semesterId, finalName, passed },
        ];
      }),
    }),
  );
}

interface ReadAttempt {
  readonly attemptId: string;
  readonly courseNum: string;
  readonly courseName: string;
  readonly courseCredit: number;
  readonly semesterId: string;
  readonly scoreType: string | null;
  readonly finalName: string;
  readonly passed: boolean;
}

/** Attempts by their ids; one that was cancelled since is among none. */
async function readAttempts(db: Queryable, ids: readonly string[]): Promise<ReadAttempt[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<ReadAttempt>(
    `select attempt_id as "attemptId", course_num as "courseNum", course_name as "courseName",
        course_credit as "courseCredit", semester_id as "semesterId", score_type as "scoreType",
        final_name as "finalName", passed
       from ${attemptTable} where attempt_id = any($1) order by semester_id, course_num`,
    [ids],
  );
  return rows;
}

async function newestVersions(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; version: number }>(
    'select warning_rule_id as id, version_no as version from base.warning_rule',
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

async function levelNames(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ code: string; name: string }>(
    'select warning_level_code as code, warning_level_name as name from base.warning_level',
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}
