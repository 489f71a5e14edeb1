import { courseAdjustType, type CourseAdjustType } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { insertCourseAdjust, submitCourseAdjust } from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { submitGradeMajorPlan } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { semesterOfTerm } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import { createApplicationStory, type ApplicationOutcome } from './application-story.ts';
import type { DemoSemester } from './calendar.ts';
import { keyOfCourse, type DemoUniversity } from './enrolment.ts';
import { ownPlanCourses } from './plan-story.ts';
import { createRandom } from './random.ts';
import type { Stage } from './sheet-story.ts';

interface Adjusted {
  readonly executionPlanId: string;
  readonly adjustType: CourseAdjustType;
  readonly after: { readonly term?: number; readonly weekHours?: number };
  readonly adjustReason: string;
}

/**
 * Tells how plans come into force and change (SCHEME-31, 32): of one grade-major the plan has passed, a course was
 * moved and hours wait for its unit; the plan of another one waits.
 */
export async function tellPlanChanges(
  stage: Stage,
  { gradeMajors }: Pick<DemoUniversity, 'gradeMajors'>,
  current: DemoSemester,
  when: (share: number) => string,
): Promise<void> {
  const first = gradeMajors[0]?.dwh;
  const others = gradeMajors.filter(({ dwh }) => dwh !== first);
  const planned = others.flatMap((gradeMajor) => {
    const { njzydm, grade, dwh } = gradeMajor;
    const ahead = ownPlanCourses(dwh).filter(({ term }) => semesterOfTerm(grade, term) > current.xnxq);
    return ahead.length < 2 ? [] : [{ njzydm, dwh, ahead }];
  });
  const [settled, waiting] = planned.toReversed();
  if (!settled) return;
  await tellApproval(stage, settled, 'passed', when(0.2));
  if (waiting) await tellApproval(stage, waiting, 'atDepartment', when(0.6));
  const [moved, longer] = settled.ahead;
  if (!moved || !longer) return;
  await tellAdjust(stage, settled, 'passed', when(0.4), {
    executionPlanId: `${settled.njzydm}/${keyOfCourse(moved.course)}`,
    adjustType: courseAdjustType.move,
    after: { term: moved.term + 1 },
    adjustReason: '与先修课程的学期衔接',
  });
  await tellAdjust(stage, settled, 'atDepartment', when(0.7), {
    executionPlanId: `${settled.njzydm}/${keyOfCourse(longer.course)}`,
    adjustType: courseAdjustType.change,
    after: { weekHours: 30 },
    adjustReason: '按教学大纲修订周学时',
  });
}

interface Planned {
  readonly njzydm: string;
  readonly dwh: string;
}

async function tellApproval(
  stage: Stage,
  { njzydm, dwh }: Planned,
  outcome: ApplicationOutcome,
  from: string,
): Promise<void> {
  const name = `planApproval:${njzydm}`;
  const story = createApplicationStory(stage, name, from, createRandom(name));
  const clerk = stage.accounts.clerk(dwh);
  const { applyId } = await stage.sender.send(
    submitGradeMajorPlan,
    { gradeMajorId: njzydm },
    story.step('submit', clerk, 'gradeMajorApprovalInfo:submit'),
  );
  await story.decide(applyId, outcome, clerk, stage.accounts.dean(dwh));
}

async function tellAdjust(
  stage: Stage,
  { njzydm, dwh }: Planned,
  outcome: ApplicationOutcome,
  from: string,
  adjusted: Adjusted,
): Promise<void> {
  const name = `courseAdjust:${adjusted.executionPlanId}`;
  const story = createApplicationStory(stage, name, from, createRandom(name));
  const clerk = stage.accounts.clerk(dwh);
  const { applyId } = await stage.sender.send(
    insertCourseAdjust,
    { gradeMajorId: njzydm, ...adjusted },
    story.step('write', clerk, 'courseAdjustInfo:insertByType'),
  );
  await stage.sender.send(
    submitCourseAdjust,
    { applyId },
    story.step('submit', clerk, 'courseAdjustInfo:submitApproval'),
  );
  await story.decide(applyId, outcome, clerk, stage.accounts.dean(dwh));
}
