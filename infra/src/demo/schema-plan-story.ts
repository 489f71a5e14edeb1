import { courseAdjustType } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { insertCourseAdjust, submitCourseAdjust } from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { submitGradeMajorPlan } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { generatePlans } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { createApplicationStory } from './application-story.ts';
import type { DemoUniversity } from './enrolment.ts';
import { createRandom } from './random.ts';
import { demoSchemas } from './schema.data.ts';
import type { Stage } from './sheet-story.ts';

/** The major whose newest scheme has become a plan, and the course of it that is to be taught a term earlier. */
const PLANNED = '080202';
const MOVED = { code: 'MECH4021', term: 4 } as const;

/**
 * Tells how a scheme becomes a plan (SCHEME-13, 32): that of the newest grade is generated whole, common courses
 * included, has come into force, and one change of it waits for its unit.
 */
export async function tellSchemaPlan(
  stage: Stage,
  { rows }: Pick<DemoUniversity, 'rows'>,
  when: (share: number) => string,
): Promise<void> {
  const rowsOf = <Row>(name: string) => rows.flatMap(([own, list]) => (own === name ? (list as readonly Row[]) : []));
  const keys = new Map(rowsOf<{ kch: string; ywbm: string }>('course').map(({ kch, ywbm }) => [ywbm, kch]));
  const newest = rowsOf<{ njzydm: string; zydm: string; dwh: string }>('gradeMajor').find(
    ({ zydm }) => zydm === PLANNED,
  );
  if (!newest) return;
  const { njzydm, dwh } = newest;
  const { sender, accounts } = stage;
  const clerk = accounts.clerk(dwh);
  const dean = accounts.dean(dwh);
  const rowOf = (code: string): string => `${njzydm}/${keys.get(code) ?? ''}`;
  const storyOf = (name: string, from: string) =>
    createApplicationStory(stage, `${name}:${njzydm}`, from, createRandom(`${name}:${njzydm}`));
  const plan = storyOf('schemaPlan', when(0.3));
  await sender.send(
    generatePlans,
    {
      gradeMajorIds: [njzydm],
      // What the common plans and the unit had written before follows the scheme as well.
      overwritten: (demoSchemas[PLANNED]?.lines ?? []).map(([code]) => rowOf(code)),
      digest: null,
    },
    plan.step('generate', accounts.office, 'trainingExecutionPlan:generate'),
  );
  const { applyId } = await sender.send(
    submitGradeMajorPlan,
    { gradeMajorId: njzydm },
    plan.step('submit', clerk, 'gradeMajorApprovalInfo:submit'),
  );
  await plan.decide(applyId, 'passed', clerk, dean);
  const change = storyOf('schemaPlanChange', when(0.8));
  const { applyId: changeId } = await sender.send(
    insertCourseAdjust,
    {
      gradeMajorId: njzydm,
      executionPlanId: rowOf(MOVED.code),
      adjustType: courseAdjustType.move,
      after: { term: MOVED.term },
      adjustReason: '为工程训练提前介绍生产管理，任课教师已落实',
    },
    change.step('write', clerk, 'courseAdjustInfo:insertByType'),
  );
  await sender.send(
    submitCourseAdjust,
    { applyId: changeId },
    change.step('submit', clerk, 'courseAdjustInfo:submitApproval'),
  );
}
