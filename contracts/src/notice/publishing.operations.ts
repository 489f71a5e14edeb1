import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { noticeId, operationGuideId } from './notice.operations.ts';
import { publishStatus } from './notice.vocabulary.ts';
import { audience, guideDraft, noticeDraft } from './publishing.command.ts';

const ofStatus = z.enum(['', ...Object.values(publishStatus)]).default('');
const keyword = z.string().trim().max(60, '最多 60 个字符').default('');
const noticeAct = z.object({ commandId, noticeId });
const guideAct = z.object({ commandId, operationGuideId });

/** A notice as those who write it see it. */
export const noticeInfoItem = z.object({
  noticeId: z.string(),
  noticeName: z.string(),
  noticeTypeId: z.string(),
  noticeTypeName: z.string(),
  createName: z.string(),
  departmentName: z.string(),
  editTime: dateTimeText,
  beginTime: z.string(),
  endTime: z.string(),
  topFlag: yesNoFlag,
  publishStatus: z.enum(publishStatus),
  /** Published, and to be shown later. */
  waiting: z.boolean(),
  /** Readers, and people of the audience. */
  readNum: total,
  totalNum: total,
});
/** What the list is sorted by. */
export const noticeInfoSorts = ['noticeName', 'createName', 'beginTime', 'editTime', 'publishStatus'] as const;

