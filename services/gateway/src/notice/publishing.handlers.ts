import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import { permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  closeNotice,
  createGuide,
  createNotice,
  deleteGuide,
  deleteNotice,
  publishGuide,
  publishNotice,
  recallGuide,
  recallNotice,
  updateGuide,
  updateNotice,
  type Audience,
} from '@jwxt/contracts/notice/publishing.command.ts';
import {
  audienceCount,
  audienceOptions,
  audiencePeople,
  guideCreate,
  guideDelete,
  guideManageQuery,
  guidePublish,
  guideRecall,
  guideUpdate,
  noticeInfoClose,
  noticeInfoCreate,
  noticeInfoDelete,
  noticeInfoDetail,
  noticeInfoPublish,
  noticeInfoQuery,
  noticeInfoRecall,
  noticeInfoUpdate,
  noticeReadList,
  noticeTypeList,
} from '@jwxt/contracts/notice/publishing.operations.ts';
import type { z } from 'zod';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { audienceChoices, countAudience, countWithoutAccount, findPeople, mayWriteTo } from './audience.read.ts';
import { findNoticeInfo, listGuideInfos, listNoticeInfos, listReaders, mayEdit } from './publishing.read.ts';

/** Scope holds for writes too: the notice is in the caller's under the operation's own permission. */
async function inScope(operation: Operation, noticeId: string, { services, user }: SignedInCall): Promise<void> {
  if (!(await mayEdit(services.db, user, permissionOf(operation), 'notice', noticeId)))
    throw new Refused('NOTICE_NOT_FOUND');
}
async function guideInScope(
  operation: Operation,
  operationGuideId: string,
  { services, user }: SignedInCall,
): Promise<void> {
  if (!(await mayEdit(services.db, user, permissionOf(operation), 'operation_guide', operationGuideId)))
    throw new Refused('GUIDE_NOT_FOUND');
}
async function audienceInScope(
  operation: Operation,
  audience: Audience,
  { services, user }: SignedInCall,
): Promise<void> {
  if (!(await mayWriteTo(services.db, user, permissionOf(operation), audience))) {
    throw new Refused(
      'NOTICE_OUT_OF_UNIT',
      {},
      { fieldErrors: [{ field: 'audience', message: '只能发给本单位的人员，请重新选择范围' }] },
    );
  }
}

type NoticeAct = Operation<z.ZodObject<{ commandId: z.ZodType<string>; noticeId: z.ZodType<string> }>>;
type GuideAct = Operation<z.ZodObject<{ commandId: z.ZodType<string>; operationGuideId: z.ZodType<string> }>>;

/** One command on one notice in the caller's scope. */
const noticeAct = <O extends NoticeAct, D extends CommandDefinition>(operation: O, command: D) =>
  handler(operation, async ({ noticeId, commandId }, call) => {
    await inScope(operation, noticeId, call);
    return runCommand(command, { noticeId } as z.input<D['payload']>, call, { commandId });
  });
const guideAct = <O extends GuideAct, D extends CommandDefinition>(operation: O, command: D) =>
  handler(operation, async ({ operationGuideId, commandId }, call) => {
    await guideInScope(operation, operationGuideId, call);
    return runCommand(command, { operationGuideId } as z.input<D['payload']>, call, { commandId });
  });

export const publishingHandlers = [
  handler(noticeInfoQuery, ({ noticeTypeId, ...filter }, { services, user, now }) =>
    listNoticeInfos(services.db, user, { ...filter, kind: noticeTypeId }, now),
  ),
  handler(noticeInfoDetail, async ({ noticeId }, { services, user, now }) => {
    const notice = await findNoticeInfo(services.db, user, 'noticeInfo:query', noticeId, now);
    if (!notice) throw new Refused('NOTICE_NOT_FOUND');
    return notice;
  }),
  handler(noticeInfoCreate, async ({ commandId, ...draft }, call) => {
    await audienceInScope(noticeInfoCreate, draft.audience, call);
    return runCommand(createNotice, draft, call, { commandId });
  }),
  handler(noticeInfoUpdate, async ({ commandId, ...draft }, call) => {
    await inScope(noticeInfoUpdate, draft.noticeId, call);
    await audienceInScope(noticeInfoUpdate, draft.audience, call);
    return runCommand(updateNotice, draft, call, { commandId });
  }),
  handler(noticeInfoPublish, async ({ noticeId, commandId }, call) => {
    const notice = await findNoticeInfo(call.services.db, call.user, 'noticeInfo:publish', noticeId, call.now);
    if (!notice) throw new Refused('NOTICE_NOT_FOUND');
    await audienceInScope(noticeInfoPublish, notice.audience, call);
    return runCommand(publishNotice, { noticeId }, call, { commandId });
  }),
  noticeAct(noticeInfoDelete, deleteNotice),
  noticeAct(noticeInfoRecall, recallNotice),
  noticeAct(noticeInfoClose, closeNotice),
  handler(noticeReadList, async (filter, call) => {
    await inScope(noticeReadList, filter.noticeId, call);
    return listReaders(call.services.db, filter);
  }),
  handler(audienceCount, async ({ audience }, { services: { db } }) => {
    const [count, withoutAccount] = await Promise.all([countAudience(db, audience), countWithoutAccount(db, audience)]);
    return { count, withoutAccount };
  }),
  handler(audienceOptions, (_input, { services, user }) => audienceChoices(services.db, user)),
  handler(audiencePeople, async ({ keyword }, { services, user }) => ({
    list: await findPeople(services.db, user, keyword),
  })),
  handler(noticeTypeList, async (_input, { services }) => {
    const { rows } = await services.db.query<{ noticeTypeId: string; noticeTypeName: string; needRead: YesNo }>(
      `select notice_type_id as "noticeTypeId", notice_type_name as "noticeTypeName", need_read as "needRead"
        from base.notice_type where sfqy = '1' order by sort_num, notice_type_id`,
    );
    return { list: rows };
  }),
  handler(guideManageQuery, ({ domainService, ...filter }, { services, user }) =>
    listGuideInfos(services.db, user, { ...filter, kind: domainService }),
  ),
  handler(guideCreate, ({ commandId, ...draft }, call) => runCommand(createGuide, draft, call, { commandId })),
  handler(guideUpdate, async ({ commandId, ...draft }, call) => {
    await guideInScope(guideUpdate, draft.operationGuideId, call);
    return runCommand(updateGuide, draft, call, { commandId });
  }),
  guideAct(guideDelete, deleteGuide),
  guideAct(guidePublish, publishGuide),
  guideAct(guideRecall, recallGuide),
];
