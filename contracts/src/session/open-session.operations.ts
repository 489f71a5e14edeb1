import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { loginWay } from './session.vocabulary.ts';

/** Names a session without opening it: the first half of the hash of its cookie, which nobody can turn back. */
const sessionId = z.string().regex(/^[0-9a-f]{32}$/, '会话编号格式不正确');

/** One open session. `browser` is a short name such as `Chrome 128 · Windows`. */
export const openSession = z.object({
  sessionId,
  clientAddress: z.string(),
  browser: z.string(),
  loginWay: z.enum(loginWay),
  loginWayName: z.string(),
  loginTime: dateTimeText,
  lastActiveTime: dateTimeText,
  /** It is the session that asks. */
  current: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

/** The caller's own open sessions, the current one first. */
export const mySessions = defineOperation({
  id: 'session.mine',
  method: 'GET',
  path: '/system/user/sessions',
  access: { signedIn: '查看自己的登录设备' },
  summary: '我的登录设备',
  input: z.object({}),
  output: z.object({ list: z.array(openSession) }),
});
/** Ends one of the caller's own sessions, or with none named all but the current one. */
export const endMySessions = defineOperation({
  id: 'session.endMine',
  method: 'POST',
  path: '/system/user/sessions/end',
  access: { signedIn: '结束自己的登录' },
  summary: '结束我的登录',
  encoding: 'form',
  input: z.object({ sessionId: sessionId.optional() }),
  output: z.object({ ended: z.number().int() }),
});

/** An open session as an administrator sees it (SYSADMIN-28). */
export const onlineUser = openSession.extend({
  userName: z.string(),
  name: z.string(),
  roleNames: z.array(z.string()),
});
export type OnlineUser = z.output<typeof onlineUser>;

/** What the list is sorted by. */
export const onlineSorts = ['userName', 'name', 'clientAddress', 'loginTime', 'lastActiveTime'] as const;

/** Who is signed in, latest activity first (SYSADMIN-28). */
export const queryOnlineUsers = defineOperation({
  id: 'onlineUser.query',
  method: 'GET',
  path: '/system/loginUserRedis/query',
  access: { permission: 'loginUserRedis:query' },
  scope: noScope.system,
  summary: '在线用户',
  input: z.object({
    userName: z.string().trim().max(64).optional(),
    name: z.string().trim().max(60).optional(),
    clientAddress: z.string().trim().max(64).optional(),
    loginWay: z.enum(loginWay).optional(),
    sort: sortBy(onlineSorts),
    pageNum,
    pageSize,
  }),
  output: z.object({ list: z.array(onlineUser), total, users: z.number().int() }),
});
const sessionIds = z
  .union([
    z.array(sessionId),
    z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(sessionId)),
  ])
  .refine((list) => list.length > 0 && list.length <= 200, '请选择 1 至 200 条数据');
/**
 * Ends sessions of others (SYSADMIN-28 kickOut, batchKickOut); logged. KICK_OUT_SELF when the own one is among them.
 */
export const kickOutUsers = defineOperation({
  id: 'onlineUser.kickOut',
  method: 'POST',
  path: '/system/loginUserRedis/kickOut',
  access: { permission: 'loginUserRedis:kickOut' },
  scope: noScope.system,
  summary: '强制下线',
  encoding: 'form',
  input: z.object({ commandId, sessionIds }),
  output: z.object({ ended: z.number().int() }),
});
/**
 * A link that signs a chosen person in, once and within minutes (LOGIN-43…45); logged with its reason.
 * TEMP_LOGIN_REFUSED for oneself and for who cannot sign in.
 */
export const issueTempLogin = defineOperation({
  id: 'tempLogin.issue',
  method: 'POST',
  path: '/system/userMana/tempLogin',
  access: { permission: 'systemUser:tempLogin' },
  scope: noScope.system,
  summary: '签发临时登录',
  encoding: 'form',
  input: z.object({
    commandId,
    userName: z.string().trim().min(1, '请输入账号').max(64, '最多 64 个字符'),
    reason: z.string().trim().min(1, '请输入签发原因').max(200, '最多 200 个字符'),
  }),
  output: z.object({ path: z.string(), name: z.string(), expiresAt: dateTimeText }),
});

export const openSessionOperations = [
  mySessions,
  endMySessions,
  queryOnlineUsers,
  kickOutUsers,
  issueTempLogin,
] as const;
