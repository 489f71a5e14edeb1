import { insertCourseAdjust } from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { newCourse } from './base-data-samples.ts';
import { load, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { newGradeMajor } from './scheme-samples.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.clerk };

/** A plan of its own with one course of a term that is far away. */
async function newPlan(t: TestApp, n: number): Promise<{ gradeMajorId: string; executionPlanId: string }> {
  const [njzydm, kch] = [await newGradeMajor(t, n, null), await newCourse(t, n)];
  await load(t, 'executionPlan', [{ njzydm, kch, xnxq: '2030-2031-1' }]);
  return { gradeMajorId: njzydm, executionPlanId: `${njzydm}/${kch}` };
}

/** What is asked to be changed in a plan in force. */
async function adjustForm(t: TestApp, n: number) {
  const plan = await newPlan(t, n);
  await t.app.services.pool.query(`update base.execution_plan set plan_status = '2' where njzydm = $1`, [
    plan.gradeMajorId,
  ]);
  return { ...plan, adjustType: '4', after: { term: 8 }, adjustReason: '先修课程调整' };
}
const newAdjust = async (t: TestApp, n: number) =>
  await t.accept<{ applyId: string }>(insertCourseAdjust.name, await adjustForm(t, n), envelope);

/** Commands of plans in approval and of changes of plans. */
export const planChangeSamples: CommandSamples = {
  'gradeMajorApprovalInfo.submit': {
    prepare: async (t, n) => ({ payload: { gradeMajorId: (await newPlan(t, n)).gradeMajorId }, envelope }),
  },
  'courseAdjustInfo.insertByType': {
    answersOwn: 'each writes an application of its own',
    prepare: async (t, n) => ({ payload: await adjustForm(t, n), envelope }),
  },
  'courseAdjustInfo.update': {
    prepare: async (t, n) => ({
      payload: { ...(await newAdjust(t, n)), after: { term: 7 }, adjustReason: '再次调整' },
      envelope,
    }),
  },
  'courseAdjustInfo.delete': { prepare: async (t, n) => ({ payload: await newAdjust(t, n), envelope }) },
  'courseAdjustInfo.submitApproval': { prepare: async (t, n) => ({ payload: await newAdjust(t, n), envelope }) },
};
