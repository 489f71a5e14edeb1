import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

const access = { permission: 'scoreRules:publish' } as const;
const key = z.string().min(1).max(64);

/** What publishing a draft would change: students, effective scores, grade point averages. */
export const scoreRulesChange = z.object({
  /** Students with scores whom the draft would apply to. */
  studentNum: z.number().int(),
  /** Of them, those with another effective score at some course, and how many courses that are. */
  scoreStudentNum: z.number().int(),
  scoreNum: z.number().int(),
  /** Of them, those whose grade point average changes, rises, falls. */
  gpaStudentNum: z.number().int(),
  gpaUpNum: z.number().int(),
  gpaDownNum: z.number().int(),
});

/**
 * What publishing a draft would change, computed as score cards are. Everybody it may apply to is judged, which takes a
 * while: the first call begins it, each tells how far it is, and it goes on as long as somebody asks.
 */
export const scoreRulesEffect = defineOperation({
  id: 'scoreRules.publishEffect',
  method: 'GET',
  path: '/score/scoreRules/publishEffect',
  access,
  scope: noScope.school,
  summary: '成绩规则发布的影响',
  outcome: 'query',
  input: z.object({ key }),
  output: z.object({
    /** Version of the draft's row: what is published is what was looked at. */
    version: z.string(),
    /** Students looked at, and to be looked at. */
    done: z.number().int(),
    total: z.number().int(),
    /** Null until all have been looked at. */
    change: scoreRulesChange.nullable(),
    /** Published versions whose place the draft takes. */
    replaced: z.array(z.object({ ruleVersion: z.string(), ruleName: z.string() })),
  }),
});
export type ScoreRulesEffect = z.output<typeof scoreRulesEffect.output>;

export const publishScoreRulesOperation = defineOperation({
  id: 'scoreRules.publish',
  method: 'POST',
  path: '/score/scoreRules/publish',
  access,
  scope: noScope.school,
  summary: '成绩规则发布',
  dangerous: { why: '影响全校成绩的认定和统计', tells: ({ key: asked }) => `成绩规则 ${asked}` },
  outcome: 'operate',
  encoding: 'form',
  input: z.object({ commandId, key, version: z.string().min(1) }),
  output: z.object({ key: z.string(), stopped: z.array(z.string()) }),
});

/** Publishes a draft; versions whose place it takes are stopped in the same transaction (SCORE-MORE-35). */
export const publishScoreRules = defineCommand(
  'scoreRules.publish',
  z.object({ key, version: z.string().min(1) }),
  publishScoreRulesOperation.output,
);
