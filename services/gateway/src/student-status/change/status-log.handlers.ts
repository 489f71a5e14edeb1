import {
  exportStatusLog,
  queryStatusLog,
  statusTimeline,
} from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { exportedStatusLog, listStatusLog, readTimeline } from './status-log.read.ts';

/** The log of students' status, and one student through time (STUDENT-STATUS-40). */
export const statusLogHandlers: readonly Handler[] = [
  handler(queryStatusLog, async (filter, { services: { db }, user, permission }) =>
    listStatusLog(db, user, permission, filter),
  ),
  exportHandler(exportStatusLog, (filter, { user, permission }) =>
    listExport('学籍日志.xlsx', exportedStatusLog(user, permission, filter)),
  ),
  handler(statusTimeline, async ({ studentCode }, { services: { db }, user, permission }) => {
    const found = await readTimeline(db, user, permission, studentCode ?? user.studentCode ?? '');
    if (!found) throw new Refused('OUT_OF_SCOPE');
    return found;
  }),
];
