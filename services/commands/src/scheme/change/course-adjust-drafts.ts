import type { z } from 'zod';
import { courseAdjust, type RowChange } from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import {
  adjustProblem,
  changesHoursOnly,
  type AdjustedContent,
} from '@jwxt/contracts/scheme/change/course-adjust.rules.ts';
import type {
  deleteCourseAdjust,
  insertCourseAdjust,
  updateCourseAdjust,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import type { CourseAdjustType } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { loadAdjustment, type AdjustForm, type Adjustment } from '@jwxt/infra/runtime/plan-adjustment.ts';
import { inTransaction, type PoolClient, type Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';

/** An application as its row has it. */
export interface KeptAdjust {
  readonly applyId: string;
  readonly gradeMajorId: string;
  readonly adjustType: CourseAdjustType;
  readonly executionPlanId: string | null;
  readonly newCourseId: string | null;
  readonly given: AdjustedContent;
  readonly adjustReason: string;
  readonly applicantUser: string;
}

/** The own application of that id, locked until the transaction ends. */
export async function loadOwnAdjust(
  db: Queryable,
  applyId: string,
  { actor }: CommandContext,
): Promise<KeptAdjust | Refused> {
  const { rows } = await db.query<KeptAdjust>(
    `select apply_id as "applyId", njzydm as "gradeMajorId", adjust_type as "adjustType",
        execution_plan_id as "executionPlanId", new_course_id as "newCourseId", given, adjust_reason as "adjustReason",
        applicant_user as "applicantUser"
       from base.course_adjust where apply_id = $1 for update`,
    [applyId],
  );
  const [kept] = rows;
  return kept?.applicantUser === actor.userName ? kept : refuse('COURSE_ADJUST_GONE');
}

/** The form that a kept application was sent with. */
export const formOf = ({ executionPlanId, newCourseId, given, ...kept }: KeptAdjust): AdjustForm => ({
  applyId: kept.applyId,
  adjustType: kept.adjustType,
  gradeMajorId: kept.gradeMajorId,
  executionPlanId: executionPlanId ?? undefined,
  newCourseId: newCourseId ?? undefined,
  after: given,
});

/** An application judged by the plan of this moment, or why it cannot be made. */
export async function judgedAdjust(db: Queryable, form: AdjustForm): Promise<Adjustment | Refused> {
  const adjustment = await loadAdjustment(db, form);
  if (!adjustment) return refuseField('PLAN_GRADE_MAJOR_GONE', {}, 'gradeMajorId');
  const { rows } = await db.query<{ unit: boolean; system: boolean }>(
    `select $1::text is null or exists (select from base.department where dwh = $1) as unit,
        $2::text is null or exists (select from base.scheme_classify where classify_id = $2) as system`,
    [form.after.openDepartmentId ?? null, form.after.courseSystemId ?? null],
  );
  const gone = (field: string, message: string) =>
    refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: `after.${field}`, message }] });
  if (rows[0]?.unit === false) return gone('openDepartmentId', '开课单位不存在');
  if (rows[0]?.system === false) return gone('courseSystemId', '课程分类不存在');
  const problem = adjustProblem(adjustment.facts);
  return problem ? refuseField(problem.code, { ...problem.details }, problem.field) : adjustment;
}

const planIdsOf = (changes: readonly RowChange[]): string[] => [
  ...new Set(changes.flatMap(({ before, after }) => (before ?? after)?.executionPlanId ?? [])),
];

