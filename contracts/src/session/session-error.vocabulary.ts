/** Refusals of signing in and of sessions. */
export const sessionErrors = {
  LOGIN_FAILED: { status: 400, text: '账号或密码错误！' },
  LOGIN_LOCKED: { status: 429, text: '登录失败次数过多，账号已锁定，请在 {minutes} 分钟后再试' },
  CAPTCHA_WRONG: { status: 400, text: '验证码错误，请重新输入' },
  SLIDER_REQUIRED: { status: 400, text: '请向右滑动滑块，完成验证！' },
  SLIDER_FAILED: { status: 400, text: '滑动验证未通过，请重新滑动' },
  PASSWORD_GUESSED: { status: 429, text: '原密码多次输入错误，已退出登录，请重新登录' },
  TEMP_LOGIN_INVALID: { status: 400, text: '临时登录链接无效、已使用或已过期，请联系管理员重新获取' },
  TEMP_LOGIN_REFUSED: { status: 409, text: '不能为“{name}”签发临时登录：{reason}' },
  TEMP_LOGIN_LOOKS: { status: 403, text: '当前为临时登录，只能查看，不能办理业务；请使用本人账号登录后操作' },
  KICK_OUT_SELF: { status: 409, text: '不能强制下线您当前的登录，请使用退出登录' },
  SESSION_GONE: { status: 404, text: '该登录已经结束，请刷新列表' },
  PASSWORD_ELSEWHERE: { status: 409, text: '您通过统一身份认证登录，请在统一身份认证中修改密码' },
} as const;
