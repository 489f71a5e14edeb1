import { z } from 'zod';
import { commandId, dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { secondStep } from './second-factor.vocabulary.ts';
import { FOR_SIGN_IN, MANAGER_LOGIN, TEMP_LOGIN } from './session.vocabulary.ts';

/** The signed-in person, as the shell needs it. */
export const currentUserView = z.object({
  userName: z.string(),
  name: z.string(),
  roleNames: z.array(z.string()),
  roleCodes: z.array(z.string()),
  kind: z.string(),
  departmentName: z.string().nullable(),
  gh: z.string().nullable(),
  permissions: z.array(z.string()),
  semester: z.string(),
  semesterName: z.string(),
  week: z.number().int().nullable(),
  sso: z.string(),
  /** '1': came by a temporary link and may only look. */
  temporary: z.enum(yesNo),
  /** Who looks with this person's eyes, and until when; null: the person. */
  viewAs: z.object({ viewer: z.string(), viewerName: z.string(), until: dateTimeText }).nullable().optional(),
  /** '1': the password was given by somebody else, and must be changed before anything else. */
  pwdMustChange: z.enum(yesNo).optional(),
  /** What is still to be done before anything else: the password alone is not enough; null: nothing. */
  secondStep: z.enum(secondStep).nullable().optional(),
  csrfSecret: z.string(),
  serverTime: dateTimeText,
});
export type CurrentUserView = z.output<typeof currentUserView>;

const beforeLogin = { public: '登录之前没有会话' } as const;

/**
 * LOGIN-33. `uuid` names the captcha picture that `vrifyCode` was read from; `proof` is what the slider earned, needed
 * where LOGIN_VRIFY is '1'. With `pattern` 'templogin' the token is that of a temporary link (LOGIN-45) and the user
 * name says only 'templogin'.
 */
export const login = defineOperation({
  id: 'session.login',
  method: 'POST',
  path: '/login',
  access: beforeLogin,
  guessing: 'sign-in',
  alwaysOn: FOR_SIGN_IN,
  summary: '登录',
  encoding: 'form',
  failureText: '账号或密码错误！',
  input: z.object({
    userName: z.string().trim().min(1, '请输入用户名').max(64, '最多 64 个字符'),
    token: z.string().min(1, '请输入密码').max(512),
    vrifyCode: z.string().max(10).optional(),
    pattern: z.enum([MANAGER_LOGIN, TEMP_LOGIN]).default(MANAGER_LOGIN),
    timestamp: z.string().max(20).optional(),
    uuid: z.string().max(64).optional(),
    proof: z.string().max(64).optional(),
  }),
  output: currentUserView,
});
/** SESSION-15. */
export const logout = defineOperation({
  id: 'session.logout',
  method: 'GET',
  path: '/logout',
  access: { public: '会话已失效时也能退出' },
  alwaysOn: '没有它无法退出登录',
  summary: '退出登录',
  input: z.object({}),
  output: z.object({}),
});
/** SESSION-16, SESSION-18: ends the session and names the address where the single-sign-on server ends its own. */
export const casLogout = defineOperation({
  id: 'session.casLogout',
  method: 'GET',
  path: '/cas/logout',
  access: { public: '会话已失效时也能退出' },
  alwaysOn: '没有它无法退出登录',
  summary: '退出统一身份认证',
  input: z.object({}),
  output: z.object({ url: z.string() }),
});
/**
 * SESSION-08, SESSION-09: whether single sign-on is there, and the address that begins it (`?returnUrl=` may be added).
 */
export const ssoCheck = defineOperation({
  id: 'session.ssoCheck',
  method: 'GET',
  path: '/cas/check',
  access: beforeLogin,
  alwaysOn: FOR_SIGN_IN,
  summary: '统一身份认证是否启用',
  input: z.object({}),
  output: z.object({ enabled: z.enum(yesNo), url: z.string() }),
});
export const currentUser = defineOperation({
  id: 'session.current',
  method: 'GET',
  path: '/system/user/current',
  access: { signedIn: '读取自己的信息' },
  firstPassword: '页面由它得知须先修改密码',
  beforeSecondStep: '页面由它得知须先二次验证',
  alwaysOn: FOR_SIGN_IN,
  summary: '当前用户、权限与学期',
  input: z.object({}),
  output: currentUserView,
});
/** Captcha image, as a PNG data URL; only asked for after a failed login (LOGIN-13, 23). */
export const captcha = defineOperation({
  id: 'session.captcha',
  method: 'GET',
  path: '/captcha',
  access: beforeLogin,
  guessing: 'sign-in',
  alwaysOn: FOR_SIGN_IN,
  summary: '验证码图片',
  input: z.object({ pattern: z.string().max(20).optional(), uuid: z.string().min(8).max(64) }),
  output: z.object({ image: z.string() }),
});

/** The slider is taken hold of, by somebody who typed this name (LOGIN-25): the challenge that its end has to name. */
export const startSlide = defineOperation({
  id: 'session.startSlide',
  method: 'POST',
  path: '/slider/start',
  access: beforeLogin,
  guessing: 'sign-in',
  alwaysOn: FOR_SIGN_IN,
  summary: '开始滑动验证',
  encoding: 'form',
  failureText: '滑动验证未通过，请重新滑动',
  input: z.object({ userName: z.string().trim().min(1, '请输入用户名').max(64, '最多 64 个字符') }),
  output: z.object({ challenge: z.string() }),
});
/** One place of the handle: milliseconds since it was taken, pixels from its start. */
export const slidePoint = z.tuple([z.number().min(0).max(120_000), z.number().min(0).max(2_000)]);
export type SlidePoint = z.output<typeof slidePoint>;
/** The slider was let go at the track's end (LOGIN-27): the proof for one login, or SLIDER_FAILED. */
export const finishSlide = defineOperation({
  id: 'session.finishSlide',
  method: 'POST',
  path: '/slider/finish',
  access: beforeLogin,
  guessing: 'sign-in',
  bodyBytes: 16 * 1024,
  alwaysOn: FOR_SIGN_IN,
  summary: '完成滑动验证',
  encoding: 'json',
  failureText: '滑动验证未通过，请重新滑动',
  input: z.object({
    challenge: z.string().min(20).max(64),
    track: z.number().min(50).max(2_000),
    points: z.array(slidePoint).min(1).max(500),
  }),
  output: z.object({ proof: z.string() }),
});

export const changePasswordOperation = defineOperation({
  id: 'user.updatePassword',
  method: 'POST',
  path: '/system/user/updatePassword',
  access: { signedIn: '修改自己的密码' },
  firstPassword: '用来修改初始密码',
  alwaysOn: FOR_SIGN_IN,
  summary: '修改密码',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({
    commandId,
    oldToken: z.string().min(1, '请输入原密码！').max(512),
    newToken: z.string().min(1, '请输入新密码！').max(512),
    confirmToken: z.string().min(1, '请再次输入密码！').max(512),
  }),
  output: z.object({}),
});

export const sessionOperations = [
  login,
  logout,
  casLogout,
  ssoCheck,
  currentUser,
  captcha,
  startSlide,
  finishSlide,
  changePasswordOperation,
] as const;
