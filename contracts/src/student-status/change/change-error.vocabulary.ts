/** Refusals about changes of status and what they do everywhere (STUDENT-STATUS-16, 40). */
export const statusChangeErrors = {
  STATUS_FORBIDS: { status: 409, text: '{student}的学籍状态为“{status}”，不能{act}' },
  STATUS_CHANGE_GONE: { status: 404, text: '该异动申请不存在或已删除' },
  STATUS_CHANGE_NOT_EDITABLE: { status: 409, text: '该异动申请正在审批或已结束，不能修改' },
  STATUS_CHANGE_OPEN: { status: 409, text: '该学生还有未办结的{name}，请先办结' },
  STATUS_CHANGE_NOT_PASSED: { status: 409, text: '该异动申请尚未审批通过，不能执行' },
  STATUS_CHANGE_IMPLEMENTED: { status: 409, text: '该异动已执行' },
  STATUS_CHANGE_STALE: { status: 409, text: '申请后学生的学籍有变化：{changes}，请退回重新申请' },
  STATUS_CHANGE_EFFECTED: { status: 409, text: '该异动已生效，不能取消；如需恢复，请另行办理异动' },
  STATUS_CHANGE_CANCELLED: { status: 409, text: '该异动已取消' },
  STATUS_CHANGE_NOT_IMPLEMENTED: { status: 409, text: '该异动尚未执行，不能取消' },
  STATUS_CHANGE_DOCUMENT: { status: 400, text: '该异动须有学校文件，请填写文号' },
} as const;
