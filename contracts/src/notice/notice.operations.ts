import { z } from 'zod';
import { DEFAULT_TIME_SCOPE } from '../approval/approval.vocabulary.ts';
import { commandId, dateTimeText, integer, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { DOMAIN_PAGE_SIZE, GUIDE_PAGE_SIZE, NOTICE_PAGE_SIZE, timeScopeValues } from './notice.vocabulary.ts';

export const noticeId = z.string().min(1, '通知编号不能为空').max(64, '最多 64 个字符');
export const operationGuideId = z.string().min(1, '指南编号不能为空').max(64, '最多 64 个字符');

/** A notice in lists (NOTICE-04). `read`: '0' unread, '1' read. */
export const noticeItem = z.object({
  noticeId: z.string(),
  noticeName: z.string(),
  createTime: dateTimeText,
  read: yesNoFlag,
  noticeTypeName: z.string(),
  createName: z.string(),
  topFlag: yesNoFlag,
});
export type NoticeItem = z.output<typeof noticeItem>;

/**
 * Published notices that reach the caller, newest first, those on top before them (NOTICE-05). `type` is '' all, '0'
 * unread, '1' read.
 */
export const noticeList = defineOperation({
  id: 'notice.list',
  method: 'POST',
  path: '/system/noticeInfo/queryByAudience',
  access: { permission: 'teacherServer:notice' },
  scope: noScope.own,
  summary: '我的通知公告',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    pageNo: pageNum,
    pageSize: integer(1, 200).default(NOTICE_PAGE_SIZE),
    timeScopeValue: z.enum(timeScopeValues).default(DEFAULT_TIME_SCOPE),
    type: z.enum(['', yesNo.no, yesNo.yes]).default(''),
  }),
  output: z.object({ list: z.array(noticeItem), total, /** Unread ones of the whole time range. */ unreadNum: total }),
});

/** One notice that reaches the caller, or that the caller may edit (NOTICE-02). */
export const noticeDetail = defineOperation({
  id: 'notice.detail',
  method: 'GET',
  path: '/system/noticeInfo/information/{noticeId}',
  access: { permission: 'teacherServer:notice' },
  scope: noScope.own,
  summary: '通知公告详情',
  input: z.object({ noticeId }),
  output: noticeItem.extend({ content: z.string(), departmentName: z.string() }),
});

/**
 * Marks notices read: on opening one, or several at once (NOTICE-07, NOTICE-10). Those that do not reach the caller are
 * passed over.
 */
export const noticeMarkRead = defineOperation({
  id: 'notice.markRead',
  method: 'POST',
  path: '/system/noticeInfo/batchUpdateRead',
  access: { permission: 'teacherServer:notice' },
  scope: noScope.own,
  summary: '通知公告标记为已读',
  temporary: '不会改动：他人代看的仍为未读',
  encoding: 'json',
  input: z.object({ commandId, noticeIds: z.array(noticeId).min(1, '请至少选择一条数据').max(200, '一次最多 200 条') }),
  output: z.object({ marked: total }),
});
/** Marks every unread notice of the caller read (NOTICE-08). */
export const noticeMarkAllRead = defineOperation({
  id: 'notice.markAllRead',
  method: 'POST',
  path: '/system/noticeInfo/updateAllRead',
  access: { permission: 'teacherServer:notice' },
  scope: noScope.own,
  summary: '通知公告全部已读',
  temporary: '不会改动：他人代看的仍为未读',
  encoding: 'form',
  input: z.object({ commandId }),
  output: z.object({ marked: total }),
});

/** A guide in lists (NOTICE-16, NOTICE-20): `domainService` is the name of its service domain. */
export const guideItem = z.object({
  operationGuideId: z.string(),
  noticeName: z.string(),
  editTime: dateTimeText,
  domainService: z.string(),
});
export type GuideItem = z.output<typeof guideItem>;

/** Published guides by service domain (`domainService`: its `bh`, empty for all) and keyword (NOTICE-22). */
export const guideQuery = defineOperation({
  id: 'guide.query',
  method: 'POST',
  path: '/baseInfo/operationGuide/query',
  access: { permission: 'operationGuide:query' },
  scope: noScope.own,
  summary: '操作指南列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    pageNum,
    pageSize: integer(1, 200).default(GUIDE_PAGE_SIZE),
    noticeName: z.string().trim().max(60, '最多 60 个字符').default(''),
    domainService: z.string().max(10, '最多 10 个字符').default(''),
  }),
  output: z.object({ list: z.array(guideItem), total }),
});

/** One published guide, or one that the caller may edit (NOTICE-18, NOTICE-23). */
export const guideDetail = defineOperation({
  id: 'guide.detail',
  method: 'GET',
  path: '/baseInfo/operationGuide/detail/{operationGuideId}',
  access: { permission: 'operationGuide:query' },
  scope: noScope.own,
  summary: '操作指南详情',
  input: z.object({ operationGuideId }),
  output: guideItem.extend({ creator: z.string(), createTime: dateTimeText, content: z.string() }),
});

/** Function service domains in use (NOTICE-21, NOTICE-24). `servingList`: the module routes that belong to it. */
export const domainList = defineOperation({
  id: 'domain.list',
  method: 'POST',
  path: '/system/domain/queryFunctionDomain',
  access: { permission: 'operationGuide:query' },
  scope: noScope.school,
  summary: '功能服务域',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ pageNum, pageSize: pageSize.default(DOMAIN_PAGE_SIZE) }),
  output: z.object({
    list: z.array(z.object({ bh: z.string(), mc: z.string(), servingList: z.array(z.string()) })),
    total,
  }),
});

export const noticeOperations = [
  noticeList,
  noticeDetail,
  noticeMarkRead,
  noticeMarkAllRead,
  guideQuery,
  guideDetail,
  domainList,
] as const;
