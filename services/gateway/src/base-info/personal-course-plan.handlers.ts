import { queryPersonalCoursePlan } from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { handler } from '../kernel/handler.ts';
import { listPersonalPlan } from './student-plan.read.ts';

export const personalCoursePlanHandlers = [
  handler(
    queryPersonalCoursePlan,
    async (filter, { services: { db }, user }) => await listPersonalPlan(db, user, filter),
  ),
];
