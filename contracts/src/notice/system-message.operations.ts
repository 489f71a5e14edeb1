import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';

const ownMessages = { signedIn: '只读写发给本人的消息' } as const;
const audienceId = z.string().min(1).max(64);

/** One message as its receiver lists it (NOTICE-25). Signs: read '1'; push '1' still to be told of. */
export const systemMessageItem = z.object({
  systemMessageEntityId: z.string(),
  systemMessageAudienceId: z.string(),
  systemMessageAudienceReadSign: yesNoFlag,
  systemMessageAudiencePushSign: yesNoFlag,
  systemMessageEntityTitle: z.string(),
  createTime: dateTimeText,
});
export type SystemMessageItem = z.output<typeof systemMessageItem>;
/** What messages are sorted by. */
export const messageSorts = ['createTime'] as const;
const listInput = z.object({
  sort: sortBy(messageSorts),
  pageNo: pageNum,
  pageSize,
  systemMessageAudienceReadSign: z.enum(['', yesNo.no, yesNo.yes]).default(''),
});
const listOutput = z.object({ rows: z.array(systemMessageItem), total, unreadNum: total });

/** A message as the prompt tells it: with the beginning of its text, which names what it is about. */
const promptedMessage = z.object({ ...systemMessageItem.shape, systemMessageEntityContent: z.string() });
export type PromptedMessage = z.output<typeof promptedMessage>;

/**
 * What the person of the session has not read and still wants to be told of, oldest first (NOTICE-34): messages missed
 * while offline are among them.
 */
export const messagesOfSession = defineOperation({
  id: 'systemMessage.ofSession',
  method: 'GET',
  path: '/system/systemMessage/userDetailQueryBySession',
  access: ownMessages,
  summary: '待提醒的系统消息',
  input: z.object({}),
  output: z.object({ list: z.array(promptedMessage), unreadNum: total }),
});
/** All messages of a member of staff (NOTICE-38). */
export const staffMessages = defineOperation({
  id: 'systemMessage.ofStaff',
  method: 'POST',
  path: '/system/systemMessage/userMessage/query',
  access: { permission: 'userMessage:query' },
  scope: noScope.own,
  summary: '我的系统消息（教职工）',
  encoding: 'form',
  outcome: 'query',
  input: listInput,
  output: listOutput,
});
/** All messages of a student (NOTICE-38). */
export const studentMessages = defineOperation({
  id: 'systemMessage.ofStudent',
  method: 'POST',
  path: '/system/systemMessage/systemMessageStudent/query',
  access: { permission: 'systemMessageStudent:query' },
  scope: noScope.own,
  summary: '我的系统消息（学生）',
  encoding: 'form',
  outcome: 'query',
  input: listInput,
  output: listOutput,
});
/**
 * One message of the caller (NOTICE-32, NOTICE-36). `link`: a page of ours that it leads to, `noticeId` the notice that
 * it announces; empty when none.
 */
export const messageDetail = defineOperation({
  id: 'systemMessage.detail',
  method: 'GET',
  path: '/system/systemMessageEntity/detail/{systemMessageEntityId}',
  access: ownMessages,
  summary: '系统消息详情',
  input: z.object({ systemMessageEntityId: z.string().min(1).max(64) }),
  output: z.object({
    systemMessageEntityId: z.string(),
    systemMessageEntityTitle: z.string(),
    departmentName: z.string(),
    createTime: dateTimeText,
    systemMessageEntityContent: z.string(),
    link: z.string(),
    noticeId: z.string(),
  }),
});
/** Marks one message of the caller read (NOTICE-37), and with it the notice that it announces. */
export const messageReadSign = defineOperation({
  id: 'systemMessage.readSign',
  method: 'POST',
  path: '/system/systemMessageAudience/updateReadSign/{systemMessageAudienceId}',
  access: ownMessages,
  summary: '系统消息标记为已读',
  temporary: '不会改动：他人代看的仍为未读',
  encoding: 'form',
  outcome: 'update',
  input: z.object({ commandId, systemMessageAudienceId: audienceId }),
  output: z.object({ marked: total }),
});
/** Marks every message of the caller read. */
export const messagesAllRead = defineOperation({
  id: 'systemMessage.allRead',
  method: 'POST',
  path: '/system/systemMessageAudience/updateAllReadSign',
  access: ownMessages,
  summary: '系统消息全部已读',
  temporary: '不会改动：他人代看的仍为未读',
  encoding: 'form',
  outcome: 'update',
  input: z.object({ commandId }),
  output: z.object({ marked: total }),
});
/** Does not remind the caller of a message again, or does (NOTICE-33, NOTICE-35). */
export const messagePushSign = defineOperation({
  id: 'systemMessage.pushSign',
  method: 'POST',
  path: '/system/systemMessageAudience/updatePushSign',
  access: ownMessages,
  summary: '系统消息提醒设置',
  encoding: 'form',
  outcome: 'update',
  input: z.object({ commandId, systemMessageAudienceId: audienceId, systemMessageAudiencePushSign: yesNoFlag }),
  output: z.object({ marked: total }),
});

export const systemMessageOperations = [
  messagesOfSession,
  staffMessages,
  studentMessages,
  messageDetail,
  messageReadSign,
  messagesAllRead,
  messagePushSign,
] as const;
