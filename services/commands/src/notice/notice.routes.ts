import { markNoticesRead } from '@jwxt/contracts/notice/notice.command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';

/** Commands of notices, guides and system messages. */
export const noticeRoutes: readonly CommandRoute[] = [
  // The row itself says who read what and when, and a second one changes nothing: that is its log and its idempotency.
  defineRoute(markNoticesRead, async ({ noticeIds }, { actor, time }, { pool }) => {
    const { rowCount } = await pool.query(
      `insert into base.notice_read (notice_id, user_name, read_time) select notice_id, $2, $3 from base.notice where notice_id = any($1) on conflict do nothing`,
      [noticeIds, actor.userName, time],
    );
    return { result: { marked: rowCount ?? 0 }, position: null };
  }),
];
