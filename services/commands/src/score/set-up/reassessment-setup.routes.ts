import type { z } from 'zod';
import { because } from '@jwxt/contracts/kernel/event-words.ts';
import { freezeMakeup, publishRetakeClass, reopenList } from '@jwxt/contracts/makeup/makeup.command.ts';
import { listStatus, rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { partOf, type CommandContext } from '../../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { later } from '../../kernel/stream-folds.ts';
import { tellOfList } from '../../makeup/shared/closed-list.ts';
import { cancelSetUp, carryOut, orderSetUps, setUpsOf } from './reassessment-order.ts';
import { withdrawSheetDecider } from './reassessment-setup.ts';

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
  defineRoute(reopenList, openListAgain),
];

/** The rows of a kind of list: how they are found, and what opens them again. */
const closedLists = {
  [scoreType.makeup]: {
    find: `select exam_group.list_status <> '0' as closed from base.makeup_course exam_group
      where exam_group.makeup_course_id = $1 for update`,
    open: `update base.makeup_course set list_status = '0', frozen_at = null, frozen_by = null
      where makeup_course_id = $1`,
    notFound: 'MAKEUP_NOT_FOUND',
    logged: ['unfreeze', 'makeupCourse'],
    title: '补缓考名单已解除锁定',
  },
  [scoreType.retake]: {
    find: `select retake_class.publish_status <> '0' as closed from base.rebuild_class retake_class
      where retake_class.rebuild_class_id = $1 for update`,
    open: `update base.rebuild_class set publish_status = '0', published_at = null, published_by = null
      where rebuild_class_id = $1`,
    notFound: 'REBUILD_CLASS_NOT_FOUND',
    logged: ['unpublish', 'rebuildClass'],
    title: '重修班已撤销发布',
  },
} as const;

/**
 * Opens a closed list again. The sheet is withdrawn before the rows follow in one transaction: should they not, opening
 * it once more brings them.
 */
async function openListAgain(
  { teachingClassId, scoreType: type, reason }: z.output<typeof reopenList.payload>,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ teachingClassId: string }> | Refused> {
  const list = closedLists[type];
  let position: Position | null = null;
  const done = await applyOnce(services.pool, context, async (client) => {
    const {
      rows: [row],
    } = await client.query<{ closed: boolean }>(list.find, [teachingClassId]);
    if (!row) return refuse(list.notFound);
    if (!row.closed) return { teachingClassId };
    const withdrawn = await services.handler.execute({
      stream: sheetStream(teachingClassId, type),
      decider: withdrawSheetDecider,
      command: { reason, byName: context.actor.name },
      context: partOf(context, 'sheet'),
      facts: () => Promise.resolve(undefined),
    });
    if (isRefused(withdrawn)) return withdrawn;
    position = withdrawn.position;
    await cancelSetUp(client, teachingClassId);
    await client.query(list.open, [teachingClassId]);
    const [verb, thing] = list.logged;
    await logOperations(client, context, verb, thing, [{ key: teachingClassId, before: null, after: { reason } }]);
    await tellOfList(client, context, {
      classId: teachingClassId,
      scoreType: type,
      studentCodes: [],
      text: {
        title: list.title,
        content:
          `${context.actor.name}重新打开了${await listName(client, teachingClassId)}，` +
          `确定名单后再开始录入${because('原因', reason)}。`,
      },
    });
    return { teachingClassId };
  });
  return isRefused(done) ? done : { ...done, position };
}

async function listName(client: PoolClient, teachingClassId: string): Promise<string> {
  const {
    rows: [row],
  } = await client.query<{ name: string }>(
    `select course.kcmc || ' ' || class.teaching_class_name as name from base.teaching_class class
      join base.course on course.kch = class.course_id where class.teaching_class_id = $1`,
    [teachingClassId],
  );
  return `“${row?.name ?? teachingClassId}”的名单`;
}
