import { markNoticesRead } from '@jwxt/contracts/notice/notice.command.ts';
import {
  domainList,
  guideDetail,
  guideQuery,
  noticeDetail,
  noticeList,
  noticeMarkAllRead,
  noticeMarkRead,
} from '@jwxt/contracts/notice/notice.operations.ts';
import { lookingRefusal } from '@jwxt/contracts/session/session.vocabulary.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { findGuide, listDomains, listGuides } from './guide.read.ts';
import { findNotice, listNotices, unreadNotices } from './notice.read.ts';

const listHandler = handler(noticeList, (filter, { services, user, now }) =>
  listNotices(services.db, user.userName, filter, now),
);

const detailHandler = handler(noticeDetail, async ({ noticeId }, { services, user, now }) => {
  const notice = await findNotice(services.db, user, noticeId, now);
  if (!notice) throw new Refused('NOTICE_NOT_FOUND');
  return notice;
});

/** Marks those that reach the caller and are unread; `null` is every one. */
async function mark(
  noticeIds: readonly string[] | null,
  commandId: string,
  call: SignedInCall,
): Promise<{ marked: number }> {
  // What somebody else looks at stays unread for the person.
  if (lookingRefusal(call.session.loginWay) !== null) return { marked: 0 };
  const unread = await unreadNotices(call.services.db, call.user.userName, noticeIds, call.now);
  if (unread.length === 0) return { marked: 0 };
  return runCommand(markNoticesRead, { noticeIds: unread }, call, { commandId });
}

const markHandler = handler(noticeMarkRead, ({ noticeIds, commandId }, call) => mark(noticeIds, commandId, call));
const markAllHandler = handler(noticeMarkAllRead, ({ commandId }, call) => mark(null, commandId, call));

const guidesHandler = handler(guideQuery, (filter, { services }) => listGuides(services.db, filter));

const guideHandler = handler(guideDetail, async ({ operationGuideId }, { services, user }) => {
  const guide = await findGuide(services.db, user, operationGuideId);
  if (!guide) throw new Refused('GUIDE_NOT_FOUND');
  return guide;
});

const domainsHandler = handler(domainList, (page, { services }) => listDomains(services.db, page));

export const noticeHandlers = [
  listHandler,
  detailHandler,
  markHandler,
  markAllHandler,
  guidesHandler,
  guideHandler,
  domainsHandler,
];