export const noticeInfoQuery = defineOperation({
  id: 'noticeInfo.query',
  method: 'POST',
  path: '/system/noticeInfo/query',
  access: { permission: 'noticeInfo:query' },
  scope: 'notice',
  summary: '通知公告管理列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    sort: sortBy(noticeInfoSorts),
    pageNo: pageNum,
    pageSize,
    noticeName: keyword,
    noticeTypeId: z.string().max(64).default(''),
    publishStatus: ofStatus,
  }),
  output: z.object({ rows: z.array(noticeInfoItem), total }),
});
export const noticeInfoDetail = defineOperation({
  id: 'noticeInfo.detail',
  method: 'GET',
  path: '/system/noticeInfo/detail/{noticeId}',
  access: { permission: 'noticeInfo:query' },
  scope: 'notice',
  summary: '通知公告编辑内容',
  input: z.object({ noticeId }),
  output: z.object({
    ...noticeInfoItem.shape,
    content: z.string(),
    needPush: yesNoFlag,
    audience,
    /** Names of the single persons, by account. */
    userNames: z.record(z.string(), z.string()),
  }),
});
export const noticeInfoCreate = defineOperation({
  id: 'noticeInfo.create',
  method: 'POST',
  path: '/system/noticeInfo/create',
  access: { permission: 'noticeInfo:create' },
  scope: 'notice',
  summary: '新增通知公告',
  encoding: 'json',
  longTexts: ['content'],
  outcome: 'add',
  input: noticeDraft.safeExtend({ commandId }),
  output: z.object({ noticeId: z.string() }),
});
export const noticeInfoUpdate = defineOperation({
  id: 'noticeInfo.update',
  method: 'POST',
  path: '/system/noticeInfo/update',
  access: { permission: 'noticeInfo:update' },
  scope: 'notice',
  summary: '修改通知公告',
  encoding: 'json',
  longTexts: ['content'],
  outcome: 'modify',
  input: noticeDraft.safeExtend({ commandId }),
  output: z.object({ noticeId: z.string() }),
});
export const noticeInfoDelete = defineOperation({
  id: 'noticeInfo.delete',
  method: 'POST',
  path: '/system/noticeInfo/delete',
  access: { permission: 'noticeInfo:delete' },
  scope: 'notice',
  summary: '删除通知公告',
  encoding: 'form',
  outcome: 'remove',
  input: noticeAct,
  output: z.object({ noticeId: z.string() }),
});
export const noticeInfoPublish = defineOperation({
  id: 'noticeInfo.publish',
  method: 'POST',
  path: '/system/noticeInfo/publish',
  access: { permission: 'noticeInfo:publish' },
  scope: 'notice',
  summary: '发布通知公告',
  encoding: 'form',
  input: noticeAct,
  output: z.object({ noticeId: z.string(), pushed: total }),
});
export const noticeInfoRecall = defineOperation({
  id: 'noticeInfo.recall',
  method: 'POST',
  path: '/system/noticeInfo/recall',
  access: { permission: 'noticeInfo:recall' },
  scope: 'notice',
  summary: '撤回通知公告',
  encoding: 'form',
  outcome: 'withdraw',
  input: noticeAct,
  output: z.object({ noticeId: z.string() }),
});
export const noticeInfoClose = defineOperation({
  id: 'noticeInfo.close',
  method: 'POST',
  path: '/system/noticeInfo/close',
  access: { permission: 'noticeInfo:recall' },
  scope: 'notice',
  summary: '结束通知公告',
  encoding: 'form',
  input: noticeAct,
  output: z.object({ noticeId: z.string() }),
});
/** What readers can be sorted by. */
export const noticeReaderSorts = ['name', 'userName', 'departmentName', 'read', 'readTime'] as const;
/** Who of the audience has read it and who has not. */
export const noticeReadList = defineOperation({
  id: 'noticeInfo.readList',
  method: 'POST',
  path: '/system/noticeInfo/readList',
  access: { permission: 'noticeInfo:readList' },
  scope: 'notice',
  summary: '通知公告阅读情况',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    noticeId,
    sort: sortBy(noticeReaderSorts),
    pageNo: pageNum,
    pageSize,
    type: z.enum(['', yesNo.no, yesNo.yes]).default(''),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        userName: z.string(),
        name: z.string(),
        departmentName: z.string(),
        read: yesNoFlag,
        readTime: z.string(),
      }),
    ),
    total,
    readNum: total,
    totalNum: total,
  }),
});
/** How many people an audience reaches, within the caller's scope. */
export const audienceCount = defineOperation({
  id: 'noticeInfo.audienceCount',
  method: 'POST',
  path: '/system/noticeInfo/audienceCount',
  access: { permission: 'noticeInfo:query' },
  scope: noScope.totals,
  summary: '通知范围人数',
  encoding: 'json',
  outcome: 'query',
  input: z.object({ audience }),
  /** `withoutAccount`: who is at school in the units and grades and sees nothing, having no account in use. */
  output: z.object({ count: total, withoutAccount: total }),
});
/** What an audience is chosen from, within the caller's scope. */
export const audienceOptions = defineOperation({
  id: 'noticeInfo.audienceOptions',
  method: 'GET',
  path: '/system/noticeInfo/audienceOptions',
  access: { permission: 'noticeInfo:query' },
  scope: 'notice',
  summary: '通知范围选项',
  input: z.object({}),
  output: z.object({
    roles: z.array(z.object({ code: z.string(), name: z.string() })),
    departments: z.array(z.object({ code: z.string(), name: z.string() })),
    grades: z.array(z.object({ code: z.string(), name: z.string() })),
    /** False for those who write for their own unit only: a unit must be chosen. */
    wholeSchool: z.boolean(),
  }),
});
/** Up to twenty people by name or account, within the caller's scope. */
export const audiencePeople = defineOperation({
  id: 'noticeInfo.audiencePeople',
  method: 'POST',
  path: '/system/noticeInfo/audiencePeople',
  access: { permission: 'noticeInfo:query' },
  scope: 'notice',
  summary: '查找通知对象',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ keyword: z.string().trim().min(1, '请输入姓名或账号').max(60, '最多 60 个字符') }),
  output: z.object({ list: z.array(z.object({ userName: z.string(), name: z.string(), departmentName: z.string() })) }),
});
export const noticeTypeList = defineOperation({
  id: 'noticeType.list',
  method: 'GET',
  path: '/system/noticeType/query',
  access: { permission: 'noticeType:query' },
  scope: noScope.school,
  summary: '通知类型',
  input: z.object({}),
  output: z.object({
    list: z.array(z.object({ noticeTypeId: z.string(), noticeTypeName: z.string(), needRead: yesNoFlag })),
  }),
});

