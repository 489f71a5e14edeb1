import type { planApprovalSorts } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import type { z } from 'zod';
import { recallApplication } from '@jwxt/contracts/approval/application.command.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { gradeMajorPlan } from '@jwxt/contracts/scheme/change/grade-major-plan.events.ts';
import {
  gradeMajorApprovalCourses,
  gradeMajorApprovalDetail,
  gradeMajorApprovalHours,
  gradeMajorApprovalLog,
  queryGradeMajorApprovals,
  recallGradeMajorPlan,
  submitGradeMajorPlan,
  submitGradeMajorPlanOperation,
  type GradeMajorApprovalItem,
} from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { rowsSum, type PlanRow } from '@jwxt/contracts/scheme/change/plan-row.ts';
import { planValueText, readPlanNames } from '@jwxt/infra/runtime/plan-words.ts';
import { readLog } from '../../approval/shared/approval-progress.ts';
import { viewerOf, type Viewer } from '../../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../../approval/shared/audit-list.read.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { foldEvents } from '../../kernel/stored-streams.ts';
import type { SqlParams } from '../../kernel/sql-params.ts';
import { requireGradeMajors } from '../plan/plan-scope.ts';
import {
  applicationColumns,
  applicationJoins,
  approvedConditions,
  standingOf,
  type ApplicationRow,
} from './approved-rows.ts';

interface ApprovalRow extends ApplicationRow {
  readonly semesterId: string | null;
  readonly courseNum: number;
  readonly creditSum: number;
  readonly hourSum: number;
  readonly sentAt: Date;
  readonly clashed: string | null;
  readonly requiredTotal: number | null;
  readonly awaits_me: boolean;
}
type Filter = Pick<z.output<typeof queryGradeMajorApprovals.input>, 'view' | 'keyword' | 'gradeMajorId'>;

const columns = `${applicationColumns}, asked.xnxq as "semesterId", asked.course_num as "courseNum",
  asked.credit_sum as "creditSum", asked.hour_sum as "hourSum", asked.apply_time as "sentAt", asked.clashed,
  (select total_credit from base.grade_major_requirement where grade_major_id = asked.njzydm) as "requiredTotal"`;
const from = `from base.plan_approval asked ${applicationJoins}`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof planApprovalSorts)[number], string>> = {
  gradeMajorName: byPinyin('grade_major.njzymc'),
  semesterId: 'asked.xnxq',
  courseNum: 'asked.course_num',
  creditSum: 'asked.credit_sum',
  hourSum: 'asked.hour_sum',
  applyTime: 'asked.apply_time',
  status: 'application.status',
};

async function listed(
  call: SignedInCall,
  filter: Filter,
  { sort, ...page }: ListPage<(typeof planApprovalSorts)[number]>,
  only?: string,
) {
  const viewer = await viewerOf(call);
  const where = (one: Filter) => (params: SqlParams) =>
    [
      ...approvedConditions(viewer, call.permission, one, params),
      ...(only === undefined ? [] : [`asked.apply_id = ${params.add(only)}`]),
    ].join(' and ');
  const { rows, ...counts } = await readAuditPage<ApprovalRow>(
    call.services.db,
    viewer,
    {
      columns,
      from,
      applyId: 'asked.apply_id',
      where: where(filter),
      waiting: where({ view: 'todo' }),
      orderBy: sortedOrder(
        sort,
        sortExpressions,
        filter.view === 'todo' ? 'asked.apply_time' : 'asked.apply_time desc',
      ),
    },
    page,
  );
  return { rows, viewer, ...counts };
}

function itemOf(row: ApprovalRow, { user }: Viewer): GradeMajorApprovalItem {
  return {
    applyId: row.applyId,
    gradeMajorId: row.gradeMajorId,
    gradeMajorName: row.gradeMajorName,
    departmentName: row.departmentName,
    semesterId: row.semesterId ?? '',
    courseNum: row.courseNum,
    creditSum: hoursText(row.creditSum),
    hourSum: hoursText(row.hourSum),
    applicantName: row.applicantName,
    applyTime: toDateTimeText(row.sentAt),
    ...standingOf(row, businessStatus.awaiting),
    own: row.applicantUser === user.userName,
    awaitsMe: row.awaits_me,
  };
}

