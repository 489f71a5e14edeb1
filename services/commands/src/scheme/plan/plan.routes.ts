import { assignGradeMajor, copyCommonPlan } from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import {
  batchUpdatePlans,
  createFromCourse,
  generatePlans,
} from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { chooseSpecialItem } from '@jwxt/contracts/scheme/plan/special-item.operations.ts';
import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { schemaStreams } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import type { RulesOfResources } from '../../kernel/resource-routes.ts';
import { addCoursesToPlan, updatePlans } from './change-plans.ts';
import { assignCommonPlan, commonCoursePlanRules, copyPlanToGrade } from './common-plans.ts';
import { classPlanSetRules, executionPlanRules } from './execution-plan-checks.ts';
import { generateExecutionPlans } from './generate-plans.ts';
import { chooseItem, specialItemRules, specialItemStudentRules } from './special-items.ts';

/** Commands of execution plans besides those of their rows. */
export const planRoutes: readonly CommandRoute[] = [
  defineRoute(generatePlans, (asked, context, { pool, handler }) =>
    applyOnce(pool, context, (client) =>
      generateExecutionPlans(
        client,
        context,
        asked,
        async (key) => (await handler.read(schemaStream(key), schemaStreams)).state,
      ),
    ),
  ),
  defineRoute(batchUpdatePlans, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => updatePlans(client, context, asked)),
  ),
  defineRoute(createFromCourse, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => addCoursesToPlan(client, context, asked)),
  ),
  defineRoute(assignGradeMajor, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => assignCommonPlan(client, context, asked)),
  ),
  defineRoute(copyCommonPlan, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => copyPlanToGrade(client, context, asked)),
  ),
  defineRoute(chooseSpecialItem, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => chooseItem(client, context, asked)),
  ),
];

/** What rows of plans obey. */
export const planRules: RulesOfResources = {
  trainingExecutionPlan: executionPlanRules,
  commonCoursePlan: commonCoursePlanRules,
  classPlanSet: classPlanSetRules,
  specialItem: specialItemRules,
  specialItemStudent: specialItemStudentRules,
};
