import {
  adjustCourse,
  type AdjustCourseEvent,
  type AdjustCourseRequest,
  type ClashWith,
} from '@jwxt/contracts/approval/adjust-course.events.ts';
import { lessonsOf } from '@jwxt/contracts/kernel/period-text.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { isConflicting } from '@jwxt/infra/runtime/schedule-conflict.ts';
import { releaseClaims, takeClaims, type Claim } from '../kernel/claims.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { adjustCourseDecider, type Clash } from './adjust-course.decider.ts';
import { settleRequest } from './shared/settle-request.ts';

/** An adjustment that passed stands beside the weekly schedule, or is told to have found its place taken. */
export const settleAdjustCourse = settleRequest<AdjustCourseRequest, AdjustCourseEvent, Clash>(
  'adjust-course-outcome',
  {
    kind: adjustCourse,
    decider: adjustCourseDecider,
    async takeEffect({ client, context, request }) {
      const clash = await putBesideSchedule(client, context, request);
      return clash.length === 0 ? null : { type: 'clash', with: clash };
    },
  },
);

/**
 * Writes an adjustment that passed beside the weekly schedule; answers what stands in its way, and writes nothing then.
 * Adjustments that are decided at the same moment claim the lessons of their room, teacher and class, so that of two
 * one is told of the other.
 */
async function putBesideSchedule(
  client: PoolClient,
  context: CommandContext,
  request: AdjustCourseRequest,
): Promise<ClashWith[]> {
  const { applyId, scheduleId, before, after } = request;
  const holder = adjustCourse.streamOf(applyId);
  const others = await takeClaims(client, holder, claimsOf(request), context.time);
  if (others.length > 0) return [...new Set(others.map(({ kind }) => kind as ClashWith))];
  // The timetable itself, and what took effect before claims were kept.
  if (await isConflicting(client, request)) {
    await releaseClaims(client, holder);
    return ['timetable'];
  }
  await client.query(
    `insert into base.class_schedule_change (apply_id, schedule_id, week, after_week, after_weekday, after_period,
        after_room, after_jsh, after_gh)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      applyId,
      scheduleId,
      before.week,
      after?.week ?? null,
      after?.weekday ?? null,
      after?.period ?? null,
      after?.room ?? null,
      after?.jsh ?? null,
      after?.gh ?? null,
    ],
  );
  await logOperations(client, context, 'implement', 'classScheduleChange', [{ key: applyId, before, after }]);
  return [];
}

/** The meeting itself, and every lesson of its new room, teacher and class. */
function claimsOf({ scheduleId, semesterId, teachingClassId, before, after }: AdjustCourseRequest): Claim[] {
  const meeting: Claim = { kind: 'meeting', thing: scheduleId, unit: before.week };
  if (after === null) return [meeting];
  const at = `${semesterId}:${after.week}:${after.weekday}`;
  const wanted: readonly (readonly [ClashWith, string])[] = [
    ['room', after.jsh ?? after.room],
    ['teacher', after.gh],
    ['class', teachingClassId],
  ];
  return [
    meeting,
    ...wanted.flatMap(([kind, id]) => unitsOf(after.period).map((unit) => ({ kind, thing: `${at}:${id}`, unit }))),
  ];
}

/** The lessons of a period; text that is no period is one by itself. */
function unitsOf(period: string): number[] {
  const lessons = lessonsOf(period);
  return lessons.length === 0 ? [0] : lessons;
}
