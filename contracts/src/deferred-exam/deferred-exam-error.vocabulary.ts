/** Refusals of applications to sit an exam later. */
export const deferredExamErrors = {
  DEFERRED_CLASS_UNKNOWN: { status: 400, text: '该学生不在所选教学班，请重新选择课程' },
  DEFERRED_REASON_UNKNOWN: { status: 400, text: '缓考原因不存在或已停用，请重新选择' },
  DEFERRED_NEEDS_FILE: { status: 400, text: '缓考原因为“{reason}”时须上传证明材料' },
  DEFERRED_CLOSED: { status: 409, text: '现在不在缓考申请时间内{window}' },
  DEFERRED_OPEN: { status: 409, text: '该生本学期的“{course}”已有缓考申请（{time} 提交），正在审批' },
  DEFERRED_GRANTED: { status: 409, text: '该生本学期的“{course}”缓考申请已通过，不能重复申请' },
  DEFERRED_MOVED: { status: 409, text: '该课程的缓考申请已有变化，请刷新后重试' },
  DEFERRED_NOT_EDITABLE: { status: 409, text: '该缓考申请正在审批或已结束，不能修改' },
  DEFERRED_NOT_EFFECTED: { status: 409, text: '该缓考没有生效或已撤销' },
} as const;