/** Keeps a new application of the caller, which is not sent yet. */
export async function insertAdjust(
  client: PoolClient,
  context: CommandContext,
  { adjustReason, ...form }: z.output<typeof insertCourseAdjust.payload>,
): Promise<{ applyId: string } | Refused> {
  const judged = await judgedAdjust(client, form);
  if (isRefused(judged)) return judged;
  const applyId = derivedId(`${context.commandId}:application`);
  const { changes } = judged.facts;
  await client.query(
    `insert into base.course_adjust (apply_id, njzydm, adjust_type, execution_plan_id, new_course_id, given, changes,
        plan_ids, credit_diff, hours_only, adjust_reason, applicant_user, applicant_name, written_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      applyId,
      form.gradeMajorId,
      form.adjustType,
      form.executionPlanId ?? null,
      form.newCourseId ?? null,
      JSON.stringify(form.after),
      JSON.stringify(changes),
      planIdsOf(changes),
      judged.creditDiff,
      changesHoursOnly(changes),
      adjustReason,
      context.actor.userName,
      context.actor.name,
      context.time,
    ],
  );
  return { applyId };
}

/** Changes an own application that is a draft, or came back. */
export async function updateAdjust(
  client: PoolClient,
  context: CommandContext,
  { applyId, after, adjustReason }: z.output<typeof updateCourseAdjust.payload>,
  { handler }: CommandServices,
): Promise<{ applyId: string } | Refused> {
  const kept = await loadOwnAdjust(client, applyId, context);
  if (isRefused(kept)) return kept;
  const { state } = await handler.read(courseAdjust.streamOf(applyId), courseAdjust.streams);
  if (state.status !== 'none' && !mayOpenAgain(state.status)) return refuse('COURSE_ADJUST_NOT_EDITABLE');
  const judged = await judgedAdjust(client, { ...formOf(kept), after });
  if (isRefused(judged)) return judged;
  const { changes } = judged.facts;
  await client.query(
    `update base.course_adjust set given = $2, changes = $3, plan_ids = $4, credit_diff = $5, hours_only = $6,
        adjust_reason = $7, written_at = $8 where apply_id = $1`,
    [
      applyId,
      JSON.stringify(after),
      JSON.stringify(changes),
      planIdsOf(changes),
      judged.creditDiff,
      changesHoursOnly(changes),
      adjustReason,
      context.time,
    ],
  );
  return { applyId };
}

/** Deletes an own draft; what was ever sent stays. */
export async function deleteAdjust(
  client: PoolClient,
  context: CommandContext,
  { applyId }: z.output<typeof deleteCourseAdjust.payload>,
  { handler }: CommandServices,
): Promise<{ applyId: string } | Refused> {
  const kept = await loadOwnAdjust(client, applyId, context);
  if (isRefused(kept)) return kept;
  const { state } = await handler.read(courseAdjust.streamOf(applyId), courseAdjust.streams);
  if (state.status !== 'none') return refuse('COURSE_ADJUST_NOT_EDITABLE');
  await client.query('delete from base.course_adjust where apply_id = $1', [applyId]);
  return { applyId };
}

const stateOf = { none: '0', requested: '1', returned: '0', recalled: '0', effected: '2' } as const;

/** Makes the row by which lists find an application what its stream says now, however often. */
export async function keepAdjust({ handler, pool }: CommandServices, applyId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`courseAdjust:${applyId}`]);
    const { state } = await handler.read(courseAdjust.streamOf(applyId), courseAdjust.streams);
    if (state.status === 'none') return;
    const { request, status } = state;
    const standing = status in stateOf ? stateOf[status as keyof typeof stateOf] : '3';
    const { applicant, applyTime } = request.application;
    await client.query(
      `insert into base.course_adjust as kept (apply_id, njzydm, adjust_type, given, changes, plan_ids, credit_diff,
          hours_only, adjust_reason, state, applicant_user, applicant_name, written_at)
       values ($1, $2, $3, '{}', $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (apply_id) do update set state = excluded.state,
         changes = case when excluded.state = '0' then kept.changes else excluded.changes end,
         plan_ids = case when excluded.state = '0' then kept.plan_ids else excluded.plan_ids end,
         credit_diff = case when excluded.state = '0' then kept.credit_diff else excluded.credit_diff end,
         hours_only = case when excluded.state = '0' then kept.hours_only else excluded.hours_only end,
         adjust_reason = case when excluded.state = '0' then kept.adjust_reason else excluded.adjust_reason end`,
      [
        applyId,
        request.gradeMajorId,
        request.adjustType,
        JSON.stringify(request.changes),
        planIdsOf(request.changes),
        request.creditDiff,
        request.hoursOnly,
        request.adjustReason,
        standing,
        applicant.userName,
        applicant.name,
        applyTime,
      ],
    );
  });
}
