/** Codes of the specification: no session, an account that may not, a session that ended (SESSION-21, 22, 26). */
export const sessionError = { expired: '53000010', unauthorised: '53000012', ended: '51000010' } as const;
/** Session, request and platform refusals. */
export const systemErrors = {
  [sessionError.expired]: { status: 401, text: '会话已过期！' },
  [sessionError.unauthorised]: { status: 401, text: '未授权' },
  CSRF_REFUSED: { status: 403, text: '请求校验未通过，请刷新页面后重试' },
  REQUEST_EXPIRED: { status: 403, text: '请求时间与服务器相差过大，请校准本机时间后重试' },
  FORBIDDEN: { status: 403, text: '您没有执行此操作的权限' },
  OUT_OF_SCOPE: { status: 403, text: '该数据不在您的数据权限范围内' },
  INVALID_INPUT: { status: 400, text: '数据校验未通过，请检查或请刷新后重试' },
  MALFORMED_REQUEST: { status: 400, text: '请求内容无法识别，请刷新页面后重试' },
  REQUEST_TOO_LARGE: { status: 413, text: '提交的内容过多，请减少内容或分批提交' },
  NOT_FOUND: { status: 404, text: '您访问的内容不存在或已被移除' },
  TOO_MANY_REQUESTS: { status: 429, text: '操作过于频繁，请稍后再试' },
  SERVICE_UNAVAILABLE: { status: 503, text: '服务正在恢复，请稍后重试；您的内容尚未提交' },
  STORAGE_FULL: { status: 503, text: '服务器磁盘空间不足，暂时不能保存，您的内容尚未提交，请联系管理员' },
  REQUEST_TIMEOUT: { status: 504, text: '请求超时!' },
  CONCURRENT_CHANGE: { status: 409, text: '数据刚被他人修改，请刷新后重试' },
  COMMAND_REUSED: { status: 409, text: '该操作编号已用于另一项操作，请刷新页面后重试' },
  INTERNAL: { status: 500, text: '系统出现异常，请稍后重试；如仍有问题，请将追踪号告知管理员' },
  PASSWORD_WRONG: { status: 400, text: '原密码错误，请重新输入' },
  REFERENCE_UNKNOWN: { status: 400, text: '基础数据“{name}”不存在' },
  COMMAND_UNKNOWN: { status: 404, text: '操作“{name}”不存在或不能直接调用' },
  READ_MODEL_UNKNOWN: { status: 404, text: '读模型“{name}”不存在' },
  REBUILD_RUNNING: { status: 409, text: '读模型“{name}”正在重建，请等待完成或先取消' },
  REBUILD_NOT_RUNNING: { status: 409, text: '读模型“{name}”当前没有进行中的重建' },
  PROCESS_INVALID: { status: 400, text: '流程定义不完整：{reason}' },
  /** C3: who uses it, and how often. The page offers to stop it instead where it can be stopped. */
  RESOURCE_IN_USE: { status: 409, text: '“{name}”正在使用：{uses}，不能删除' },
  RESOURCE_CHANGED: { status: 409, text: '{editor}已于 {time} 修改过这条数据，请载入最新内容后再改' },
  RESOURCE_KEPT: { status: 409, text: '“{name}”{reason}' },
} as const;
