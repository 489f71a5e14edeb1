/** Codes of the specification: no session, an account that may not, a session that ended (SESSION-21, 22, 26). */
export const sessionError = { expired: '53000010', unauthorised: '53000012', ended: '51000010' } as const;
/** What a browser may have to say of a request by itself: the other texts come with answers, and no page loads them. */
export const requestErrors = {
  [sessionError.expired]: { status: 401, text: '会话已过期！' },
  [sessionError.unauthorised]: { status: 401, text: '未授权' },
  REQUEST_TIMEOUT: { status: 504, text: '请求超时!' },
} as const;