/** A guide as those who write it see it. */
export const guideInfoItem = z.object({
  operationGuideId: z.string(),
  noticeName: z.string(),
  domainId: z.string(),
  domainService: z.string(),
  creator: z.string(),
  createTime: dateTimeText,
  editTime: dateTimeText,
  publishStatus: z.enum(publishStatus),
});
/** What the list is sorted by. */
export const guideInfoSorts = [
  'noticeName',
  'domainService',
  'creator',
  'createTime',
  'editTime',
  'publishStatus',
] as const;

export const guideManageQuery = defineOperation({
  id: 'guide.manageQuery',
  method: 'POST',
  path: '/baseInfo/operationGuide/manageQuery',
  access: { permission: 'operationGuide:update' },
  scope: 'notice',
  summary: '操作指南管理列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    sort: sortBy(guideInfoSorts),
    pageNo: pageNum,
    pageSize,
    noticeName: keyword,
    domainService: z.string().max(10).default(''),
    publishStatus: ofStatus,
  }),
  output: z.object({ rows: z.array(guideInfoItem), total }),
});
export const guideCreate = defineOperation({
  id: 'guide.create',
  method: 'POST',
  path: '/baseInfo/operationGuide/create',
  access: { permission: 'operationGuide:create' },
  scope: { none: '新增的操作指南归本人单位' },
  summary: '新增操作指南',
  encoding: 'form',
  longTexts: ['content'],
  outcome: 'add',
  input: guideDraft.extend({ commandId }),
  output: z.object({ operationGuideId: z.string() }),
});
export const guideUpdate = defineOperation({
  id: 'guide.update',
  method: 'POST',
  path: '/baseInfo/operationGuide/update',
  access: { permission: 'operationGuide:update' },
  scope: 'notice',
  summary: '修改操作指南',
  encoding: 'form',
  longTexts: ['content'],
  outcome: 'modify',
  input: guideDraft.extend({ commandId }),
  output: z.object({ operationGuideId: z.string() }),
});
export const guideDelete = defineOperation({
  id: 'guide.delete',
  method: 'POST',
  path: '/baseInfo/operationGuide/delete',
  access: { permission: 'operationGuide:delete' },
  scope: 'notice',
  summary: '删除操作指南',
  encoding: 'form',
  outcome: 'remove',
  input: guideAct,
  output: z.object({ operationGuideId: z.string() }),
});
export const guidePublish = defineOperation({
  id: 'guide.publish',
  method: 'POST',
  path: '/baseInfo/operationGuide/publish',
  access: { permission: 'operationGuide:publish' },
  scope: 'notice',
  summary: '发布操作指南',
  encoding: 'form',
  input: guideAct,
  output: z.object({ operationGuideId: z.string() }),
});
export const guideRecall = defineOperation({
  id: 'guide.recall',
  method: 'POST',
  path: '/baseInfo/operationGuide/recall',
  access: { permission: 'operationGuide:recall' },
  scope: 'notice',
  summary: '撤回操作指南',
  encoding: 'form',
  outcome: 'withdraw',
  input: guideAct,
  output: z.object({ operationGuideId: z.string() }),
});

export const publishingOperations = [
  noticeInfoQuery,
  noticeInfoDetail,
  noticeInfoCreate,
  noticeInfoUpdate,
  noticeInfoDelete,
  noticeInfoPublish,
  noticeInfoRecall,
  noticeInfoClose,
  noticeReadList,
  audienceCount,
  audienceOptions,
  audiencePeople,
  noticeTypeList,
  guideManageQuery,
  guideCreate,
  guideUpdate,
  guideDelete,
  guidePublish,
  guideRecall,
] as const;
