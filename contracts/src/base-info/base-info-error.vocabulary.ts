/** Refusals of base data. */
export const baseInfoErrors = {
  SEMESTER_ARCHIVED: { status: 409, text: '“{name}”已归档，不能再设为当前学期或再次归档' },
  SEMESTER_STOPPED: { status: 409, text: '“{name}”已停用，请先启用' },
  SEMESTER_CURRENT: { status: 409, text: '“{name}”是当前学期，请先切换当前学期' },
  SEMESTER_NOT_OVER: { status: 409, text: '“{name}”到 {date} 才结束，还不能归档' },
} as const;
