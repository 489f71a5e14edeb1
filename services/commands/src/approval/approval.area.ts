import type { CommandsArea } from '../kernel/area.ts';
import { adjustCoursePassRule } from './adjust-course.facts.ts';
import { adjustCourseRequests } from './adjust-course.routes.ts';
import { openApplication } from './approval.policy.ts';
import { approvalRoutes } from './approval.routes.ts';
import { startApprovalWatch } from './approval-watch.ts';
import { infoCheckRequests } from './info-check.routes.ts';

/** What is applied for in this area. */
const requests: readonly CommandsArea[] = [adjustCourseRequests, infoCheckRequests];

/** What the area brings to the commands. */
export const approvalArea: CommandsArea = {
  routes: [...approvalRoutes, ...requests.flatMap(({ routes }) => routes)],
  resourceRules: {
    approvalCategory: {
      uses: [
        {
          what: '审批类别明细',
          unit: '条',
          count: 'select count(*) as n from base.approval_category_detail where category_id = $1',
        },
      ],
    },
  },
  policies: [openApplication, ...requests.flatMap(({ policies = [] }) => policies)],
  passRules: [adjustCoursePassRule],
  chores: { approvalWatch: startApprovalWatch },
};
