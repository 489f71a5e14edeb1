/** Refusals of applications of students. */
export const studentApplicationErrors = {
  STUDENT_APPLICATION_STUDENT_UNKNOWN: { status: 400, text: '学生不存在或已不在籍，请重新选择' },
  STUDENT_APPLICATION_NEEDS_FILE: { status: 400, text: '请上传证明材料' },
  STUDENT_APPLICATION_CLOSED: { status: 409, text: '现在不在{name}时间内{window}' },
  STUDENT_APPLICATION_OPEN: { status: 409, text: '该生已有“{subject}”的{name}，正在审批或已生效，不能重复申请' },
  STUDENT_APPLICATION_NOT_EDITABLE: { status: 409, text: '该申请正在审批或已结束，不能修改' },
  STUDENT_APPLICATION_NOT_EFFECTED: { status: 409, text: '该申请没有生效或已撤销' },
  EXCHANGE_TERM_UNKNOWN: { status: 400, text: '学期不存在，请重新选择' },
  EXCHANGE_TERM_ORDER: { status: 400, text: '结束学期不应早于开始学期' },
  EXCHANGE_KNOWN: { status: 409, text: '该学生已登记这次交换' },
} as const;
