import {
  courseAdjust,
  type CourseAdjustEvent,
  type CourseAdjustRequest,
  type RowChange,
} from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import { adjustProblem } from '@jwxt/contracts/scheme/change/course-adjust.rules.ts';
import { courseAdjustType, courseAdjustTypeNames } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { courseAdjustMessages } from '@jwxt/contracts/scheme/change/change.wording.ts';
import { changedSince } from '@jwxt/contracts/scheme/change/plan-row.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { planSource, planStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { loadAdjustment, type AdjustForm } from '@jwxt/infra/runtime/plan-adjustment.ts';
import { frozenRow, loadPlanRows } from '@jwxt/infra/runtime/plan-rows.ts';
import { inTransaction, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { settleRequest } from '../../approval/shared/settle-request.ts';
import type { Policy } from '../../kernel/command-route.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refusalText } from '../../kernel/refusal.ts';
import { isNews, writeMessage } from '../../notice/shared/system-message.ts';
import { lockPlans } from '../plan/generate-plans.ts';
import { courseAdjustDecider, type AdjustOutcome } from './course-adjust.decider.ts';
import { keepAdjust } from './course-adjust-drafts.ts';

/** The form of a request, from what it froze: what its rows are to say is given whole. */
function formOf({ applyId, adjustType, gradeMajorId, changes }: CourseAdjustRequest): AdjustForm {
  const old = changes.find(({ before }) => before !== null)?.before;
  const next = changes.find(({ after }) => after !== null)?.after;
  return {
    applyId,
    adjustType,
    gradeMajorId,
    executionPlanId: old?.executionPlanId,
    newCourseId:
      adjustType === courseAdjustType.add || adjustType === courseAdjustType.replace ? next?.courseId : undefined,
    after: next?.content ?? {},
  };
}

/** Why a change that passed cannot be carried out any more; null: it can. */
async function clashOf(client: PoolClient, request: CourseAdjustRequest): Promise<string | null> {
  const olds = request.changes.flatMap(({ before }) => before ?? []);
  const present = await loadPlanRows(client, 'plan.execution_plan_id = any($1)', [
    olds.map(({ executionPlanId }) => executionPlanId),
  ]);
  const [changed] = changedSince(olds, present);
  if (changed !== undefined) return refusalText({ code: 'COURSE_ADJUST_CHANGED', details: { course: changed } });
  const adjustment = await loadAdjustment(client, formOf(request));
  if (!adjustment) return refusalText({ code: 'PLAN_GRADE_MAJOR_GONE' });
  // What else waits is refused where it comes later.
  const problem = adjustProblem({ ...adjustment.facts, waiting: null });
  return problem && refusalText({ code: problem.code, details: problem.details });
}

/** Carries out what passed: rows go, come and change, each logged as it was and is (SCHEME-07). */
async function writeChanges(client: PoolClient, { changes, gradeMajorId }: CourseAdjustRequest) {
  const gone = changes.flatMap(({ before, after }) => (after === null ? (before?.executionPlanId ?? []) : []));
  const written = changes.flatMap(({ after }) => after ?? []);
  const { rows: deleted } = await client.query<LoggedChange>(
    `delete from base.execution_plan plan where execution_plan_id = any($1)
     returning execution_plan_id as key, to_jsonb(plan) as before, null as after`,
    [gone],
  );
  const { rows: stored } = await client.query<LoggedChange>(
    `with given as (select * from jsonb_to_recordset($2::jsonb)
        as given ("courseId" text, "semesterId" text, content jsonb)),
     known as (select execution_plan_id as key, to_jsonb(plan) as before from base.execution_plan plan
        where njzydm = $1 and kch in (select "courseId" from given)),
     stored as (
       insert into base.execution_plan as plan (njzydm, kch, xnxq, term, open_department_id, course_system_id,
          course_attribute, course_nature, credit, total_hour, week_hours, hours, start_end_week, exam_method,
          exam_way, direction_id, direction_name, course_group_id, special_item_sign, plan_source, plan_status)
       select $1, "courseId", "semesterId", said.term, said."openDepartmentId", said."courseSystemId",
          said."courseAttribute", said."courseNature", said.credit, said."totalHour", said."weekHours", said.hours,
          said."startEndWeek", said."examMethod", said."examWay", said."directionId", said."directionName",
          said."courseGroupId", said."specialItemSign", $3, $4
         from given, jsonb_to_record(content) as said (term int, "openDepartmentId" text, "courseSystemId" text,
           "courseAttribute" text, "courseNature" text, credit int, "totalHour" int, "weekHours" int, hours jsonb,
           "startEndWeek" text, "examMethod" text, "examWay" text, "directionId" text, "directionName" text,
           "courseGroupId" text, "specialItemSign" text)
       on conflict (njzydm, kch) do update set xnxq = excluded.xnxq, term = excluded.term,
         open_department_id = excluded.open_department_id, course_system_id = excluded.course_system_id,
         course_attribute = excluded.course_attribute, course_nature = excluded.course_nature,
         credit = excluded.credit, total_hour = excluded.total_hour, week_hours = excluded.week_hours,
         hours = excluded.hours, start_end_week = excluded.start_end_week, exam_method = excluded.exam_method
       returning execution_plan_id as key, to_jsonb(plan) as after)
     select stored.key, known.before, stored.after from stored left join known using (key)`,
    [gradeMajorId, JSON.stringify(written), planSource.adjusted, planStatus.inForce],
  );
  return {
    deleted,
    created: stored.filter(({ before }) => before === null),
    updated: stored.filter(({ before }) => before !== null),
  };
}

/** What becomes of a change when its application ends: the plan changes, exactly once, or it is said why not. */
const settleCourseAdjust = settleRequest<CourseAdjustRequest, CourseAdjustEvent, AdjustOutcome>(
  'course-adjust-outcome',
  {
    kind: courseAdjust,
    decider: courseAdjustDecider,
    async takeEffect({ client, context, request }) {
      await lockPlans(client);
      const why = await clashOf(client, request);
      if (why !== null) return { type: 'clash', why };
      const { deleted, created, updated } = await writeChanges(client, request);
      await logOperations(client, context, 'delete', 'executionPlan', deleted);
      await logOperations(client, context, 'create', 'executionPlan', created);
      await logOperations(client, context, 'update', 'executionPlan', updated);
      await client.query(`update base.course_adjust set state = '2', implemented_at = $2 where apply_id = $1`, [
        request.applyId,
        context.time,
      ]);
      const now = await loadPlanRows(client, 'plan.execution_plan_id = any($1)', [
        request.changes.flatMap(({ after }) => after?.executionPlanId ?? []),
      ]);
      const present = new Map(now.map((row) => [row.executionPlanId, frozenRow(row)]));
      const rows = request.changes.map(({ before, after }): RowChange => ({
        before,
        after: after && (present.get(after.executionPlanId) ?? after),
      }));
      return { type: 'implement', rows };
    },
  },
);

const keepRow: Policy = {
  name: 'course-adjust-row',
  types: [
    'CourseAdjustRequested',
    'CourseAdjustEffected',
    'CourseAdjustClosed',
    'CourseAdjustImplemented',
    'CourseAdjustClashed',
  ],
  start: 'beginning',
  async react(stored, services) {
    const { type, data } = stored.event as CourseAdjustEvent;
    await keepAdjust(services, data.applyId);
    if (type === 'CourseAdjustClashed')
      await services.pool.query('update base.course_adjust set clashed = $2 where apply_id = $1', [
        data.applyId,
        data.why,
      ]);
    return null;
  },
};

type Told = Extract<CourseAdjustEvent, { type: keyof typeof courseAdjustMessages }>;

/** Clerks of the units that keep the plan and teach its courses hear of a change, once. */
const tellUnits: Policy = {
  name: 'course-adjust-message',
  types: Object.keys(courseAdjustMessages) as Told['type'][],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    if (!isNews(stored)) return null;
    const event = stored.event as Told;
    const { state } = await handler.read(courseAdjust.streamOf(event.data.applyId), courseAdjust.streams);
    if (state.status === 'none') return null;
    const { gradeMajorName, adjustType, changes, departmentId, application } = state.request;
    const rows = changes.flatMap(({ before, after }) => [before, after].flatMap((row) => row ?? []));
    const courses = [...new Set(rows.map(({ courseName }) => courseName))].join('、');
    const about = `${gradeMajorName}${courseAdjustTypeNames[adjustType]}课程“${courses}”`;
    const text =
      event.type === 'CourseAdjustClashed'
        ? courseAdjustMessages.CourseAdjustClashed(event.data, { about })
        : courseAdjustMessages.CourseAdjustImplemented(event.data, { about });
    const departments = [...new Set([departmentId, ...rows.map(({ content }) => content.openDepartmentId)])];
    const { actor, time } = stored.metadata;
    await inTransaction(pool, (client) =>
      writeMessage(
        client,
        {
          ...text,
          systemMessageEntityId: derivedId(`${stored.id}:course-adjust-message`),
          departmentName: '',
          createName: actor.name,
          createTime: time,
          endTime: null,
          noticeId: null,
          link: modulePath('schemeManage', 'changeLog'),
        },
        {
          audience: { roles: ['03'], departments, grades: [], users: [] },
          // That it passed the applicant hears as of every application; not that it could not be carried out.
          but: event.type === 'CourseAdjustClashed' ? actor.userName : application.applicant.userName,
        },
      ),
    );
    return null;
  },
};

/** What follows for changes of plans from events by itself. */
export const courseAdjustPolicies: readonly Policy[] = [settleCourseAdjust, keepRow, tellUnits];
