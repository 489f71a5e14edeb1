/** Refusals about what is different for single students. */
export const individualErrors = {
  COURSE_REPLACE_NOT_EDITABLE: { status: 409, text: '该申请正在审批或已结束，不能修改' },
  COURSE_REPLACE_NO_TARGET: { status: 400, text: '年级专业或学生不存在，请重新选择' },
  COURSE_REPLACE_SEVERAL_UNITS: { status: 400, text: '一次申请的学生须属于同一院系' },
  COURSE_REPLACE_NO_COURSE: { status: 400, text: '课程不存在或已停用，请重新选择' },
} as const;