async function seen(call: SignedInCall, applyId: string) {
  const { rows, viewer } = await listed(call, { view: 'all' }, { pageNo: 1, pageSize: 1 }, applyId);
  const [row] = rows;
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  return { row, viewer };
}

/** The rows as they were sent, in scope. */
async function sentRows(call: SignedInCall, applyId: string): Promise<readonly PlanRow[]> {
  await seen(call, applyId);
  const state = foldEvents(
    gradeMajorPlan.streams,
    await call.services.storedStreams.read(gradeMajorPlan.streamOf(applyId)),
  );
  if (state.status === 'none') throw new Refused('APPROVAL_NOT_FOUND');
  return state.request.rows;
}

/** Plans of grade-majors that are to come into force (SCHEME-31). */
export const gradeMajorPlanHandlers: readonly Handler[] = [
  handler(queryGradeMajorApprovals, async ({ pageNo, pageSize, sort, ...filter }, call) => {
    const { rows, viewer, total, todo } = await listed(call, filter, { pageNo, pageSize, sort });
    return { rows: rows.map((row) => itemOf(row, viewer)), total, todo };
  }),
  handler(gradeMajorApprovalDetail, async ({ applyId }, call) => {
    const { row, viewer } = await seen(call, applyId);
    return {
      ...itemOf(row, viewer),
      requiredTotal: row.requiredTotal === null ? '' : hoursText(row.requiredTotal),
      clashed: row.clashed ?? '',
    };
  }),
  handler(gradeMajorApprovalCourses, async ({ applyId }, call) => {
    const [rows, names] = await Promise.all([sentRows(call, applyId), readPlanNames(call.services.db)]);
    return {
      list: rows.map(({ executionPlanId, semesterId, courseNum, courseName, content }) => ({
        executionPlanId,
        term: content.term,
        semesterId,
        courseBusinessCode: courseNum,
        courseName,
        courseSystemName: content.courseSystemId === null ? '' : planValueText('courseSystemId', content, names),
        courseAttributeName: planValueText('courseAttribute', content, names),
        openDepartmentName: planValueText('openDepartmentId', content, names),
        examMethodName: planValueText('examMethod', content, names),
        credit: hoursText(content.credit),
        totalHour: hoursText(content.totalHour),
        hours: content.hours.length === 0 ? '' : planValueText('hours', content, names),
      })),
    };
  }),
  handler(gradeMajorApprovalHours, async ({ applyId }, call) => {
    const [rows, names] = await Promise.all([sentRows(call, applyId), readPlanNames(call.services.db)]);
    return {
      list: [...Map.groupBy(rows, ({ content }) => content.term)]
        .toSorted(([one], [other]) => one - other)
        .map(([term, ofTerm]) => {
          const { courses, credit, hours } = rowsSum(ofTerm);
          const types = Map.groupBy(
            ofTerm.flatMap(({ content }) => content.hours),
            ({ xsbh }) => xsbh,
          );
          return {
            term,
            courseNum: courses,
            credit: hoursText(credit),
            totalHour: hoursText(hours),
            hours: [...types]
              .map(([xsbh, list]) => {
                const sum = list.reduce((all, { xs }) => all + xs, 0);
                return `${names.get(`XTGL_XSLX/${xsbh}`) ?? xsbh}${hoursText(sum)}`;
              })
              .join('、'),
          };
        }),
    };
  }),
  handler(gradeMajorApprovalLog, async ({ applyId }, call) => {
    await seen(call, applyId);
    return { list: await readLog(call.services.db, [applyId]) };
  }),
  handler(submitGradeMajorPlanOperation, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call.services.db, call.user, call.permission, [asked.gradeMajorId]);
    return await runCommand(submitGradeMajorPlan, asked, call, { commandId });
  }),
  handler(recallGradeMajorPlan, async ({ commandId, applyId }, call) => {
    const { rowCount } = await call.services.db.query(
      'select from base.plan_approval where apply_id = $1 and applicant_user = $2',
      [applyId, call.user.userName],
    );
    if (rowCount === 0) throw new Refused('APPROVAL_NOT_FOUND');
    await runCommand(recallApplication, { applyId }, call, { commandId });
    return { applyId };
  }),
];
