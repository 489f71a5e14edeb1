import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { listApprovals, type Viewer } from './approval.read.ts';

const overdueDays = 3;

/**
 * Numbers of the approval centre. The to-do count is the sum over the person's queues, less what they may not decide themselves: an
 * indexed read, whatever the backlog.
 */
export async function readCounts(db: Queryable, viewer: Viewer, now: Date) {
  const { user: { userName }, queueKeys } = viewer;
  const today = toInstant(`${toDateTimeText(now).slice(0, 10)} 00:00:00`);
  const overdue = new Date(now.getTime() - overdueDays * 86_400_000);
  const [counts, oldest] = await Promise.all([
    db.query<{ todo: number; overdue: number; today: number; applied: number; done: number; done_today: number }>(
      `select (coalesce((select sum(q.count) from rm_todo_queue.queue q where q.queue_key = any($2)), 0)
               - coalesce((select sum(x.count) from rm_todo_queue.excluded x where x.user_name = $1 and x.queue_key = any($2)), 0))::int as todo,
              (select count(*) from rm_todo_queue.item i where i.queue_key = any($2) and $1 <> all(i.excluded) and i.waiting_since < $3)::int as overdue,
              (select count(*) from rm_todo_queue.item i where i.queue_key = any($2) and $1 <> all(i.excluded) and i.waiting_since >= $4)::int as today,
              (select count(*) from rm_approval_list.application a where a.applicant_user = $1)::int as applied,
              (select count(distinct d.apply_id) from rm_approval_list.decision d where d.user_name = $1)::int as done,
              (select count(distinct d.apply_id) from rm_approval_list.decision d where d.user_name = $1 and d.decided_at >= $4)::int as done_today`,
      [userName, queueKeys, overdue, today],
    ),
    queueKeys.length === 0 ? { list: [] } : listApprovals(db, viewer, { type: '1', days: 0, pageNum: 1, pageSize: 1 }, now),
  ]);
  const row = counts.rows[0];
  return {
    todo: row?.todo ?? 0, applied: row?.applied ?? 0, done: row?.done ?? 0, overdue: row?.overdue ?? 0, today: row?.today ?? 0,
    doneToday: row?.done_today ?? 0, oldest: oldest.list[0] ?? null,
  };
}
