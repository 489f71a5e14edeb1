import { freezeMakeup, publishRetakeClass } from '@jwxt/contracts/makeup/makeup.command.ts';
import { listStatus, rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse } from '../../kernel/refusal.ts';
import { later } from '../../kernel/stream-folds.ts';
import { carryOut, orderSetUps, setUpsOf } from './reassessment-order.ts';

/**
 * Freezing a list is two steps, each done once: the rows say that it stands, and by which command its sheet is to be
 * set up; then the sheet is set up from them. When the second did not happen, a chore does it, or freezing again.
 */
export const reassessmentSetupRoutes: readonly CommandRoute[] = [
  defineRoute(freezeMakeup, async ({ makeupCourseIds }, context, services) => {
    const ids = [...new Set(makeupCourseIds)];
    const frozen = await applyOnce(services.pool, context, async (client) => {
      const { rows } = await client.query<{ id: string; status: string; course: string; count: number }>(
        `select exam_group.makeup_course_id as id, exam_group.list_status as status, course.kcmc as course,
            (select count(*)::int from base.makeup_student listed
              where listed.makeup_course_id = exam_group.makeup_course_id) as count
           from base.makeup_course exam_group join base.teaching_class class
             on class.teaching_class_id = exam_group.makeup_course_id
           join base.course on course.kch = class.course_id
          where exam_group.makeup_course_id = any($1) order by 1 for update of exam_group`,
        [ids],
      );
      if (rows.length < ids.length) return refuse('MAKEUP_NOT_FOUND');
      const empty = rows.find(({ count }) => count === 0);
      if (empty) return refuse('MAKEUP_NO_STUDENT', { course: empty.course });
      const open = rows.filter(({ status }) => status === listStatus.open).map(({ id }) => id);
      await client.query(
        `update base.makeup_course set list_status = '1', frozen_at = $2, frozen_by = $3
          where makeup_course_id = any($1)`,
        [open, context.time, context.actor.name],
      );
      await logOperations(
        client,
        context,
        'freeze',
        'makeupCourse',
        open.map((id) => ({
          key: id,
          before: { listStatus: listStatus.open },
          after: { listStatus: listStatus.frozen },
        })),
      );
      await orderSetUps(client, context, ids, scoreType.makeup);
      return { frozen: open.length };
    });
    if (isRefused(frozen)) return frozen;
    let last: Position | null = null;
    for (const order of await setUpsOf(services.pool, ids)) {
      const done = await carryOut(services, order);
      if (isRefused(done)) return done;
      last = later(last, done.position);
    }
    return { result: frozen.result, position: last };
  }),
  defineRoute(publishRetakeClass, async ({ rebuildClassId }, context, services) => {
    const published = await applyOnce(services.pool, context, async (client) => {
      const {
        rows: [row],
      } = await client.query<{ status: string; name: string; count: number }>(
        `select retake_class.publish_status as status, class.teaching_class_name as name,
            (select count(*)::int from base.teaching_class_student roster
              where roster.teaching_class_id = retake_class.rebuild_class_id) as
            count
           from base.rebuild_class retake_class join base.teaching_class class
             on class.teaching_class_id = retake_class.rebuild_class_id
           where retake_class.rebuild_class_id = $1 for update of retake_class`,
        [rebuildClassId],
      );
      if (!row) return refuse('REBUILD_CLASS_NOT_FOUND');
      if (row.count === 0) return refuse('REBUILD_CLASS_EMPTY', { name: row.name });
      if (row.status === rebuildClassStatus.open) {
        await client.query(
          `update base.rebuild_class set publish_status = '1', published_at = $2, published_by = $3
            where rebuild_class_id = $1`,
          [rebuildClassId, context.time, context.actor.name],
        );
        await logOperations(client, context, 'publish', 'rebuildClass', [
          {
            key: rebuildClassId,
            before: { publishStatus: rebuildClassStatus.open },
            after: { publishStatus: rebuildClassStatus.published },
          },
        ]);
      }
      await orderSetUps(client, context, [rebuildClassId], scoreType.retake);
      return { rebuildClassId };
    });
    if (isRefused(published)) return published;
    const [order] = await setUpsOf(services.pool, [rebuildClassId]);
    if (!order) throw new Error(`the sheet of ${rebuildClassId} was not ordered`);
    const done = await carryOut(services, order);
    return isRefused(done) ? done : { result: { rebuildClassId, revision: done.revision }, position: done.position };
  }),
];
