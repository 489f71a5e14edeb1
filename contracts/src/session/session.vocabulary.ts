/**
 * How a session was opened (SYSADMIN-28 `loginWay`). A program has none: it shows its token with each call. Who looks
 * with somebody else's eyes does so in a session of his own.
 */
export const loginWay = { password: '1', sso: '2', temporary: '3', program: '4', viewAs: '5' } as const;
export type LoginWay = (typeof loginWay)[keyof typeof loginWay];
export const loginWays = {
  [loginWay.password]: '密码',
  [loginWay.sso]: '单点',
  [loginWay.temporary]: '临时',
  [loginWay.program]: '接口',
  [loginWay.viewAs]: '以他人身份查看',
} as const satisfies Record<LoginWay, string>;

/** What is refused to who may only look, by how he came in; null: he may do more. */
export function lookingRefusal(way: string | undefined): 'TEMP_LOGIN_LOOKS' | 'VIEW_AS_LOOKS' | null {
  if (way === loginWay.temporary) return 'TEMP_LOGIN_LOOKS';
  return way === loginWay.viewAs ? 'VIEW_AS_LOOKS' : null;
}

/** `pattern` of the login call: the page's own form (LOGIN-33), and a temporary link (LOGIN-45). */
export const MANAGER_LOGIN = 'manager-login';
export const TEMP_LOGIN = 'templogin';

/** How long a temporary link opens a session, in minutes; once. */
export const TEMP_LOGIN_MINUTES = 5;

/** How long an administrator looks with somebody else's eyes at most, in minutes. */
export const VIEW_AS_MINUTES = 30;

/**
 * Channel on which gateways hear, with the commit that ended it, which session has ended. The payload is the hash of
 * its id; with {@link VIEW_CHANGED} after it the session goes on, and only whose eyes it looks with has changed.
 */
export const SESSION_ENDED_CHANNEL = 'session_ended';
export const VIEW_CHANGED = ':view';

/** Where single sign-on begins; a page of this site may be named as `returnUrl`. */
export const SSO_LOGIN_PATH = '/api/cas/login';
/**
 * Where the single-sign-on server sends people back to, and tells of sign-outs: the service address, with `state` and
 * `returnUrl`.
 */
export const SSO_CALLBACK_PATH = '/api/cas/callback';
/** The page that says why single sign-on failed, with one of {@link ssoFailures} as `reason`. */
export const SSO_FAILED_PATH = '/sso/failed';

/** Where single sign-on ends in a window of its own, so that an expired page can go on with what was typed. */
export const SSO_DONE_PATH = '/sso/done';

/** Why single sign-on failed, as the person is told. */
export const ssoFailures = {
  ticket: '统一身份认证没有确认您的登录，可能是链接已失效，请重新登录',
  unavailable: '暂时无法连接统一身份认证，请稍后再试',
  unknown: '您的账号尚未在教务系统开通，请联系教务处',
  disabled: '您的账号已停用，请联系教务处',
  state: '登录已中断：浏览器没有保存登录状态，请允许本站使用 Cookie 后重新登录',
} as const;
export type SsoFailure = keyof typeof ssoFailures;

/** Why an operation of signing in cannot be switched off. */
export const FOR_SIGN_IN = '没有它无法登录';
